// deno-lint-ignore-file no-explicit-any -- options are typed by Resource
import { isDevelopment, isUnion } from "../schema/engine.ts";
import { Collection, Invalidate } from "../schema/mod.ts";
import { linkSuper } from "./endpoint.ts";
import {
  optimisticDelete,
  optimisticPartial,
  optimisticResponse,
  warnOfUnqueryable,
} from "./optimistic_response.ts";
import { listKey } from "./own_lists.ts";
import { createExtensible, createOf } from "./resource_extension.ts";
import { listPath } from "./resource_path.ts";
import { RestEndpoint } from "./rest_endpoint.ts";
import type {
  Resource,
  ResourceDefinition,
  ResourceGenerics,
} from "./types/resource.ts";

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
export function resource<O extends ResourceGenerics>(
  options: ResourceDefinition<O>,
): Resource<O> {
  warnOfLowerCase(options);
  const {
    path,
    schema,
    searchParams,
    body,
    optimistic,
    paginationField,
    nonFilterArgumentKeys,
    Endpoint = RestEndpoint,
    Collection: ListSchema = Collection,
    ...shared
  } = options as any;
  const listed = listPath(path);
  const name = nameOf(schema) ?? listed;
  const make = (own: Record<string, unknown>) => {
    const endpoint = new (Endpoint as any)({ ...shared, ...own });
    linkSuper(endpoint, options, Endpoint.prototype);
    return endpoint;
  };
  const expecting = (getOptimisticResponse: unknown) =>
    optimistic ? { getOptimisticResponse } : undefined;
  if (optimistic && isDevelopment()) {
    warnOfUnqueryable(`${name}.partialUpdate`, schema);
  }

  const list = make({
    ...expecting(optimisticResponse),
    path: listed,
    method: "GET",
    schema: new ListSchema(
      [schema],
      nonFilterArgumentKeys === undefined
        ? undefined
        : { nonFilterArgumentKeys },
    ),
    name: `${name}.getList`,
    movePath: path,
    ...given({ searchParams, body, paginationField }),
  });
  const getList = listed === "/" ? list.extend(addressedByPrefix) : list;
  getList.schema.ofPath?.(listKey(getList, listed));
  const item = { path, schema, ...given({ body }) };
  const members = {
    get: make({ path, schema, method: "GET", name: `${name}.get` }),
    getList,
    ...createOf(name, getList),
    update: make({
      ...expecting(optimisticResponse),
      ...item,
      method: "PUT",
      name: `${name}.update`,
    }),
    partialUpdate: make({
      ...expecting(optimisticPartial),
      ...item,
      method: "PATCH",
      name: `${name}.partialUpdate`,
    }),
    delete: make({
      ...expecting(optimisticDelete),
      path,
      schema: isDeletable(schema) ? new Invalidate(schema) : schema,
      method: "DELETE",
      name: `${name}.delete`,
    }),
  };
  return createExtensible(name, members, true) as unknown as Resource<O>;
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

/** For a list at the root of its prefix: a slash after the prefix would be another address. */
const addressedByPrefix = {
  get path(): string {
    return (this as any).urlPrefix === "" ? "/" : "";
  },
};

/** A body given as `undefined` still means that a payload is taken: its type is that of the schema. */
function given(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).filter(([_, value]) => value !== undefined),
  );
}

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

function warnOfLowerCase(options: any): void {
  if (!isDevelopment()) return;
  const classes = { Endpoint: RestEndpoint, Collection };
  for (const [right, Class] of Object.entries(classes)) {
    const wrong = right.toLowerCase();
    const value = options[wrong];
    const isClass = typeof value === "function" &&
      (value === Class || value.prototype instanceof Class);
    if (isClass && options[right] === undefined) {
      console.warn(
        `resource(${options.path}): the option "${wrong}" has no effect. ` +
          `It is called "${right}", with a capital letter, since it takes a class.`,
      );
    }
  }
}
