import { assertEquals } from "@std/assert";
import { entryExports } from "../entry_exports.ts";
import { readExports } from "../../write_codemod_exports.ts";

Deno.test("the codemod knows what each entry exports", async () => {
  assertEquals(
    Object.fromEntries(
      [...entryExports].map(([entry, names]) => [entry, [...names].sort()]),
    ),
    Object.fromEntries(await readExports()),
    "run `deno task codemod:exports`",
  );
});
