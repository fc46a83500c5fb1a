/** What the compiler says to programs that are wrong in a way that is easy to come by. */
import { assertStringIncludes } from "@std/assert";

const root = new URL("../../", import.meta.url);
const declarations = `
import { RestEndpoint } from "${root}mod.ts";
import * as hooks from "${root}react/mod.ts";

const getShip = new RestEndpoint({
  path: "/ships/:id",
  searchParams: {} as { deck?: number },
});
`;

const readingHooks = [
  "useSuspense",
  "useDLE",
  "useFetch",
  "useLive",
  "useCache",
];

/** Lines that do not compile, with what the compiler has to say of each. */
const expected: Record<string, string> = {
  ...Object.fromEntries(readingHooks.flatMap((hook) => [
    [`hooks.${hook}(getShip, {});`, "Property 'id' is missing in type '{}'"],
    [
      `hooks.${hook}(getShip, { id: 7, dek: 2 });`,
      "'dek' does not exist in type",
    ],
  ])),
  "hooks.useQuery(getShip, { id: 7 });":
    "useQuery takes a schema. What is stored of an endpoint is read by useCache.",
};

Deno.test("hooks say which parameter is missing, and which is none [react/TYP-1a] [react/TYP-41a]", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/program.ts`;
    const lines = Object.keys(expected);
    await Deno.writeTextFile(path, declarations + lines.join("\n"));
    const { stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", `--config=${root.pathname}deno.json`, path],
      env: { NO_COLOR: "1" },
    }).output();
    const first = declarations.split("\n").length;
    const complaints = new Map<number, string>();
    const blocks = new TextDecoder().decode(stderr).split(/^(?=TS\d+ )/m);
    for (const block of blocks) {
      const line = Number(/program\.ts:(\d+):/.exec(block)?.[1]);
      complaints.set(line, `${complaints.get(line) ?? ""}${block}`);
    }
    for (const [index, line] of lines.entries()) {
      const complaint = complaints.get(first + index) ?? `${line} compiles`;
      assertStringIncludes(complaint, expected[line]!);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
