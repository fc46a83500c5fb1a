// deno-lint-ignore-file no-explicit-any -- options are typed by Resource
import {
  choicesOf,
  isDevelopment,
  isObject,
  isPlainObject,
  isUnion,
  standIns,
} from "../schema/engine.ts";
import { Collection, Invalidate } from "../schema/mod.ts";

import { linkSuper } from "./endpoint.ts";
import { listKey } from "./lists.ts";
import { parsePath } from "./path_template.ts";
import { RestEndpoint, sentBy } from "./rest_endpoint.ts";
import type {
  Resource,
  ResourceDefinition,
  ResourceInterface,
  ResourceShape,
} from "./types/resource.ts";
import type { SnapshotInterface } from "./contract.ts";

/**
 * Makes the endpoints that read and change what one path addresses: `get`,
 * `getList` (with `push`, `unshift`, `remove`, `move` and `getPage`),
 * `update`, `partialUpdate` and `delete`.
 *
 * @param options `path` with a parameter and `schema` are required; what is not an option of
 * `resource()` itself is passed to every endpoint
 * @throws {TypeError} when the path is not a valid template
 * @throws {Error} when the path has no parameter
 *
 * @example
 * ```ts
 * import { Entity, resource } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   name = "";
 *   berth = 0;
 *   static override key = "Vessel";
 * }
 *
 * const VesselResource = resource({
 *   urlPrefix: "https://harbour.test",
 *   path: "/fleets/:fleet/vessels/:id",
 *   schema: Vessel,
 *   searchParams: {} as { berth?: number },
 *   paginationField: "page",
 * });
 *
 * assertEquals(
 *   VesselResource.get.key({ fleet: 1, id: 7 }),
 *   "GET https://harbour.test/fleets/1/vessels/7",
 * );
 * assertEquals(
 *   VesselResource.getList.push.key({ fleet: 1 }, { name: "Fram" }),
 *   "POST https://harbour.test/fleets/1/vessels",
 * );
 * ```
 */
export function resource<
  O extends ResourceShape,
  Path extends string = O["path"],
  S = O["schema"],
>(options: ResourceDefinition<O, Path, S>): Resource<O> {
  const [listOptions, others] = splitOptions(options);
  const {
    path,
    schema,
    searchParams,
    body,
    optimistic,
    paginationField,
    Endpoint = RestEndpoint,
    Collection: ListSchema = Collection,
    ...shared
  } = others;
  const listed = listPath(path);
  const name = nameOf(schema) ?? listed;
  const base = new (Endpoint as any)({ ...shared, path, schema });
  linkSuper(base, options);
  const make = (action: string, method: string, own?: object) =>
    base.extend({ name: `${name}.${action}`, method, ...own });
  const expecting = (getOptimisticResponse: unknown) =>
    optimistic && { getOptimisticResponse };
  // as `undefined` it still means that one is taken, by the type of the schema
  const changing = (getOptimisticResponse: unknown) => ({
    ...body !== undefined && { body },
    ...expecting(getOptimisticResponse),
  });
  const getList = make("getList", "GET", {
    path: listed,
    movePath: path,
    schema: new ListSchema([schema], listOptions),
    searchParams,
    paginationField,
    ...changing(optimisticResponse),
  });
  getList.schema.ofPath?.(listKey(getList, listed));
  const members = {
    get: make("get", "GET"),
    getList,
    create: adderTo(getList, name),
    update: make("update", "PUT", changing(optimisticResponse)),
    partialUpdate: make("partialUpdate", "PATCH", changing(optimisticPartial)),
    delete: make("delete", "DELETE", {
      schema: isDeletable(schema) ? new Invalidate(schema) : schema,
      ...expecting(optimisticDelete),
    }),
  };
  return createExtensible(name, members) as unknown as Resource<O>;
}

/** Options of the list of a resource. */
const listOptionNames =
  "nonFilterArgumentKeys windowArgumentKeys order addAt follow".split(" ");

