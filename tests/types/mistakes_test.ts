/**
 * Mistakes that compiled once, with what the compiler says first; those that
 * still compile, with the reason. Neighbours of each are in the type tests of the
 * layers.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { complaintsOf, root } from "./complaints.ts";

const declarations = `
import { createClient, Entity, resource, RestEndpoint } from "${root}mod.ts";
import { renderDataHook } from "${root}react/testing/mod.ts";

class User extends Entity {
  id = "";
  name = "";
  static override key = "User";
}
class Todo extends Entity {
  id = "";
  title = "";
  status: "new" | "paid" = "new";
  author = User.fromJS();
  static override key = "Todo";
  static override schema = { author: User };
}
const TodoResource = resource({ path: "/todos/:id", schema: Todo });
const { get, getList, update, partialUpdate } = TodoResource;
const { set, setResponse } = createClient().controller;
const hook = () => 5;
`;

/** A line that the compiler refuses, with words of the first line of its message. */
interface Refused {
  readonly says: string;
}

/** A line that compiles, with the reason why the types cannot refuse it. */
interface Accepted {
  readonly because: string;
}

const anyName =
  "an endpoint has members of its own beside its options, so any name may be meant";
const itemExpected = "& SchemaOfOneItem'.";
const functions =
  "TypeScript does not look for unknown members in what a function returns";

const mistakes: Record<string, Refused | Accepted> = {
  // the cache is written by hand
  'set(Todo, { id: "1" }, { titel: "x" });': {
    says: "'titel' does not exist in type",
  },
  'set(Todo, { id: "1" }, { title: 5 });': {
    says: "Type 'number' is not assignable to type 'string'.",
  },
  'set(Todo, { id: "1" }, { author: { nam: "x" } });': {
    says: "'nam' does not exist in type",
  },
  'set(Todo, { id: "1" }, (todo) => ({ ...todo, title: 5 }));': {
    says: "=> { title: number;",
  },
  'set(Todo, { id: "1" }, (todo) => ({ ...todo, titel: "x" }));': {
    because: functions,
  },
  'setResponse(get, { id: "1" }, { id: "1", titel: "x" });': {
    says: "'titel' does not exist in type 'RawFields<Todo, ",
  },
  'setResponse(get, { id: "1" }, { id: "1", title: 5 });': {
    says: "Type 'number' is not assignable to type 'string'.",
  },
  'setResponse(getList, [{ id: "1", titel: "x" }]);': {
    says: "Argument of type '[{ id: string; titel: string; }[]]'",
  },
  'setResponse(getList, { id: "1" });': {
    says: "Argument of type '[{ id: string; }]'",
  },
  // tests
  'renderDataHook(hook, { initialFixtures: [{ endpoint: get, args: [{ id: "1" }], response: { title: 5 } }] });':
    { says: "response: { title: number; }; }' is not assignable" },
  'renderDataHook(hook, { initialFixtures: [{ endpoint: get, args: [{ id: "1" }], response: { id: "1", titel: "x" } }] });':
    {
      because:
        "a fixture is an answer or an error, and an error may have any members",
    },
  // expected results
  'partialUpdate.extend({ getOptimisticResponse: (_, { id }) => ({ id, titel: "x" }) });':
    { because: functions },
  "partialUpdate.extend({ getOptimisticResponse: (_, { id }) => ({ id, title: 5 }) });":
    {
      because:
        "the same options may bring another schema, which is not known before its functions are typed",
    },
  // options
  'new RestEndpoint({ path: "/x", dataExpiryLenght: 5 });': {
    because: anyName,
  },
  'resource({ path: "/x/:id", schema: Todo, optimistc: true });': {
    because: anyName,
  },
  "get.extend({ pollFrequncy: 5 });": { because: anyName },
  'new RestEndpoint({ path: "/x", schema: "Todo" });': {
    says: "No overload matches this call.",
  },
  'new RestEndpoint({ path: "/x", schema: Todo.fromJS() });': {
    says: "No overload matches this call.",
  },
  'get.extend({ schema: "Todo" });': {
    says: `Type '"Todo"' is not assignable to type`,
  },
  'resource({ path: "/x/:id", schema: "Todo" });': { says: itemExpected },
  'resource({ path: "/x/:id", schema: Todo.fromJS() });': {
    says: itemExpected,
  },
  'resource({ path: "/x/:id", schema: [Todo] });': { says: itemExpected },
  'resource({ path: "/x", schema: Todo });': {
    because:
      "a function that makes resources of any path could not be written; the first call throws",
  },
  // payloads and arguments
  "update({ id: 1 }, { status: 5 });": {
    says:
      `Type 'number' is not assignable to type '"new" | "paid" | undefined'.`,
  },
};

Deno.test("mistakes are refused, and said first, or there is a reason [schema/TYP-16] [controller/TYP-16] [endpoint/TYP-96]", async () => {
  const lines = Object.keys(mistakes);
  const complaints = await complaintsOf(declarations, lines);
  for (const [index, line] of lines.entries()) {
    const mistake = mistakes[line]!;
    const complaint = complaints[index];
    if ("says" in mistake) {
      const [title] = (complaint ?? "it compiles").split("\n");
      assertStringIncludes(title!, mistake.says, line);
    } else {
      // once it is refused, the reason is none any more
      assertEquals(complaint, undefined, line);
    }
  }
});
