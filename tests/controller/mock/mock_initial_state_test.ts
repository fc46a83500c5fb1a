import {
  assert,
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  createFixtureMap,
  mockInitialState,
} from "../../../controller/mock/mod.ts";
import { initialState } from "../../../controller/mod.ts";
import { answering, harbour, reading, Vessel } from "../harbour.ts";

const id = { id: "1" };
const getVessel = reading("getVessel", answering({ id: "1", name: "real" }), {
  schema: Vessel,
  dataExpiryLength: 5000,
  errorPolicy: () => "soft" as const,
});

Deno.test("each fixture has just arrived, in order [controller/MCK-23]", () => {
  using _time = new FakeTime(1_000_000);
  const state = mockInitialState([
    { endpoint: getVessel, args: [id], response: { id: "1", name: "first" } },
    { endpoint: getVessel, args: [id], response: { id: "1", name: "second" } },
  ]);
  using client = harbour({ initialState: state });
  assertEquals(client.read(getVessel, id).data?.name, "second");
  const { date, expiresAt, fetchedAt } = state.getMeta(getVessel.key(id))!;
  assertEquals([date, expiresAt], [1_000_000, 1_005_000]);
  assert(fetchedAt >= 1_000_000 && fetchedAt < 1_000_001);
});

Deno.test("error fixtures give error metas, with the endpoint's policy [controller/MCK-23]", () => {
  const response = new Error("down");
  const state = mockInitialState([
    { endpoint: getVessel, args: [id], response, error: true },
  ]);
  const meta = state.getMeta(getVessel.key(id))!;
  assertStrictEquals(meta.error, response);
  assertEquals(meta.errorPolicy, "soft");
});

Deno.test("no fixtures, no content [controller/MCK-23]", () => {
  for (const state of [mockInitialState(), mockInitialState([])]) {
    assertEquals(state.toJSON(), initialState.toJSON());
  }
});

Deno.test("a function cannot have arrived [controller/MCK-23]", () => {
  const error = assertThrows(
    () =>
      mockInitialState([
        {
          endpoint: getVessel,
          args: [id],
          // the type of a fixture does not allow a function, either
          response: (() => ({ id: "1", name: "" })) as never,
        },
      ]),
    TypeError,
  );
  assert(error.message.includes(getVessel.key(id)), error.message);
});

Deno.test("the state shares nothing mutable with the fixture [controller/MCK-12]", () => {
  const raw = reading("raw", answering({ list: [1] }));
  const response = { list: [1] };
  const state = mockInitialState([{ endpoint: raw, args: [id], response }]);
  const stored = state.getEndpoint(raw.key(id));
  assertEquals(stored, response);
  assertNotStrictEquals(stored, response);
});

Deno.test("what is no fixture is named, with what one needs [controller/MCK-23]", () => {
  const former = { request: getVessel, params: id, result: { id: "1" } };
  const unlisted = { endpoint: getVessel, args: id, response: { id: "1" } };
  for (const fixture of [former, unlisted]) {
    assertThrows(
      () => mockInitialState([fixture as never]),
      TypeError,
      "is no fixture. It needs an endpoint, and args that are a list",
    );
    assertThrows(
      () => createFixtureMap([fixture as never]),
      TypeError,
      '"id": "1"',
    );
  }
});