/** Options of the list that are set, and all others. */
function splitOptions(options: any): [listOptions: any, others: any] {
  const others = { ...options };
  let listOptions: any;
  for (const name of listOptionNames) {
    if (others[name] !== undefined) {
      listOptions = { ...listOptions, [name]: others[name] };
    }
    delete others[name];
  }
  return [listOptions, others];
}

/**
 * {@linkcode resource} under its former name.
 *
 * @param options `path` and `schema` are required; see {@linkcode resource}
 * @throws {TypeError} when the path is not a valid template
 * @throws {Error} when the path has no parameter
 *
 * @example
 * ```ts
 * import { createResource, Entity } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class Vessel extends Entity {
 *   id = "";
 *   static override key = "Vessel";
 * }
 *
 * const VesselResource = createResource({ path: "/vessels/:id", schema: Vessel });
 * assertEquals(VesselResource.getList.key(), "GET /vessels");
 * ```
 */
export const createResource: typeof resource = resource;

/** Name of what the schema describes, for the names of endpoints. */
function nameOf(schema: any): string | undefined {
  if (typeof schema?.key === "string" && schema.key !== "") return schema.key;
  if (typeof schema?.schemaKey === "function") return schema.schemaKey();
  return schema?.name || undefined;
}

/** Only what has a primary key can be deleted from the cache. */
function isDeletable(schema: any): boolean {
  return isUnion(schema) ||
    typeof schema === "function" && typeof schema.pk === "function";
}

type Members = Record<string, any>;

/** The endpoint that adds to a list, named as a member of the resource. */
function adderTo(list: any, entityName: string): any {
  return list?.push?.extend({ name: `${entityName}.create` });
}

/**
 * Makes a resource of its members: gives them an `extend`, which needs no `this`.
 * Where an object has it that this one was spread into, it extends that object.
 *
 * @param entityName start of the names of members that are added
 * @param members the endpoints
 * @param adder the member `create`, as long as it follows the list
 */
function createExtensible(
  entityName: string,
  members: Members,
  adder = members.create,
): ResourceInterface {
  const resource: Members = {
    ...members,
    extend(
      this: Members | undefined,
      extension: unknown,
      options?: Members,
    ): ResourceInterface {
      const extended = this ?? resource;
      const next: Members = {
        ...extended,
        ...changesOf(entityName, extended, extension, options),
      };
      const before = members.getList?.push;
      const push = next.getList?.push;
      let follower = adder;
      // what adds to the list adds to the one in its place
      if (next.create === adder || next.create === before) {
        if (push !== before) follower = adderTo(next.getList, entityName);
        next.create = follower;
      } else if (
        next.create?.schema === before?.schema &&
        before?.schema !== push?.schema
      ) next.create = next.create.extend({ schema: push?.schema });
      return createExtensible(entityName, next, follower);
    },
  };
  return resource as unknown as ResourceInterface;
}

function changesOf(
  entityName: string,
  resource: Members,
  extension: unknown,
  options: Members | undefined,
): Members {
  if (typeof extension === "function") {
    // a resource that was spread into the result brings its own `extend`
    const { extend: _, ...rest } = extension(resource) ?? {};
    for (const [name, member] of Object.entries<any>(rest)) {
      // not known by the name of the member that it derives from
      if (
        typeof member === "function" && "urlPrefix" in member &&
        !Object.hasOwn(member, "name")
      ) member.name = `${entityName}.${name}`;
    }
    return rest;
  }
  if (typeof extension === "string") {
    const member = Object.hasOwn(resource, extension)
      ? resource[extension]
      // not in one step, so that `super` in the options is what they override
      : resource.get.extend({ name: `${entityName}.${extension}` });
    return { [extension]: member.extend(options) };
  }
  const changes: Members = {};
  for (const [name, memberOptions] of Object.entries(extension as Members)) {
    if (!Object.hasOwn(resource, name) || name === "extend") {
      throw new Error(
        `resource.extend: ${entityName} has no member ${name}.` +
          (isDevelopment()
            ? ` Add one with extend("${name}", options), or return it from extend(base => ({ ${name}: ... })).`
            : ""),
      );
    }
    changes[name] = resource[name].extend(memberOptions);
  }
  return changes;
}

