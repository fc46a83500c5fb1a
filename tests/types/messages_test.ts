/** What the compiler says to programs that are wrong in a way that is easy to come by. */
import { assertStringIncludes } from "@std/assert";

const root = new URL("../../", import.meta.url);
const declarations = `
import { createClient, RestEndpoint } from "${root}mod.ts";
import * as hooks from "${root}react/mod.ts";

const getShip = new RestEndpoint({
  path: "/ships/:id",
  searchParams: {} as { deck?: number },
});
const update = new RestEndpoint({
  path: "/ships/:id",
  method: "PUT",
  body: {} as { name: string },
});
const client = createClient();
`;

const readingHooks = [
  "useSuspense",
  "useDLE",
  "useFetch",
  "useLive",
  "useCache",
  "useError",
  "usePrefetch",
  "useSubscription",
  "useCancelling",
];

const calls = [
  ...readingHooks.map((hook) => `hooks.${hook}`),
  "client.fetch",
  "client.controller.fetch",
];

/** Lines that do not compile, with what the compiler says of each first, and below. */
const expected: Record<string, readonly [title: string, detail?: string]> = {
  ...Object.fromEntries(calls.flatMap((call) => [
    [
      `${call}(getShip, {});`,
      [
        "Argument of type '{}' is not assignable to parameter of type",
        "Property 'id' is missing in type '{}'",
      ] as const,
    ],
    [
      `${call}(getShip, { id: 7, dek: 2 });`,
      [
        "'dek' does not exist in type '{ id: string | number; } & { deck?: number; }'. Did you mean to write 'deck'?",
      ] as const,
    ],
    [
      `${call}(getShip, { idd: 7 });`,
      [
        "'idd' does not exist in type '{ id: string | number; } & { deck?: number; }'.",
      ] as const,
    ],
    [`${call}(getShip);`, ["Expected 2 arguments, but got 1."] as const],
  ])),
  "client.fetch(update, { id: 7 });": ["Expected 3 arguments, but got 2."],
  "client.fetch(update, { id: 7 }, {});": [
    "Argument of type '{}' is not assignable to parameter of type",
    "Property 'name' is missing in type '{}'",
  ],
  "hooks.useQuery(getShip, { id: 7 });": [
    "Argument of type 'RestEndpoint<",
    "useQuery takes a schema. What is stored of an endpoint is read by useCache.",
  ],
};

Deno.test("hooks and fetch say first which parameter is missing, and which is none [react/TYP-1a] [react/TYP-41a]", async () => {
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
      const [title, ...details] = complaint.split("\n");
      assertStringIncludes(title!, expected[line]![0], line);
      assertStringIncludes(details.join("\n"), expected[line]![1] ?? "", line);
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
