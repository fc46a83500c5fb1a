/**
 * Clients that write in other ways than by the endpoints of a resource.
 *
 * @module
 */
import {
  type Clock,
  Endpoint,
  type EndpointInterface,
  Invalidate,
  NetworkError,
} from "../../../mod.ts";
import { GQLEndpoint } from "../../../endpoint/graphql/gql_endpoint.ts";
import { WebSocketManager } from "../../../controller/live/push/mod.ts";
import type { StreamHandlers } from "../../../controller/live/push/mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { RefreshManager } from "../../../controller/live/refresh.ts";
import { type Interceptor, mockLayer } from "../../../controller/mock/mod.ts";
import type { Fetch, Fields, Row, Setting, Subject } from "./contract.ts";
import { ManualConnection } from "../outside_world.ts";
import {
  RowEntity,
  type rowResource,
  storageOf,
  tesseraClient,
  type Ways,
} from "./tessera_client.ts";

type RowResource = ReturnType<typeof rowResource>;

/** A socket whose messages arrive when a run says so. */
class PretendSocket extends WebSocketManager {
  #handlers: StreamHandlers<CloseEvent> | undefined;

  constructor(clock: Clock) {
    super({ url: "ws://pretend", entities: { row: RowEntity }, clock });
  }
  protected override get isSupported(): boolean {
    return true;
  }
  protected override open(
    _url: string,
    channels: readonly string[],
    handlers: StreamHandlers<CloseEvent>,
  ) {
    this.#handlers = handlers;
    queueMicrotask(handlers.onOpen);
    return { channels: new Set(channels), close() {} };
  }
  receive(row: Partial<Row>): void {
    const data = JSON.stringify({ type: "row", data: row });
    this.#handlers!.onMessage(new MessageEvent("message", { data }));
  }
}

/** A client that is told of rows, forgets them, and aborts requests. */
export function toldClient(setting: Setting): Subject {
  let socket!: PretendSocket;
  return tesseraClient(setting, {
    managers: (clock) => [socket = new PretendSocket(clock)],
    write: (client, rows) => ({
      async tell(how, row, fields) {
        const { id } = row;
        switch (how) {
          case "value":
            return await client.set(RowEntity, { id }, { id, ...fields });
          case "updater":
            return await client.set(
              RowEntity,
              { id },
              (row) => ({ ...row, ...fields }),
            );
          case "read":
            return await client.setResponse(rows.get, { id }, row);
          case "mutation":
            return await client.setResponse(
              rows.partialUpdate,
              { id },
              fields,
              row,
            );
          case "message":
            return socket.receive({ id, ...fields });
          case "whole message":
            return socket.receive(row);
        }
      },
      reset: (isStore) =>
        isStore
          ? client.resetEntireStore()
          : client.controller.invalidateAll(rows.getList),
      abort: (id, fields) =>
        client.controller.abort(rows.partialUpdate, { id }, fields),
    }),
  });
}

/** A client that sends a mutation without an answer again. */
export function retryingClient(setting: Setting): Subject {
  // a PATCH and a POST are sent again only where an endpoint says so
  const again = { idempotent: true } as object;
  return tesseraClient(setting, {
    retry: 1,
    write: (client, rows) => ({
      patch: (id, fields) =>
        client.fetch(rows.partialUpdate.extend(again), { id }, fields),
      create: (row) => client.fetch(rows.create.extend(again), row),
      restore: (id) => client.fetch(rows.restore.extend(again), { id }),
      move: (id, status) =>
        client.fetch(rows.getList.move.extend(again), { id }, { status }),
    }),
  });
}

/** A client whose mutations wait in a queue while there is no network. */
export function queueingClient(setting: Setting): Subject {
  return queueing(setting, {});
}

/** A client with a queue of the endpoints of its rows, and of others. */
function queueing(
  setting: Setting,
  others: Record<string, EndpointInterface>,
  write?: Ways["write"],
): Subject {
  const connection = new ManualConnection();
  let offline!: OfflineManager;
  return tesseraClient(setting, {
    managers: (clock, rows) => [
      // what was asked in vain is asked again
      new RefreshManager({ clock, connection }),
      offline = new OfflineManager({
        storage: storageOf(setting.page?.storage ?? new Map()),
        endpoints: {
          create: rows.create,
          replace: rows.update,
          edit: rows.partialUpdate,
          remove: rows.delete,
          restore: rows.restore,
          move: rows.getList.move,
          leave: rows.getTeam.remove,
          join: rows.getTeam.push,
          ...others,
        },
        clock,
        connection,
        retryDelay: 0,
      }),
    ],
    write: (client, rows) => ({
      retries: true,
      connect: (isOnline) => connection.set(isOnline),
      queued: () => offline.entries().length,
      ...write?.(client, rows),
    }),
  });
}

