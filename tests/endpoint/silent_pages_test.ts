/**
 * What the library adds to endpoints by itself is taken for no misspelt option.
 * An option is reported once in a program, so this is the first to make pages.
 * Neighbours tried: the lists of a resource, bound and extended lists.
 */
import { assertEquals } from "@std/assert";
import { Collection, Entity, resource, RestEndpoint } from "../../mod.ts";
import { spyOnConsole } from "./spies.ts";

class Entry extends Entity {
  id = "";
  static override key = "SilentEntry";
}

Deno.test("a list with pages reports no option that the application did not give [endpoint/PAG-8] [endpoint/RES-13]", () => {
  using warned = spyOnConsole("warn");
  const getLog = new RestEndpoint({
    path: "/books/:book/log",
    schema: new Collection([Entry]),
    paginationField: "cursor",
  });
  const { getList } = resource({
    path: "/entries/:id",
    schema: Entry,
    paginationField: "cursor",
  });
  const bound = getLog.bind(undefined, { book: "1" });
  for (const list of [getLog, bound, getLog.extend({ timeout: 1 }), getList]) {
    assertEquals(typeof list.getPage, "function");
  }
  assertEquals(warned.lines, []);
});
