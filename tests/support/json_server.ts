import jsonServer from "json-server";

/** Tables by name; each row has an `id`. */
export type Tables = Record<
  string,
  { id: number; [member: string]: unknown }[]
>;

/** A running json-server. */
export interface JsonServer extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

/** Starts json-server, a REST backend of another project, on loopback. */
export function startJsonServer(tables: Tables): Promise<JsonServer> {
  const app = jsonServer.create();
  app.use(jsonServer.defaults({ logger: false }));
  app.use(jsonServer.router(structuredClone(tables)));
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => {
      resolve({
        url: `http://127.0.0.1:${server.address().port}`,
        [Symbol.asyncDispose]: () =>
          new Promise((closed) => {
            server.closeAllConnections();
            server.close(() => closed());
          }),
      });
    });
  });
}
