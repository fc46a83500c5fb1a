import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../../support/property.ts";
import {
  actions,
  Controller,
  createClient,
  createReducer,
  deserialize,
  initialState,
  serialize,
  State,
  type StateJSON,
} from "../../../controller/mod.ts";
import {
  answering,
  Port,
  reading,
  recordingConsole,
  Vessel,
} from "../harbour.ts";
import { inProduction } from "../../support/production.ts";

const meta = { fetchedAt: 5, date: 6, expiresAt: 7 };

const empty: StateJSON = {
  entities: {},
  endpoints: {},
  indexes: {},
  meta: {},
  entitiesMeta: {},
  optimistic: [],
  lastReset: 0,
};

const example: StateJSON = {
  entities: {
    Vessel: { "1": { id: "1", name: "Aida" }, "2": { id: "2" } },
    Port: {},
  },
  endpoints: { list: ["1", "2"], nothing: undefined, empty: "" },
  indexes: { Vessel: { name: { Aida: "1" } } },
  meta: {
    list: meta,
    failed: { ...meta, error: new Error("no"), errorPolicy: "soft" },
  },
  entitiesMeta: { Vessel: { "1": meta, "2": meta }, Port: {} },
  optimistic: [],
  lastReset: 4,
};

Deno.test("the initial state is the empty form of each part [controller/STA-1]", () => {
  assertEquals(initialState.toJSON(), empty);
  assertEquals(Object.keys(initialState.toJSON()), Object.keys(empty));
});

Deno.test("a state has the parts of the plain shape, as members and as JSON [controller/STA-1]", () => {
  const state = State.from(example);
  assertEquals(state.toJSON(), example);
  assertEquals(state.entities, example.entities);
  assertEquals(state.endpoints, example.endpoints);
  assertEquals(state.indexes, example.indexes);
  assertEquals(state.meta, example.meta);
  assertEquals(state.entitiesMeta, example.entitiesMeta);
  assertEquals(state.lastReset, 4);
  assertEquals(state.optimistic, []);
});

Deno.test("rows of the plain shape are the stored ones, and parts are made once", () => {
  const state = State.from(example);
  assertStrictEquals(
    state.entities.Vessel!["1"],
    example.entities.Vessel!["1"],
  );
  assertStrictEquals(state.entities, state.entities);
  assertStrictEquals(state.meta, state.meta);
});

Deno.test("reads by key agree with the plain shape", () => {
  const state = State.from(example);
  assertStrictEquals(
    state.getEntity("Vessel", "1"),
    example.entities.Vessel!["1"],
  );
  assertEquals(state.getEntityMeta("Vessel", "1"), meta);
  assertEquals(state.getEntity("Vessel", "3"), undefined);
  assertEquals(state.getEntities("Berth"), undefined);
  assertEquals([...state.getEntities("Port")!.keys()], []);
  assertEquals(state.getIndex("Vessel", "name", "Aida"), "1");
  assertEquals(state.getIndex("Vessel", "berth", "Aida"), undefined);
  assertStrictEquals(state.getMeta("list"), meta);
  assertEquals([...state.endpointKeys()], [
    "list",
    "nothing",
    "empty",
    "failed",
  ]);
  assertEquals([...state.tableKeys()], ["Vessel", "Port"]);
});

Deno.test("a stored undefined or empty string is an entry; a key with only an error has none [controller/STA-6]", () => {
  const state = State.from(example);
  assertEquals(state.hasEndpoint("nothing"), true);
  assertEquals(state.hasEndpoint("empty"), true);
  assertEquals(state.getEndpoint("empty"), "");
  assertEquals(state.hasEndpoint("failed"), false);
  assertEquals(state.getEndpoint("failed"), undefined);
  assertEquals(state.hasEndpoint("unknown"), false);
});

Deno.test("missing parts are taken as empty and unknown members ignored [controller/STA-14]", () => {
  assertEquals(State.from({}).toJSON(), empty);
  const foreign = { entities: { A: { "1": { id: "1" } } }, theme: "dark" };
  const state = State.from(foreign);
  assertEquals(state.getEntity("A", "1"), { id: "1" });
  assertEquals("theme" in state.toJSON(), false);
});

Deno.test("parts of another type than expected are taken as empty [controller/STA-14]", () => {
  const broken = {
    entities: { A: null, B: { "1": 5, "2": null, "3": { id: "3" } } },
    endpoints: null,
    indexes: "x",
    meta: { k: 7, l: null },
    entitiesMeta: 3,
  };
  const state = State.from(broken as unknown as StateJSON);
  assertEquals(state.toJSON(), {
    ...empty,
    entities: { A: {}, B: { "3": { id: "3" } } },
    entitiesMeta: { A: {}, B: {} },
  });
});

Deno.test("a meta that is no object is taken as missing, and the data is kept [controller/STA-14] [controller/NEW-70]", async () => {
  const tide = reading("tide", answering(2), { key: () => "tide" });
  for (const meta of [null, 7, "now", true]) {
    const broken = {
      entities: { Vessel: { "1": { id: "1", name: "Orca" } } },
      entitiesMeta: { Vessel: { "1": meta } },
      endpoints: { tide: 1 },
      meta: { tide: meta, other: meta },
    };
    const text = JSON.stringify({ format: 1, ...broken });
    for (const state of [State.from(broken as never), deserialize(text)]) {
      await using client = createClient({ initialState: state });
      assertEquals(client.get(Vessel, { id: "1" })?.name, "Orca");
      assertEquals(client.read(tide, { id: "1" }).data, 1);
      await client.set(Vessel, { id: "1" }, { id: "1", name: "Beluga" });
      assertEquals(client.get(Vessel, { id: "1" })?.name, "Beluga");
      assertEquals(await client.fetch(tide, { id: "1" }), 2);
      assertEquals(
        deserialize(serialize(client.getState())).getEndpoint("tide"),
        2,
      );
    }
  }
});

