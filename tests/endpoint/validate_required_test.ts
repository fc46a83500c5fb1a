import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
} from "@std/assert";
import { createClient, Entity, resource, validateRequired } from "../../mod.ts";
import { RecordingServer } from "./recording_server.ts";

Deno.test("every required field must be an own one, whatever its value [endpoint/VAL-1]", () => {
  const defaults = { id: "", log: "" };
  assertEquals(
    validateRequired({ id: "1", log: "x", more: 1 }, defaults),
    undefined,
  );
  assertEquals(
    validateRequired({ id: null, log: undefined }, defaults),
    undefined,
  );
  assertStringIncludes(validateRequired({ log: "x" }, defaults)!, "id");
  assertStringIncludes(validateRequired({ id: "1" }, defaults)!, "log");
  assertStringIncludes(
    validateRequired(Object.create({ id: "1", log: "x" }), defaults)!,
    "id",
  );
  const inherited = Object.create({ toString: "", log: "" });
  assertEquals(validateRequired({}, inherited), undefined);
});

Deno.test("readers of details fetch when only a summary is stored [endpoint/VAL-2]", async () => {
  class Summary extends Entity {
    id = "";
    name = "";
    static override key = "Vessel";
  }
  class Vessel extends Summary {
    log = "";
    static override validate(processed: object): string | undefined {
      return validateRequired(processed, this.defaults) ||
        super.validate(processed);
    }
  }
  await using server = new RecordingServer(({ address }) =>
    Response.json(
      address === "/vessels"
        ? [{ id: "7", name: "Fram" }]
        : { id: "7", name: "Fram", log: "..." },
    )
  );
  const R = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
  });
  const Summaries = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Summary,
  });
  using client = createClient();
  await client.fetch(Summaries.getList);
  assertEquals(client.get(Summary, { id: "7" })?.name, "Fram");
  assertEquals(client.get(Vessel, { id: "7" }), undefined);
  const detail = await client.fetchIfStale(R.get, { id: 7 });
  assertInstanceOf(detail, Vessel);
  assertEquals(server.last.address, "/vessels/7");
  assertEquals(client.get(Vessel, { id: "7" })?.log, "...");
});