/**
 * Returns the path of a list from that of an item: the template cut at its
 * last parameter or wildcard, with a slash at the end if the template has one.
 *
 * @param path template such as `/fleets/:fleet/vessels/:id`
 * @throws {TypeError} when the template is not valid
 * @throws {Error} when it has no parameter
 */
function listPath(path: string): string {
  if (parsePath(path).names.size === 0) {
    throw new Error(
      `resource: the path ${path} ` +
        (isDevelopment()
          ? "must have a :parameter or *wildcard, which tells items apart, such as " +
            "/vessels/:id. A colon after a backslash is text."
          : "has no parameter."),
    );
  }
  // where the groups begin that are open
  const open: number[] = [];
  let base = path;
  let depth = 0;
  // a character after a backslash is text, and so is what a name has in quotes
  const parts = path.matchAll(/\\.|[:*]"(?:\\.|[^"])*"|[{}:*]/gs);
  for (const { 0: part, index } of parts) {
    if (part === "{") open.push(index);
    else if (part === "}") open.pop();
    else if (!part.startsWith("\\")) {
      // a name directly in a group takes the group with it; groups around that one stay
      base = path.slice(0, open.at(-1) ?? index);
      depth = Math.max(open.length - 1, 0);
    }
  }
  const list = base.replace(/\/$/, "") + "}".repeat(depth);
  // servers that end their paths so would lead elsewhere, and a POST would become a GET
  return base && /\/$/.test(path) ? list + "/" : list;
}

/** The response to expect of a mutation that responds with what it stored. */
function optimisticResponse(
  this: any,
  _snap: SnapshotInterface,
  ...args: unknown[]
): unknown {
  const sent = sentBy(this, args);
  // nobody knows what else a row is that is moved, if it is not stored
  if (this.schema?.kind === "move" && isObject(sent)) {
    standIns.set(sent, "partial");
  }
  return sent;
}

/** The response to expect of a change of some fields: the stored entity with these fields. */
function optimisticPartial(
  this: any,
  snap: SnapshotInterface,
  ...args: unknown[]
): unknown {
  const sent: any = sentBy(this, args);
  const schemas = storedBy(this.schema);
  if (isDevelopment()) warnOfUnqueryable(this, schemas);
  // what it is, and whether it is there, is known where it is stored
  if (
    isUnion(schemas[0]) ||
    schemas.every((schema) => typeof schema?.pk === "function")
  ) {
    standIns.set(sent, "partial");
    return sent;
  }
  const entity = snap.get(schemas[0], sent);
  if (!entity) throw snap.abort;
  const body: any = sentBy(this, args.slice(-1));
  return { ...sent, ...entity as object, ...body };
}

/** Schemas by which the store can be asked for what a response changes: of a change of lists those of the members. */
function storedBy(schema: any): readonly any[] {
  const list = schema?.collection?.schema;
  return list === undefined ? [schema] : choicesOf(list);
}

/** Schemas of which it was said that they cannot be asked for. */
const reported = new WeakSet<object>();

/** Warns once of a schema of which no partial update can be expected. */
function warnOfUnqueryable(
  { name, schema }: any,
  schemas: readonly any[],
): void {
  const isQueryable = schemas.some((schema) =>
    typeof schema?.queryKey === "function" ||
    // objects of schemas are asked for member by member
    isPlainObject(schema)
  );
  if (isQueryable || !isObject(schema) || reported.has(schema)) return;
  reported.add(schema);
  console.warn(
    `${name} cannot be optimistic, because the store cannot be asked for the ` +
      "present value of its schema. Use an Entity, a Union, or a change of " +
      "a Collection of these; or write a getOptimisticResponse.",
  );
}

/** The response to expect of a deletion: what tells what is deleted. */
function optimisticDelete(_snap: SnapshotInterface, params: unknown): unknown {
  return params;
}
