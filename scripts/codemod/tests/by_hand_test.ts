import { byHand as transform } from "../transforms/by_hand.ts";
import { fixtureTest } from "./fixtures.ts";

const args =
  "what depends on the arguments must say so: read them in a function kept in a constant, and call delegate.argsKey(thatFunction)";
const update = "lists add what is created by themselves: take this update out";
const blob =
  'content: "blob" does what this parseResponse does, and types the result';
const nulls =
  "lists keep the null that a server sends, since 0.10: if yours sends any, filter(Boolean) first";

fixtureTest(
  "arguments that are read while denormalizing are reported [endpoint/MOD-26]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from '@data-client/rest';
class Localized {
  denormalize(input: any, delegate: any) {
    const lang = delegate.args[0]?.lang;
    return input[lang] ?? delegate.unvisit(this.schema, input);
  }
}
const two = { denormalize: (input, { args, unvisit }) => unvisit(args[0], input) };
function denormalize(input, delegate) { const { args } = delegate; return args; }
class Fine {
  denormalize(input, delegate) { return input[delegate.argsKey(languageOf)]; }
  normalize(input, parent, key, delegate) { return delegate.args; }
  render(input, delegate) { return delegate.args; }
}
`,
    reports: [`4: ${args}`, `8: ${args}`, `9: ${args}`],
  },
);

fixtureTest(
  "an update of an endpoint that creates is reported [endpoint/MOD-26]",
  {
    transform,
    path: "input.ts",
    before: `import { createResource, RestEndpoint } from '@data-client/rest';
const Users = createResource({ path: '/users/:id', schema: User });
const createUser = Users.getList.push.extend({
  schema: User,
  update: (id) => ({ [Users.getList.key()]: (ids = []) => [...ids, id] }),
});
export const post = new RestEndpoint({
  path: '/users',
  method: 'POST',
  update(id) { return {}; },
});
export const Extended = Users.extend({
  update: Users.update.extend({ update: (id) => ({}) }),
  create: Users.create.extend({ update: addToLists }),
});
function addToLists(id) { return {}; }
setState({ update: () => 1 });
`,
    reports: [`5: ${update}`, `10: ${update}`, `14: ${update}`],
  },
);

fixtureTest(
  "a parseResponse that only reads a blob is reported [endpoint/MOD-26]",
  {
    transform,
    path: "input.ts",
    before: `import { RestEndpoint } from '@data-client/rest';
export const one = new RestEndpoint({
  path: '/files/:id',
  async parseResponse(response) { return await response.blob(); },
});
class FileEndpoint extends RestEndpoint {
  parseResponse(response: Response) {
    return response.blob();
  }
}
const two = one.extend({ parseResponse: (response) => response.blob() });
const three = one.extend({
  async parseResponse(response) {
    const blob = await response.blob();
    return { blob, name: response.headers.get('x-name') };
  },
});
const four = { parseResponse: (response) => response.blob() };
`,
    reports: [`4: ${blob}`, `7: ${blob}`, `11: ${blob}`],
  },
);

fixtureTest(
  "items that might be null are reported once a file [endpoint/MOD-26]",
  {
    transform,
    before: `import { RestEndpoint } from '@data-client/rest';
import { useCache, useDLE, useSuspense } from '@data-client/react';
const getShips = new RestEndpoint({ path: '/ships', schema: [Ship] });
export function Ships() {
  const ships = useSuspense(getShips);
  const { data } = useDLE(PortResource.getList);
  for (const { name } of data) log(name);
  const some = useCache(PortResource.getList)?.map((port) => port.name);
  return ships.map((ship) => <Row key={ship.id} ship={ship} />);
}
`,
    reports: [`7: ${nulls} (here and in 2 more places of this file)`],
  },
);

fixtureTest(
  "items that are asked for, and those of our package, are not reported [endpoint/MOD-26]",
  {
    transform,
    before: `import { useSuspense } from '@data-client/react';
import { useSuspense as useOur } from '@tessera/client/react';
export function Ships() {
  const ships = useSuspense(ShipResource.getList);
  const ours = useOur(ShipResource.getList).map((ship) => ship.name);
  const ship = useSuspense(ShipResource.get, { id: 1 }).parts.map((part) => part.id);
  return ships.filter(Boolean).map((ship) => ship.name).concat(ships.map((ship) => ship?.name));
}
`,
  },
);

fixtureTest("lookups of older queries are reported [endpoint/MOD-26]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@data-client/rest';
class Latest {
  queryKey(args, queryKey, getEntity, getIndex) { return getEntity('User', '1')?.id; }
}
class Older { infer = (args, indexes, recurse, entities) => undefined; }
class Fine {
  queryKey(args, recurse, delegate) { return delegate.getEntity('User', '1')?.id; }
}
`,
  reports: [
    "3: queryKey takes (args, recurse, delegate): getEntity and getIndex are methods of the delegate",
    "5: infer is queryKey(args, recurse, delegate) now",
  ],
});

fixtureTest("types in comments are reported [endpoint/MOD-26]", {
  transform,
  path: "input.js",
  before: `import { Entity } from '@data-client/rest';
/**
 * @type {import('@data-client/react').Middleware}
 */
export const log = () => (next) => next;
/** @type {import("@tessera/client").Entity | import("other").Entity} */
export let entity;
`,
  reports: [
    "3: this comment takes a type from @data-client/react: import it from @tessera/client",
  ],
});
