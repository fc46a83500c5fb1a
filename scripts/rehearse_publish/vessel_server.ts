/**
 * The server that scripts of users fetch from: lists of vessels and of todos,
 * whose members can be changed.
 *
 * @module
 */

/** A running server. */
export interface VesselServer extends AsyncDisposable {
  /** Its address, without a slash at the end. */
  readonly url: string;
  /** What each script prints when everything works. */
  readonly expected: Readonly<Record<string, string>>;
}

/** Starts a server on a free port. */
export function startVesselServer(): VesselServer {
  const items = new Map<string, Record<string, unknown>>([
    ["/vessels/7", { id: "7", name: "Fram", berth: 3 }],
    ["/vessels/8", { id: "8", name: "Maud", berth: 4 }],
    ["/todos/1", { id: 1, userId: 1, title: "caulk", completed: false }],
    ["/todos/2", { id: 2, userId: 1, title: "rig", completed: false }],
  ]);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const item = items.get(pathname);
      if (item === undefined) {
        const members = [...items].filter(([path]) =>
          path.startsWith(`${pathname}/`)
        );
        return Response.json(members.map(([, member]) => member));
      }
      if (request.method === "PATCH") {
        Object.assign(item, await request.json());
      }
      return Response.json(item);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    expected: {
      "main.ts": "Fram II, Maud",
      "readme.ts": "the first is done",
    },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
