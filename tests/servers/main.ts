/**
 * Serves a fleet by a framework, and prints where: `main.ts express`. A process of
 * its own, since the packages of servers have a lock file of their own.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- what requests bring
import express from "express";
import Fastify from "fastify";
import type { AddressInfo } from "node:net";
import { Fleet } from "./fleet.ts";

const start = { express: startExpress, fastify: startFastify };
const { port } = await start[Deno.args[0] as "express" | "fastify"]();
console.log(`http://127.0.0.1:${port}`);

/** Fastify refuses JSON without a body, and bodies that its schema does not describe. */
async function startFastify(): Promise<AddressInfo> {
  const fleet = new Fleet();
  const app = Fastify();
  const body = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", minLength: 1 } },
  };
  app.get("/vessels", ({ query }: any) => fleet.list(query));
  app.post(
    "/vessels",
    { schema: { body } },
    (request: any, reply: any) =>
      reply.code(201).send(fleet.create(request.body)),
  );
  app.get(
    "/vessels/:id",
    ({ params }: any, reply: any) =>
      fleet.find(params.id) ?? reply.callNotFound(),
  );
  for (const method of ["PUT", "PATCH"]) {
    app.route({
      method,
      url: "/vessels/:id",
      handler: ({ params, body }: any) => fleet.change(params.id, body),
    });
  }
  app.delete("/vessels/:id", ({ params }: any, reply: any) => {
    fleet.remove(params.id);
    reply.code(204).send();
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return app.server.address() as AddressInfo;
}

/** Express answers those who want no JSON with pages, and changes with the text of their status. */
function startExpress(): Promise<AddressInfo> {
  const fleet = new Fleet();
  const app = express();
  app.use(express.json());
  app.use((request: any, response: any, next: any) => {
    if (request.accepts(["html", "json"]) === "json") next();
    else response.send("<h1>Vessels</h1>");
  });
  app.get(
    "/vessels",
    ({ query }: any, response: any) => response.json(fleet.list(query)),
  );
  app.post(
    "/vessels",
    ({ body }: any, response: any) =>
      body.name
        ? response.status(201).json(fleet.create(body))
        : response.status(422).json({ error: "A vessel has a name." }),
  );
  app.get("/vessels/:id", ({ params }: any, response: any) => {
    const row = fleet.find(params.id);
    return row ? response.json(row) : response.sendStatus(404);
  });
  for (const method of ["put", "patch"] as const) {
    app[method]("/vessels/:id", ({ params, body }: any, response: any) => {
      fleet.change(params.id, body);
      response.sendStatus(200);
    });
  }
  app.delete("/vessels/:id", ({ params }: any, response: any) => {
    fleet.remove(params.id);
    response.sendStatus(200);
  });
  return new Promise((resolve) => {
    const server = app.listen(0, "127.0.0.1", () => resolve(server.address()));
  });
}