/** Which calls fixtures stand in for. */
export type Mocked = "reads" | "mutations" | "all";

/** A call, and what it sends: a method, a path and a body. */
type Call = readonly [
  endpoint: EndpointInterface,
  sent: (
    row: Row,
    fields: Fields,
  ) => readonly [method: string, path: string, body?: unknown],
];

function callsOf(rows: RowResource, which: Mocked): readonly Call[] {
  const pathOf = ({ id }: Row) => `/rows/${id}`;
  const listPath = ({ status }: Partial<Row> = {}) =>
    status ? `/rows?status=${status}` : "/rows";
  const reads: readonly Call[] = [
    [rows.get, (row) => ["GET", pathOf(row)]],
    [rows.getList, (args) => ["GET", listPath(args)]],
    [rows.getTeam, () => ["GET", "/team/rows"]],
  ];
  const mutations: readonly Call[] = [
    [rows.create, (row) => ["POST", "/rows", row]],
    [rows.update, (row, whole) => ["PUT", pathOf(row), whole]],
    [rows.partialUpdate, (row, fields) => ["PATCH", pathOf(row), fields]],
    [rows.delete, (row) => ["DELETE", pathOf(row)]],
    [rows.restore, (row) => ["POST", `${pathOf(row)}/restore`]],
    [rows.getList.move, (row, fields) => ["PATCH", pathOf(row), fields]],
    [rows.getTeam.remove, (row) => ["PATCH", "/team/rows", row]],
    [rows.getTeam.push, (row) => ["POST", "/team/rows", row]],
  ];
  return { reads, mutations, all: [...reads, ...mutations] }[which];
}

/** Fixtures that compute their responses, when the server has answered. */
function fixturesOf(
  rows: RowResource,
  { fetch }: Setting,
  which: Mocked,
): readonly Interceptor[] {
  return callsOf(rows, which).map(([endpoint, sent]) => ({
    endpoint,
    async response(...args: unknown[]) {
      const [method, path, body] = sent(...args as [Row, Fields]);
      const response = await requested(fetch, path, method, body);
      return response.status === 204 ? undefined : await response.json();
    },
  }));
}

/** A client for some of whose calls fixtures stand in. */
export function mockedClient(setting: Setting, which: Mocked): Subject {
  return tesseraClient(setting, {
    fixtures: (rows) => fixturesOf(rows, setting, which),
  });
}

/** A client for whose network step interceptors stand in. */
export function interceptedClient(setting: Setting): Subject {
  return tesseraClient(setting, {
    fixtures: (rows) =>
      callsOf(rows, "all").map(([endpoint]) => ({
        endpoint,
        async fetchResponse(input: RequestInfo, init: RequestInit) {
          const response = await setting.fetch(String(input), init);
          // a value stands for a response of 200
          return response.status === 200 ? await response.json() : response;
        },
      })),
  });
}

/** A client with a layer of fixtures in front of its controller, through which it writes. */
export function layeredClient(setting: Setting): Subject {
  return tesseraClient(setting, {
    write(client, rows) {
      const layer = mockLayer(client.controller, {
        fixtures: fixturesOf(rows, setting, "mutations"),
      });
      return {
        patch: (id, fields) => layer.fetch(rows.partialUpdate, { id }, fields),
        put: (row) => layer.fetch(rows.update, { id: row.id }, row),
        move: (id, status) =>
          layer.fetch(rows.getList.move, { id }, { status }),
        delete: (id) => layer.fetch(rows.delete, { id }),
        create: (row) => layer.fetch(rows.create, row),
        leave: (id) => layer.fetch(rows.getTeam.remove, { id }),
        join: (id) => layer.fetch(rows.getTeam.push, { id }),
        restore: (id) => layer.fetch(rows.restore, { id }),
      };
    },
  });
}

