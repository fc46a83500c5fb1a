// Tried of what is right and looks wrong: keys and primary keys by assignment, static
// block, Object.assign, defineProperty, decorator, interface, loop, constructor,
// patterns, computed names, other functions, also within lists and objects, `process`;
// classes without fields; bases; mixins with options elsewhere; reads called
// like mutations in objects, spreads, destructuring, defaults, extensions by object,
// name and function, variables, parameters, other modules; classes of endpoints that
// read by POST; endpoints and Collections that are kept, replaced, or not in a component.
/** A text, and the rules that complain about it, each with its line. */
export interface Case {
  readonly name: string;
  readonly source: string;
  /** Such as `["entity-key:3"]`; nothing by default. */
  readonly complaints?: readonly string[];
}

const imports =
  `import { Collection, Endpoint, Entity, EntityMixin, resource, RestEndpoint } from "@tessera/client";
import { useCache, useCancelling, useController, useDLE, useFetch, useLive, usePrefetch, useSubscription, useSuspense, useSuspenseAll } from "@tessera/client/react";
import { memo, useMemo } from "react";
class User extends Entity { id = ""; static key = "User"; }
const UserResource = resource({ path: "/users/:id", schema: User });
const getUser = new RestEndpoint({ path: "/users/:id", schema: User });
`;
const lines = imports.split("\n").length - 1;

/** A case whose lines are counted from below the imports. */
function below(
  name: string,
  source: string,
  complaints: readonly string[] = [],
): Case {
  return {
    name,
    source: imports + source,
    complaints: complaints.map((complaint) => {
      const [rule, line] = complaint.split(":");
      return `${rule}:${Number(line) + lines}`;
    }),
  };
}

