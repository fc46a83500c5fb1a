/**
 * What a package of an API exports, as people write it: endpoints taken from
 * resources, derived, or made by classes and functions, and hooks. Each needs a
 * declaration.
 */
import {
  All,
  Collection,
  createClient,
  type Defaults,
  Endpoint,
  Entity,
  EntityMixin,
  hookifyResource,
  Query,
  resource,
  RestEndpoint,
  type RestGenerics,
  Scalar,
  Union,
  Values,
} from "@tessera/client";
import { GQLEndpoint } from "@tessera/client/graphql";
import {
  useController,
  useDLE,
  useInfinite,
  useLoading,
  useQuery,
  useSuspense,
} from "@tessera/client/react";

export class Owner extends Entity {
  id = "";
  name = "";
  static override key = "Owner";
}
export class Ship extends Entity {
  id = "";
  name = "";
  tons = 0;
  owner = Owner.fromJS();
  static override key = "Ship";
  static override schema = { owner: Owner };
}
export class Tug extends Ship {
  type = "tug" as const;
  static override key = "Tug";
}
export class Ferry extends Ship {
  type = "ferry" as const;
  static override key = "Ferry";
}
class Row {
  id = "";
  title = "";
}
export class Note extends EntityMixin(Row) {}

export const ShipResource = resource({
  path: "/fleets/:fleet/ships/:id",
  schema: Ship,
  searchParams: {} as { q?: string } | undefined,
  paginationField: "page",
  optimistic: true,
});
export const { update, getList, partialUpdate: patch } = ShipResource;
export const add = ShipResource.getList.push;
export const addFirst = ShipResource.getList.unshift;
export const take = ShipResource.getList.remove;
export const move = ShipResource.getList.move;
export const getPage = ShipResource.getList.getPage;
export const create = ShipResource.create;
export const rename = ShipResource.update.extend({
  body: {} as { name: string },
});
export const addQuietly = ShipResource.getList.push.extend({
  dataExpiryLength: 60_000,
});
export const weigh = ShipResource.partialUpdate.extend({
  getOptimisticResponse(_snapshot, { id }, body) {
    return { id, ...body };
  },
});

export const Moored = ShipResource.extend("moor", {
  path: "/ships/:id/moor",
  method: "POST",
  body: {} as { berth: number },
});
export const moor = Moored.moor;
export const Built = ShipResource.extend((base) => ({
  byName: base.getList.extend({ path: "/named/:name" }),
  scrap: base.update.extend({ path: "/ships/:id/scrap", body: undefined }),
  addAll: base.getList.push.extend({ method: "PUT" }),
}));
export const Changed = ShipResource.extend({
  getList: { dataExpiryLength: 60_000 },
  update: { method: "PATCH" },
});

export class ApiEndpoint<
  // deno-lint-ignore no-explicit-any -- of any endpoint
  O extends RestGenerics = any,
> extends RestEndpoint<O> {
  token = "";
  override getHeaders(headers: HeadersInit): HeadersInit {
    return { ...headers, authorization: this.token };
  }
}
export class PostEndpoint<
  // deno-lint-ignore no-explicit-any -- of any endpoint
  O extends RestGenerics = any,
> extends RestEndpoint<Defaults<O, { method: "POST" }>> {
  // deno-lint-ignore no-explicit-any -- checked by the caller's type
  constructor(options: any) {
    super({ method: "POST", ...options });
  }
}
export const getShip = new ApiEndpoint({ path: "/ships/:id", schema: Ship });
export const ApiResource = resource({
  path: "/ships/:id",
  schema: Ship,
  Endpoint: ApiEndpoint,
});
export const apiUpdate = ApiResource.update;
export const apiAdd = ApiResource.getList.push;

export const search = new RestEndpoint({
  path: "/search",
  schema: { items: new Collection([Ship]), total: 0 },
  searchParams: {} as { q: string },
});
export const searchMore = search.paginated("cursor");
export const searchBy = search.paginated((
  { cursor: _, ...rest }: { cursor: string; q: string },
) => [rest]);
export const searchAdd = search.push;
export const flagship = getShip.bind(undefined, { id: "1" });
export const download = new RestEndpoint({
  path: "/files/:id/download",
  schema: undefined,
  content: "blob",
});
export const getStream = new RestEndpoint({
  path: "/streams/:name",
  process(value: { title: string }, { name }) {
    return { ...value, name };
  },
});
export const lookOut = new Endpoint(
  ({ hours }: { hours: number }) => Promise.resolve(`${hours} hours`),
  { name: "lookOut" },
);

export const fleet = new Collection([Ship], {
  argsKey: ({ flag }: { flag: string }) => ({ flag }),
});
export const berths = new Collection(new Values(Ship)).assign;
export const heavy = new Query(
  new All(Ship),
  (ships, { tons }: { tons: number }) =>
    ships.filter((ship) => ship.tons > tons),
);
export const vessels = new Union({ tug: Tug, ferry: Ferry }, "type");
export const addVessel =
  resource({ path: "/vessels/:id", schema: vessels }).getList.push;
export const shares = new Scalar({
  lens: (args) => args[0]?.portfolio,
  key: "portfolio",
  entity: Ship,
});

export const { useUpdate } = hookifyResource(ShipResource, () => ({}));
const graph = new GQLEndpoint("https://harbour.test/graphql");
export const renameBy = graph.mutation(
  (_: { id: string; name: string }) => "mutation { rename { id name } }",
  { rename: Ship },
);

export const { fetch, set } = createClient().controller;
export function useShip(id: string | undefined) {
  return useSuspense(ShipResource.get, id ? { fleet: 1, id } : null);
}
export function useShips() {
  return useDLE(ShipResource.getList, { fleet: 1 });
}
export function useHeavy() {
  return useQuery(heavy, { tons: 3 });
}
export function usePages() {
  return useInfinite(ShipResource.getList, [{ fleet: 1 }], {
    getNextPageParam: (last) => last.length,
  });
}
export function useAdding() {
  const { fetch } = useController();
  return useLoading(
    (name: string) => fetch(ShipResource.getList.push, { fleet: 1 }, { name }),
    [],
  );
}