/** Sends a request as a program of its own would. */
async function requested(
  fetch: Fetch,
  path: string,
  method: string,
  body?: unknown,
): Promise<Response> {
  const response = await fetch(path, { method, body: JSON.stringify(body) });
  if (!response.ok) throw await NetworkError.from(response);
  return response;
}

/**
 * A client whose mutations are functions of its own, without a path or a method.
 *
 * @param isQueued whether they wait in a queue while there is no network
 */
export function functionClient(
  { fetch, ...setting }: Setting,
  isQueued = false,
): Subject {
  const send = async (path: string, method: string, body?: unknown) => {
    const response = await requested(fetch, path, method, body);
    return response.status === 204 ? undefined : await response.json();
  };
  const expected = (row: object) => setting.isOptimistic ? row : undefined;
  const options = { sideEffect: true as const, schema: RowEntity };
  const patch = new Endpoint(
    ({ id }: { id: string }, fields: Fields) =>
      send(`/rows/${id}`, "PATCH", fields),
    {
      ...options,
      name: "patch",
      ...expected({
        getOptimisticResponse: (
          _snapshot: unknown,
          { id }: { id: string },
          fields: Fields,
        ) => ({ id, ...fields }),
      }),
    },
  );
  // nothing of the call says what changes
  const [close, open] = (["closed", "open"] as const).map((status) =>
    new Endpoint(
      ({ id }: { id: string }) => send(`/rows/${id}`, "PATCH", { status }),
      {
        ...options,
        name: status,
        ...expected({
          getOptimisticResponse: (
            _snapshot: unknown,
            { id }: { id: string },
          ) => ({ id, status }),
        }),
      },
    )
  );
  const remove = new Endpoint(
    ({ id }: { id: string }) => send(`/rows/${id}`, "DELETE"),
    {
      ...options,
      schema: new Invalidate(RowEntity),
      name: "remove",
      ...expected({
        getOptimisticResponse: (
          _snapshot: unknown,
          { id }: { id: string },
        ) => ({ id }),
      }),
    },
  );
  const write: Ways["write"] = (client) => ({
    reported: setting.isOptimistic ? [] : ["status"],
    patch: (id, { status, ...fields }) =>
      status
        ? client.fetch(status === "open" ? open! : close!, { id })
        : client.fetch(patch, { id }, fields),
    delete: (id) => client.fetch(remove, { id }),
  });
  const endpoints = { patch, close: close!, open: open!, remove };
  return isQueued
    ? queueing({ fetch, ...setting }, endpoints, write)
    : tesseraClient({ fetch, ...setting }, { write });
}

/**
 * A client whose mutations are those of GraphQL.
 *
 * @param isNested whether fields are sent in an object of their own
 */
export function graphqlClient(
  { fetch, ...setting }: Setting,
  isNested: boolean,
): Subject {
  /** The server behind speaks REST. */
  const api = new GQLEndpoint("/graphql", {
    async fetchResponse(_input: RequestInfo, init: RequestInit) {
      const { query, variables: { id, input, ...rest } } = JSON.parse(
        String(init.body),
      );
      const [method] = query.split(" ");
      const body = method === "DELETE" ? undefined : input ?? rest;
      const response = await requested(fetch, `/rows/${id}`, method, body);
      const row = await response.json();
      return Response.json({ data: { row } });
    },
  });
  type Variables = { id: string };
  const variablesOf = (id: string, fields: Fields): Variables =>
    isNested ? { id, ...{ input: fields } } : { id, ...fields };
  const shown = (
    _snapshot: unknown,
    { id, ...fields }: Variables & { input?: Fields },
  ) => ({ row: { id, ...fields.input ?? fields } });
  const options = setting.isOptimistic ? { getOptimisticResponse: shown } : {};
  const patch = api.mutation((_: Variables) => "PATCH row", { row: RowEntity })
    .extend(options as object);
  const remove = api.mutation(
    (_: Variables) => "DELETE row",
    { row: new Invalidate(RowEntity) },
  ).extend(options as object);
  return tesseraClient({ fetch, ...setting }, {
    write: (client) => ({
      patch: (id, fields) => client.fetch(patch, variablesOf(id, fields)),
      delete: (id) => client.fetch(remove, { id }),
    }),
  });
}