Deno.test("pending layers of a foreign state are not taken over [controller/STA-9]", () => {
  const state = State.from({ optimistic: [{} as never] });
  assertEquals(state.optimistic, []);
});

Deno.test("a lastReset that is no finite number counts as 0 and is reported once in development [controller/STA-10]", async () => {
  for (const lastReset of [NaN, "2024-01-01", null, Infinity]) {
    const records = await recordingConsole(() => {
      const state = State.from({ lastReset: lastReset as number });
      assertEquals(state.lastReset, 0);
    });
    assertEquals(records.length, 1);
    assertEquals(records[0]!.method, "error");
    assertEquals(String(records[0]!.args[0]).includes("state.lastReset"), true);
  }
  await inProduction(async () => {
    const records = await recordingConsole(() =>
      State.from({ lastReset: NaN })
    );
    assertEquals(records, []);
  });
});

Deno.test("times of a given state that are not finite count as 0, and newer data replaces it [controller/STA-10a]", async () => {
  const times = { fetchedAt: NaN, date: -Infinity, expiresAt: "soon" };
  const zero = { fetchedAt: 0, date: 0, expiresAt: 0 };
  const state = State.from({
    entities: { Vessel: { "1": { id: "1", name: "Orca" } } },
    entitiesMeta: { Vessel: { "1": { ...times, fetchedAt: Infinity } } },
    endpoints: { tide: 1, weather: 2 },
    meta: { tide: times, weather: { ...meta, expiresAt: Infinity } },
  } as never);
  assertEquals(state.getEntityMeta("Vessel", "1"), zero);
  assertEquals(state.getMeta("tide"), zero);
  assertEquals(state.getMeta("weather"), { ...meta, expiresAt: Infinity });
  await using client = createClient({ initialState: state });
  await client.set(Vessel, { id: "1" }, { id: "1", name: "Beluga" });
  assertEquals(client.get(Vessel, { id: "1" })?.name, "Beluga");
});

Deno.test("any string is an ordinary key of every part and touches no other key and no prototype [controller/STA-13]", () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      "__proto__",
      "constructor",
      "prototype",
      "toString",
      "",
      "1",
      "01",
      '"',
      "a,b",
      "a|b",
    ),
    fc.string(),
  );
  const names = fc.uniqueArray(hostile, { minLength: 1, maxLength: 8 });
  assertProperty(
    fc.property(names, names, (keys, pks) => {
      const state = State.from({
        entities: ownObject(keys, () => ownObject(pks, (pk) => ({ pk }))),
        endpoints: ownObject(keys, (key) => `result of ${key}`),
        meta: ownObject(keys, () => meta),
        indexes: ownObject(
          keys,
          () => ownObject(pks, () => ownObject(pks, (value) => value)),
        ),
      });
      const copy = State.from(state.toJSON());
      for (const key of keys) {
        for (const pk of pks) {
          assertEquals(copy.getEntity(key, pk), { pk });
          assertEquals(copy.getIndex(key, pk, pk), pk);
        }
        assertEquals(copy.getEndpoint(key), `result of ${key}`);
        assertEquals(copy.getMeta(key), meta);
        assertEquals(copy.getEntity(key, "never stored"), undefined);
      }
      assertEquals(copy.getEntity("never stored", pks[0]!), undefined);
      if (!keys.includes("valueOf")) {
        assertEquals(copy.getEndpoint("valueOf"), undefined);
      }
      assertEquals(Object.keys(Object.prototype), []);
    }),
    60,
  );
});

Deno.test("a client begins with plain objects as well as with a state [controller/STA-14] [controller/NEW-18]", () => {
  const row = { id: "1", name: "Aida" };
  const plain = {
    ...initialState.toJSON(),
    entities: { Vessel: { "1": row } },
  };
  for (
    const state of [
      plain,
      State.from(plain),
      deserialize(JSON.stringify(plain)),
    ]
  ) {
    using client = createClient({ initialState: state });
    assertEquals(client.get(Vessel, { id: "1" })?.name, "Aida");
  }
});

Deno.test("a state given to State.from is returned as it is", () => {
  const state = State.from(example);
  assertStrictEquals(State.from(state), state);
  assertNotStrictEquals(State.from(state.toJSON()), state);
});

/** Own members only, `__proto__` included. */
function ownObject<V>(
  names: readonly string[],
  valueOf: (name: string) => V,
): Record<string, V> {
  const object: Record<string, V> = Object.create(null);
  for (const name of names) object[name] = valueOf(name);
  return object;
}

Deno.test("a state that goes on from an older one keeps the order of its entities, also of one that went and came back since [schema/ALL-7]", () => {
  const reduce = createReducer(new Controller());
  const put = (state: State | undefined, id: string) =>
    reduce(state, actions.createSet(Port, { args: [{ id }], value: { id } }));
  const older = put(put(put(undefined, "a"), "b"), "c");
  const entities = [{ key: "Port", pk: "a" }];
  put(reduce(older, { type: "rdc/gc", entities, endpoints: [] }), "a");
  const next = put(older, "d");
  const keys = (state: State) => [...state.getEntities("Port")!.keys()];
  assertEquals(keys(next), ["a", "b", "c", "d"]);
  assertEquals(keys(older), ["a", "b", "c"]);
});