/** Plain JavaScript: both linters read it without a parser of another package. */
export const cases: readonly Case[] = [
  below("an Entity without a key", 'class Ship extends Entity { id = ""; }', [
    "entity-key:1",
  ]),
  below(
    "keys as a field, as a getter, and of the base",
    `class Ship extends Entity { id = ""; static key = "Ship"; }
class Port extends Entity { id = ""; static get key() { return "Port"; } }
class Admin extends User { level = 0; }`,
  ),
  {
    name: "other names for Entity",
    source: `import { Entity as Base } from "@tessera/client/schema";
import * as tessera from "npm:@tessera/client@^0.1";
export class Ship extends Base { id = ""; }
export default class extends tessera.Entity { id = ""; }
`,
    complaints: ["entity-key:3", "entity-key:4"],
  },
  {
    name: "an Entity of another library",
    source: 'import { Entity } from "typeorm";\nclass Ship extends Entity {}\n',
  },
  {
    name: "a base that another module has",
    source:
      'import { Base } from "./base.js";\nexport class Ship extends Base {}\n',
  },
  below(
    "a mixin without a key; with options, on a class with a key, below a class",
    `class Ship { id = ""; }
class Port { id = ""; static key = "Port"; }
export const A = EntityMixin(Ship);
export const B = EntityMixin(Ship, { key: "Ship" });
export const C = EntityMixin(Port);
export class D extends EntityMixin(Ship) { static key = "Ship"; }`,
    ["entity-key:3"],
  ),
  below(
    "a name that something nearer has",
    "function f(Entity) { return class extends Entity {}; }",
  ),
  below(
    "primary keys: none, pk, id, of the base, and a static id, which is none",
    `class Ship extends Entity { imo = ""; static key = "Ship"; }
class A extends Entity { imo = ""; pk() { return this.imo; } static key = "A"; }
class B extends Entity { get id() { return ""; } static key = "B"; }
class C extends User { static key = "C"; }
class D extends Entity { imo = ""; static id = 1; static key = "D"; }
class E extends Entity { #id = ""; imo = ""; static key = "E"; }`,
    ["entity-pk:1", "entity-pk:5", "entity-pk:6"],
  ),
  below(
    "primary keys of mixins",
    `class Ship { imo = ""; }
export const A = EntityMixin(Ship, { key: "Ship" });
export const B = EntityMixin(Ship, { key: "Ship", pk: (ship) => ship.imo });
export const C = EntityMixin(Ship, { key: "Ship", pk(ship) { return ship.imo; } });`,
    ["entity-pk:2"],
  ),
  below(
    "mutations of a resource, in every hook that requests",
    `function Page() {
  useSuspense(UserResource.update, { id: "1" });
  useDLE(UserResource.partialUpdate, { id: "1" });
  useFetch(UserResource.delete, { id: "1" });
  useLive(UserResource.getList.push, {});
  useSubscription(UserResource.getList.unshift, {});
  usePrefetch(UserResource.getList.assign, {});
  useSuspenseAll([[UserResource.get, { id: "1" }], [UserResource.getList.move, {}]]);
}`,
    [2, 3, 4, 5, 6, 7, 8].map((line) => `no-mutation-in-reading-hook:${line}`),
  ),
  below(
    "reads, and a mutation that a handler fetches",
    `function Page() {
  useSuspense(UserResource.get, { id: "1" });
  useSuspense(UserResource.getList);
  useCache(UserResource.update, { id: "1" });
  const { fetch } = useController();
  return () => fetch(UserResource.update, { id: "1" }, {});
}`,
  ),
  below(
    "mutations by method, body or sideEffect, wherever they are made",
    `const create = new RestEndpoint({ path: "/users", method: "POST" });
const patch = getUser.extend({ method: "PATCH" });
const upload = new RestEndpoint({ path: "/files", body: {} });
const touch = new Endpoint(() => Promise.resolve(1), { sideEffect: true });
const search = new RestEndpoint({ path: "/search", method: "POST", sideEffect: undefined });
const renamed = patch.extend({ name: "renamed" });
const read = patch.extend({ method: "GET" });
const { update } = UserResource;
const alias = update;
function Page() {
  useSuspense(create);
  useSuspense(patch);
  useSuspense(upload);
  useSuspense(touch);
  useSuspense(search);
  useSuspense(renamed);
  useSuspense(read);
  useSuspense(update);
  useSuspense(alias);
}`,
    [11, 12, 13, 14, 16, 18, 19].map((line) =>
      `no-mutation-in-reading-hook:${line}`
    ),
  ),
  below(
    "a hook of the same name from elsewhere",
    "function f(useSuspense) { useSuspense(UserResource.update); }",
  ),
  below(
    "endpoints made in a component, and where it is called",
    `function Page({ token }) {
  const get = getUser.extend({ schema: { data: User } });
  useSuspense(get, { id: "1" });
  useSuspense(getUser.extend({ token, schema: [User] }), { id: "1" });
  useCache(new RestEndpoint({ path: "/users/:id", schema: [User] }), { id: "1" });
  useCancelling(new Endpoint(() => Promise.resolve(1), { schema: new Collection([User]) }));
}
const useUser = () => useDLE(getUser.extend({ schema: new Collection([User]) }), { id: "1" });`,
    [
      ...[3, 4, 5, 6, 8].map((line) => `stable-endpoint:${line}`),
      "no-collection-in-render:6",
      "no-collection-in-render:8",
    ],
  ),
  below(
    "endpoints made outside, remembered, or taken",
    `const other = getUser.extend({ name: "other" });
function Page({ endpoint, token }) {
  const get = useMemo(() => getUser.extend({ schema: { data: User } }), []);
  useSuspense(get, { id: "1" });
  // with the same key and the same schema, hooks see no difference
  useSuspense(getUser.extend({ token }), { id: "1" });
  useSuspense(getUser.extend({ schema: User }), { id: "1" });
  useSuspense(new RestEndpoint({ path: "/users/:id", schema: User }), { id: "1" });
  useCache(new RestEndpoint({ path: "/users/:id" }), { id: "1" });
  useSuspense(getUser.extend({ schema: null }), { id: "1" });
  useSuspense(getUser.extend({ schema: useMemo(() => [User], []) }), { id: "1" });
  useSuspense(getUser.extend({ schema: [User], ...endpoint }), { id: "1" });
  useSuspense(other, { id: "1" });
  useSuspense(endpoint, { id: "1" });
  const cancelling = useCancelling(getUser, { id: "1" });
  useSuspense(cancelling, { id: "1" });
}`,
  ),
  below(
    "Collections made in components and hooks",
    `function Page({ ids }) {
  const list = new Collection([User]);
  return ids.map(() => <p>{list === new Collection([User])}</p>);
}
const Other = memo(() => new Collection([User]));
const useList = () => new Collection([User]);`,
    [2, 3, 5, 6].map((line) => `no-collection-in-render:${line}`),
  ),
  below(
    "Collections made outside, or once",
    `const list = new Collection([User]);
const make = (schema) => new Collection([schema]);
function ListOf(schema) { return new Collection([schema]); }
const all = new Map();
function Page() {
  const list = useMemo(() => new Collection([User]), []);
  const ref = useRef(new Collection([User]));
  const [state] = useState(new Collection([User]));
  const holder = useRef(null);
  if (holder.current === null) holder.current = new Collection([User]);
  holder.current ??= new Collection([User]);
  const known = all.get("list") ?? new Collection([User]);
  return () => new Collection([User]);
}`,
  ),
  below(
    "keys and primary keys that a class is given outside of its body",
    `class A extends Entity { id = ""; }
A.key = "A";
class B extends Entity { id = ""; static { this.key = "B"; } }
class C extends Entity { id = ""; static { C["key"] = "C"; } }
class D extends Entity { id = ""; }
Object.assign(D, { key: "D" });
class E extends Entity { id = ""; }
Object.defineProperty(E, "key", { value: "E" });
const F = class extends Entity { id = ""; };
F.key = "F";
const G = keyed("G", class extends Entity { id = ""; });
class H extends Entity { static key = "H"; constructor() { super(); this.id = ""; } }
class I extends Entity { static key = "I"; }
I.prototype.pk = () => "i";
class J extends Entity { static key = "J"; static pk({ imo }) { return imo; } }
class K extends Entity { id = ""; static setUp() { this.key = "K"; } }
const L = EntityMixin(class { id = ""; });
L.key = "L";
const options = { key: "M", pk: (ship) => ship.imo };
const M = EntityMixin(class { imo = ""; }, options);
class O extends A { level = 0; }
function register(id) { class P extends Entity { id = id; } P.key = "P"; return P; }
class Q extends Entity { "id" = ""; static ["key"] = "Q"; }`,
  ),
  below(
    "names that are computed",
    `const key = "pk";
const KEY = "key";
const id = "id";
const called = whatever();
class A extends Entity { id = ""; static [KEY] = "A"; }
class B extends Entity { id = ""; static get [KEY]() { return "B"; } }
class C extends Entity { id = ""; static [called] = "C"; }
class D extends Entity { [id] = ""; static key = "D"; }
class E extends Entity { imo = ""; [key]() { return this.imo; } static key = "E"; }
class F extends Entity { id = ""; static [\`key\`] = "F"; }
class G extends Entity { id = ""; }
G[KEY] = "G";
const H = EntityMixin(class { imo = ""; }, { [KEY]: "H", [key]: ({ imo }) => imo });
class I extends Entity { id = ""; static [key] = ""; static [Symbol.hasInstance]() {} }
class J extends Entity { imo = ""; [KEY] = ""; static [/* the table */ KEY] = "J"; }`,
    ["entity-key:14", "entity-pk:15"],
  ),
  below(
    "keys that functions, patterns and loops give",
    `class A extends Entity { id = ""; static { Object.assign(this, { key: "A" }); } }
class B extends Entity { id = ""; static { register(this); } }
class C extends Entity { static key = "C"; name = ""; constructor(props) { super(); Object.assign(this, props); } }
class D extends Entity { id = ""; }
({ key: D.key } = { key: "D" });
class E extends Entity { id = ""; }
[E.key] = ["E"];
class F extends Entity { id = ""; }
for (F.key of ["F"]);
class G extends Entity { id = ""; }
class H extends Entity { id = ""; }
registerAll({ G, others: [H] });
class I extends Entity { id = ""; }
const all = { I, J: class extends Entity { id = ""; } };
registerAll(all);
class K extends Entity { id = ""; }
register({ ...rest, ["k"]: K });`,
  ),
  below(
    "rows whose primary key a class makes, or does not speak of",
    `class A extends Entity { static key = "A"; }
class B extends Entity { static key = "B"; name = ""; static process(row) { return { ...row, id: row.name }; } }
class C extends A { static key = "C"; }
const D = EntityMixin(class {}, { key: "D" });
class E extends A { name = ""; static key = "E"; }`,
    ["entity-pk:5"],
  ),
  below(
    "keys that are given to something else",
    `class A extends Entity { id = ""; }
class B extends Entity { id = ""; }
B.key = "B";
A.name2 = "A";
class C extends Entity { id = ""; static { B.key = "C"; } }
class D extends Entity { static key = "D"; rename() { this.imo = ""; } }
class E extends Entity { id = ""; setKey() { this.key = "E"; } }`,
    ["entity-key:1", "entity-key:5", "entity-pk:6", "entity-key:7"],
  ),
  below(
    "classes that anybody may give anything to",
    `class A extends Entity {}
class B extends Entity {}
for (const each of [A, B]) each.key = each.name;`,
  ),
  below(
    "a class that is only a base, and one that is more",
    `class Base extends Entity { name = ""; }
export class A extends Base { id = ""; static key = "A"; }
export class B extends Base { pk() { return this.name; } static key = "B"; }
class Both extends Entity { id = ""; }
class C extends Both { static key = "C"; }
const all = new Collection([Both]);`,
    ["entity-key:4"],
  ),
  below(
    "reads that are called like mutations",
    `const api = { update: getUser, users: { ...UserResource, remove: getUser, delete: getUser } };
const { update, users } = api;
const { get: push, update: rename = getUser } = UserResource;
const Game = UserResource.extend({ move: getUser, update: UserResource.get });
const Feed = UserResource.extend("delete", { path: "/deleted", method: "GET" });
const Other = UserResource.extend((base) => ({ partialUpdate: base.get }));
const list = UserResource.getList.extend({ push: getUser });
let { delete: removed } = UserResource;
removed = getUser;
function Page({ feed, posts }) {
  useSuspense(api.update, { id: "1" });
  useSuspense(update, { id: "1" });
  useSuspense(users.remove, { id: "1" });
  useSuspense(users.delete, { id: "1" });
  useSuspense(push, { id: "1" });
  useSuspense(rename, { id: "1" });
  useSuspense(Game.move, { id: "1" });
  useSuspense(Game.update, { id: "1" });
  useSuspense(Feed.delete);
  useSuspense(Other.partialUpdate, { id: "1" });
  useSuspense(list.push);
  useSuspense(removed, { id: "1" });
  useSuspense(feed.update);
  useSuspense(posts.getList.push);
}`,
  ),
  {
    name: "resources of other modules, by their names",
    source: `import { useSuspense } from "@tessera/client/react";
import { TodoResource, feed, moves } from "./api.js";
const { update } = TodoResource;
const { update: latest, remove } = feed;
export function Page() {
  useSuspense(TodoResource.update, { id: "1" });
  useSuspense(TodoResource.getList.push, {});
  useSuspense(update, { id: "1" });
  useSuspense(feed.update);
  useSuspense(latest);
  useSuspense(remove);
  useSuspense(moves.push);
  useSuspense(feed.getList.push);
}
`,
    complaints: [6, 7, 8].map((line) => `no-mutation-in-reading-hook:${line}`),
  },
  below(
    "endpoints that only read, although they send",
    `class SearchEndpoint extends RestEndpoint { sideEffect = undefined; }
const search = new SearchEndpoint({ path: "/search", method: "POST" });
const ask = new Endpoint(() => Promise.resolve(1), { method: "POST" });
const filter = getUser.extend({ body: {} });
const either = new RestEndpoint({ path: "/", method: kind, body: {} });
const shared = new RestEndpoint({ path: "/", method: "POST", ...reading });
const empty = new RestEndpoint({ path: "/", body: nothing });
const options = new RestEndpoint({ path: "/", method: "OPTIONS" });
const imported = new OtherEndpoint({ path: "/", method: "POST" });
class ApiEndpoint extends RestEndpoint { urlPrefix = "/api"; }
const create = new ApiEndpoint({ path: "/users", method: "POST" });
function Page() {
  useSuspense(search);
  useSuspense(ask);
  useSuspense(filter);
  useSuspense(either);
  useSuspense(shared);
  useSuspense(empty);
  useSuspense(options);
  useSuspense(imported);
  useSuspense(create);
}`,
    ["no-mutation-in-reading-hook:21"],
  ),
];

/** What only TypeScript can say. */
export const typedCases: readonly Case[] = [
  below(
    "members that an interface declares, decorators, and parameters with defaults",
    `interface Ship { id: string }
class Ship extends Entity { static override key = "Ship"; }
@keyed("Port") class Port extends Entity { id = ""; }
class Tug extends Entity { constructor(readonly id = "") { super(); } static override key = "Tug"; }
class Pilot extends Entity { declare id: string; static override readonly key: string = "Pilot"; }`,
  ),
  below(
    "abstract classes, types around values, and parameters that are fields",
    `abstract class Base extends Entity { name = ""; }
export class Ship extends Base { constructor(readonly id: string) { super(); } static override key = "Ship" as const; }
export class Port extends Base { override pk(): string { return this.name; } }
const create = new RestEndpoint({ path: "/users", method: "POST" as const } as const);
export function Page(): void {
  useSuspense(create as typeof create);
  useSuspense(getUser.extend({ schema: [User] as const })!, { id: "1" });
}`,
    [
      "entity-key:3",
      "no-mutation-in-reading-hook:6",
      "stable-endpoint:7",
    ],
  ),
];
