/**
 * A change that changed nothing, because what it is about was not found, is said
 * once in development. Tried as well: what was found, what is pending, pushed
 * messages, lists in objects, and the same endpoint again.
 */
import { assertEquals, assertMatch } from "@std/assert";
import {
  Collection,
  createClient,
  Entity,
  Invalidate,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import { spyOnConsole } from "../endpoint/spies.ts";

class Berth extends Entity {
  id = "";
  quay = "";
}
/** Endpoints that nothing was said of yet. */
// deno-lint-ignore explicit-module-boundary-types -- inferred, as in an application
const berthsAt = (path: string) =>
  resource({
    path: `/${path}/:id`,
    schema: Berth,
    searchParams: {} as { quay?: string } | undefined,
  }).extend({ getList: { name: path }, delete: { name: `${path}.delete` } });

Deno.test("a deletion of what is not stored is said once, with the endpoint and what was looked for [controller/OPT-19d]", async () => {
  using warned = spyOnConsole("warn");
  const { get, delete: remove } = berthsAt("deleted");
  await using client = createClient();
  await client.setResponse(get, { id: "1" }, { id: "1" });
  await client.setResponse(remove, { id: "1" }, { id: "1" } as never);
  await client.setResponse(remove, { id: "1" }, { id: "1" } as never);
  assertEquals(warned.lines, []);
  for (const id of ["7", "8"]) {
    await client.setResponse(remove, { id }, { id } as never);
  }
  assertEquals(warned.lines.length, 1);
  assertMatch(`${warned.lines[0]}`, /^deleted\.delete: .* not stored.*"7"/);
  await client.set(new Invalidate(Berth), { id: "9" }, { id: "9" });
  assertEquals(warned.lines.length, 1);
});

Deno.test("a row that is removed from lists of which none has it is said once [controller/OPT-19d]", async () => {
  using warned = spyOnConsole("warn");
  const { getList } = berthsAt("removed");
  await using client = createClient();
  const north = { quay: "north" };
  await client.setResponse(getList, north, [{ id: "1", ...north }]);
  const remove = (id: string) =>
    client.setResponse(getList.remove, north, { id } as never, { id } as never);
  await remove("1");
  assertEquals(warned.lines, []);
  await remove("7");
  await remove("8");
  assertEquals(warned.lines.length, 1);
  assertMatch(`${warned.lines[0]}`, /removed.*no stored list.*"north".*"7"/);
});

Deno.test("an adjust that has no list to follow is said once [controller/OPT-19d]", async () => {
  using warned = spyOnConsole("warn");
  const endpointOf = (name: string, items: unknown) =>
    new RestEndpoint({
      path: `/${name}`,
      name,
      schema: { items: items as Berth[], total: 0 },
      adjust: (stored, difference) => ({
        ...stored,
        total: stored.total + difference,
      }),
    });
  await using client = createClient();
  const answer = { items: [{ id: "1" }], total: 1 };
  const counted = endpointOf("counted", new Collection([Berth]));
  await client.setResponse(counted, answer as never);
  assertEquals(warned.lines, []);
  const uncounted = endpointOf("uncounted", [Berth]);
  await client.setResponse(uncounted, answer as never);
  await client.setResponse(uncounted, answer as never);
  assertEquals(warned.lines.length, 1);
  assertMatch(`${warned.lines[0]}`, /^uncounted: adjust is never called/);
});
