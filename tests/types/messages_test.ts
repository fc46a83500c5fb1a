/** What the compiler says to programs that are wrong in a way that is easy to come by. */
import { assertStringIncludes } from "@std/assert";
import { complaintsOf, root } from "./complaints.ts";

const declarations = `
import { createClient, Entity, Query, resource, RestEndpoint } from "${root}mod.ts";
import * as hooks from "${root}react/mod.ts";

class Todo extends Entity {
  id = "";
  title = "";
  userId = "";
}
const TodoResource = resource({
  path: "/todos/:id",
  schema: Todo,
  searchParams: {} as { userId?: string } | undefined,
});
const { getList } = TodoResource;
const byTitle = new Query(getList.schema, (todos, { title }: { title?: string } = {}) =>
  todos.filter((todo) => todo.title === title));

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

/** What the compiler says of a name that is nearly one that is optional. */
const misspelt =
  "'userID' does not exist in type 'Partial<{ userId?: string; }>'. Did you mean to write 'userId'?";

const refusal =
  `"Hooks only read: call a mutation in an event, by controller.fetch."`;

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
  // of a list whose filters are all optional, at the filter
  ...Object.fromEntries([
    ...calls,
    "client.fetchIfStale",
    "client.controller.prefetch",
    "client.read",
  ].flatMap((call) => [
    [`${call}(getList, { userID: "1" });`, [misspelt] as const],
    [
      `${call}(getList, { userId: 1 });`,
      ["Type 'number' is not assignable to type 'string'."] as const,
    ],
  ])),
  'hooks.useQuery(getList.schema, { userID: "1" });': [misspelt],
  'getList({ userID: "1" });': [misspelt],
  "client.fetch(getList.getPage, { page: 2 });": [
    `Argument of type '{ readonly getPage: "needs the option paginationField"; } | undefined' is not assignable`,
  ],
  'hooks.useQuery(byTitle, { userID: "1" });': [
    "'userID' does not exist in type '{ title?: string; } & Partial<{ userId?: string; }>'. Did you mean to write 'userId'?",
  ],
  // a mutation is refused in words, those of a list too
  ...Object.fromEntries(
    [
      "useSuspense",
      "useDLE",
      "useFetch",
      "useLive",
      "usePrefetch",
      "useSubscription",
    ]
      .flatMap((hook) => [
        [`hooks.${hook}(update, { id: 7 }, { name: "" });`, [refusal] as const],
        [`hooks.${hook}(TodoResource.delete, { id: 7 });`, [refusal] as const],
      ]),
  ),
  // marked itself, and nothing else of the options
  'resource({ path: "/x/:id", schema: Todo, optimistic: "yes" });': [
    "Type 'string' is not assignable to type 'boolean | undefined'.",
  ],
  'resource({ path: "/x/:id", schema: Todo, dataExpiryLength: "5" });': [
    "Type 'string' is not assignable to type 'number'.",
  ],
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

Deno.test("hooks and fetch say first which parameter is missing, and which is none [react/TYP-1a] [react/TYP-1b] [react/TYP-8a] [react/TYP-41a] [endpoint/TYP-79a]", async () => {
  const lines = Object.keys(expected);
  const complaints = await complaintsOf(declarations, lines);
  for (const [index, line] of lines.entries()) {
    const [title, ...details] = (complaints[index] ?? `${line} compiles`)
      .split("\n");
    assertStringIncludes(title!, expected[line]![0], line);
    assertStringIncludes(details.join("\n"), expected[line]![1] ?? "", line);
  }
});
