import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createClient, Endpoint, RestEndpoint } from "../../mod.ts";

type ForRequest<E> = { "~forRequest"(signal: AbortSignal): E };

function forRequestOf<E>(endpoint: E, signal: AbortSignal): E {
  return (endpoint as ForRequest<E>)["~forRequest"](signal);
}

const { signal } = new AbortController();

Deno.test("the endpoint of a request is the same with a signal [controller/NEW-105]", async () => {
  const getTide = new Endpoint(
    // deno-lint-ignore no-explicit-any -- `this` is the endpoint
    async function getTide(this: any, port: string) {
      return await Promise.resolve({
        port,
        signal: this.signal,
        unit: this.unit,
        name: this.name,
      });
    },
    { unit: "metres", dataExpiryLength: 5 } as object,
  );
  const requested = forRequestOf(getTide, signal);
  assert(requested instanceof Endpoint);
  assertEquals(requested.key("rtm"), getTide.key("rtm"));
  assertEquals(requested.dataExpiryLength, 5);
  assertEquals(await requested("rtm"), {
    port: "rtm",
    signal,
    unit: "metres",
    name: "getTide",
  });
  assertStrictEquals((getTide as { signal?: unknown }).signal, undefined);
});

Deno.test("hooks may assign to members of the endpoint of a request, its name included [endpoint/END-11] [controller/NEW-105]", async () => {
  const getShip = new RestEndpoint({
    path: "/ships/:id",
    pilot: "ashore",
    fetchResponse(this: { name: string; pilot: string }): Promise<Response> {
      this.name = "renamed";
      this.pilot = "on board";
      return Promise.resolve(Response.json([this.name, this.pilot]));
    },
  } as { path: "/ships/:id"; name?: string; pilot: string });
  await using client = createClient();
  assertEquals(await client.fetch(getShip, { id: "1" }), [
    "renamed",
    "on board",
  ]);
  assertEquals([getShip.name, getShip.pilot], ["/ships/:id", "ashore"]);
});

Deno.test("super in options reaches the class in the endpoint of a request, too [controller/NEW-105]", () => {
  const getShip = new RestEndpoint({
    path: "/ships/:id",
    // deno-lint-ignore no-explicit-any -- parameters of any path
    url(...args: any[]): string {
      // @ts-ignore: super is the class
      return `https://harbour.test${super.url(...args)}`;
    },
  });
  const requested = forRequestOf(getShip, signal);
  assertEquals(requested.url({ id: "1" }), "https://harbour.test/ships/1");
});
