import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import {
  collapseFixture,
  createFixtureMap,
  type Interceptor,
} from "../../../controller/mock/mod.ts";
import { answering, reading, recordingConsole } from "../harbour.ts";

const id = { id: "1" };
const tide = reading("tide", answering(1));

Deno.test("fixtures are mapped by key, interceptors keep their order [controller/MCK-1] [controller/MCK-2]", () => {
  const early = { endpoint: tide, args: [id], response: 1 } as const;
  const late = { endpoint: tide, args: [id], response: 2 } as const;
  const failing = {
    endpoint: tide,
    args: [{ id: "2" }],
    response: new Error(),
    error: true,
  } as const;
  const first = { endpoint: tide, response: () => 3, delay: 5 };
  const second = { endpoint: tide, fetchResponse: () => 4 };
  const [fixtures, interceptors] = createFixtureMap([
    first,
    early,
    failing,
    late,
    second,
  ]);
  assertEquals([...fixtures.keys()], [tide.key(id), tide.key({ id: "2" })]);
  assertStrictEquals(fixtures.get(tide.key(id)), late, "the later one wins");
  assertStrictEquals(fixtures.get(tide.key({ id: "2" })), failing);
  assertEquals(interceptors.length, 2);
  assertStrictEquals(interceptors[0], first as Interceptor);
  assertStrictEquals(interceptors[1], second as Interceptor);
  assertEquals(createFixtureMap().map((part) => [...part.keys()]), [
    [],
    [],
    [],
  ]);
});

Deno.test("a fixture without arguments answers the call without arguments [controller/MCK-2]", () => {
  const now = reading("now", () => Promise.resolve(1));
  const [fixtures] = createFixtureMap([
    { endpoint: now, args: [], response: 2 },
  ]);
  assert(fixtures.has(now.key()));
});

Deno.test("args with a function is taken for an interceptor, with one warning [controller/MCK-3]", async () => {
  const odd = { endpoint: tide, args: [id], response: () => 1 } as const;
  let map: ReturnType<typeof createFixtureMap> | undefined;
  const records = await recordingConsole(() => {
    map = createFixtureMap([odd]);
  });
  assertEquals(records.map(({ method }) => method), ["warn"]);
  const text = String(records[0]!.args[0]);
  assert(text.includes("tide") && text.includes(JSON.stringify([id])), text);
  assert(text.includes("interceptor"), text);
  const [fixtures, interceptors] = map!;
  assertEquals([fixtures.size, interceptors.length], [0, 1]);
});

Deno.test("collapseFixture computes the answer; a throw is an error [controller/MCK-10]", () => {
  const error = new Error("down");
  const data = { count: 1 };
  assertEquals(
    collapseFixture({ endpoint: tide, args: [id], response: 5 }, [id], data),
    { response: 5, error: false },
  );
  assertStrictEquals(
    collapseFixture(
      { endpoint: tide, args: [id], response: error, error: true },
      [id],
      data,
    ).response,
    error,
  );
  const seen: unknown[] = [];
  assertEquals(
    collapseFixture(
      {
        endpoint: tide,
        response(this: unknown, ...args: unknown[]) {
          seen.push(this, ...args);
          return 7;
        },
      },
      [id],
      data,
    ),
    { response: 7, error: false },
  );
  assertStrictEquals(seen[0], data);
  assertStrictEquals(seen[1], id);
  assertEquals(
    collapseFixture(
      {
        endpoint: tide,
        response: () => {
          throw error;
        },
      },
      [id],
      data,
    ),
    { response: error, error: true },
  );
});

Deno.test("a fixture or interceptor that another one leaves without effect is reported once [controller/MCK-2]", async () => {
  const early = { endpoint: tide, args: [id], response: 1 } as const;
  const late = { endpoint: tide, args: [{ ...id }], response: 2 } as const;
  const every = { endpoint: tide, response: () => 3 };
  const never = { endpoint: tide, response: () => 4 };
  const records = await recordingConsole(() => {
    for (let round = 0; round < 2; round++) {
      createFixtureMap([early, late, late, every, never]);
    }
  });
  const texts = records.map(({ method, args }) => `${method} ${args[0]}`);
  assertEquals(texts.length, 2);
  assert(/^warn Two fixtures of tide .*"1"/.test(texts[0]!), texts[0]);
  assert(/^warn Two fixtures of tide answer any/.test(texts[1]!), texts[1]);
});
