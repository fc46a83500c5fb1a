// What an editor offers while arguments are written. Tried: payloads of a list, of a
// change and of an endpoint with a declared body, filters of a list, in a hook, in
// `fetch` and in a direct call.
import { assertEquals } from "@std/assert";
import ts from "typescript-6";
import { compilerOptions as options } from "../support/compiler_options.ts";
import { root } from "./complaints.ts";

const entries: Readonly<Record<string, string>> = {
  "@tessera/client": `${root.pathname}mod.ts`,
  "@tessera/client/react": `${root.pathname}react/fetching_hooks.ts`,
};

const declarations = `
import { type Controller, Entity, resource, RestEndpoint } from "@tessera/client";
import { useSuspense } from "@tessera/client/react";
class Ship extends Entity { id = ""; title = ""; tons = 0; }
const { getList, update, partialUpdate } = resource({
  path: "/ships/:id",
  schema: Ship,
  searchParams: {} as { flag?: string; sort?: "title" | "tons" } | undefined,
});
const moor = new RestEndpoint({
  path: "/ships/:id/moor",
  method: "POST",
  body: {} as { berth: number; quay?: string },
});
declare const controller: Controller;
`;

const file = `${root.pathname}__completions__.ts`;
const host = ts.createCompilerHost(options);
/** The module that is edited, and how often it was. */
const edited = { text: declarations, version: 0 };
const read = (name: string) =>
  name === file ? edited.text : host.readFile(name);

const service = ts.createLanguageService({
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => name === file ? String(edited.version) : "0",
  getScriptSnapshot: (name) => {
    const found = read(name);
    return found === undefined
      ? undefined
      : ts.ScriptSnapshot.fromString(found);
  },
  getCurrentDirectory: () => root.pathname,
  getDefaultLibFileName: (options) => host.getDefaultLibFileName(options),
  fileExists: (name) => name === file || host.fileExists(name),
  readFile: read,
  resolveModuleNameLiterals: (literals, from) =>
    literals.map(({ text }) => {
      const path = entries[text] ??
        (text.startsWith(".")
          ? new URL(text, `file://${from}`).pathname
          : undefined);
      return {
        resolvedModule: path === undefined
          ? undefined
          : { resolvedFileName: path, extension: ts.Extension.Ts },
      };
    }),
});

/** Names that are offered at `|` in a statement. */
function offered(statement: string): string[] {
  edited.text = declarations + statement.replace("|", "");
  edited.version++;
  const position = declarations.length + statement.indexOf("|");
  const found = service.getCompletionsAtPosition(file, position, {});
  return found!.entries.map(({ name }) => name).sort();
}

// one member of a form, which may stand in the place of any payload, and the mark of it
const ofForm = ['"~undeclared"', "getAll"];

Deno.test("an editor offers the fields of a payload, and hardly anything of forms and lists [endpoint/TYP-97]", () => {
  const fields = [...ofForm, "id", "title", "tons"].sort();
  for (
    const statement of [
      "controller.fetch(getList.push, {}, { | });",
      'controller.fetch(update, { id: "1" }, { | });',
      'partialUpdate({ id: "1" }, { | });',
    ]
  ) assertEquals(offered(statement), fields, statement);
  assertEquals(offered('controller.fetch(moor, { id: "1" }, { | });'), [
    "berth",
    "quay",
  ]);
});

Deno.test("an editor offers the filters of a list [endpoint/TYP-97]", () => {
  for (
    const statement of [
      "useSuspense(getList, { | });",
      "controller.fetch(getList, { | });",
      "getList({ | });",
    ]
  ) assertEquals(offered(statement), ["flag", "sort"], statement);
});
