import { assert, assertEquals, assertRejects } from "@std/assert";
import { Collection, Entity, Invalidate, RestEndpoint } from "../../../mod.ts";
import {
  fileStorage,
  type KeyValueStorage,
} from "../../../controller/live/persist/mod.ts";
import { microtasks, reading } from "../harbour.ts";
import { ManualConnection } from "../outside_world.ts";
import { HeldClock } from "./held_clock.ts";
import { Port, Session, Texts } from "./persist_session.ts";

/** A storage that has rows of a program that has ended, and its clock. */
async function keeping(names: Record<string, string>) {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = new Session(storage, clock);
  for (const [id, name] of Object.entries(names)) await session.set(id, name);
  return { storage, clock };
}

class Secret extends Entity {
  id = "";
  static persist = false;
}

Deno.test("what was stored is there after a restart, found by its indexes, and asks for nothing while it is fresh [controller/NEW-60] [controller/NEW-67]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock);
    await session.client.fetch(session.getPorts, { sea: "north" });
    await session.client.fetch(session.getTide);
    await session.set("rtm", "Rotterdam");
  }
  await using session = await Session.open(storage, clock);
  assert(session.persist.restored);
  assertEquals(session.nameOf("rtm"), "Rotterdam");
  assertEquals(session.client.get(Port, { code: "rtm" })?.id, "rtm");
  const list = session.client.read(session.getPorts, { sea: "north" });
  assertEquals(list.data?.map((port: Port) => port.id), ["north-1"]);
  assertEquals(
    await session.client.controller.fetchIfStale(session.getTide),
    { height: 3 },
  );
  assertEquals(session.requests, []);
  clock.tick(60_001);
  await session.client.controller.fetchIfStale(session.getTide);
  assertEquals(session.requests, ["tide"]);
});

Deno.test("of a change only what changed is written [controller/NEW-61] [controller/NEW-62] [controller/NEW-63]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = await Session.open(storage, clock);
  for (const id of ["a", "b", "c:d"]) await session.set(id, "old");
  assertEquals(storage.written, []);
  await session.persist.flush();
  assertEquals(storage.written.sort(), [
    "dc:e:Port:a",
    "dc:e:Port:b",
    "dc:e:Port:c:d",
    "dc:h",
  ]);
  storage.written.length = 0;
  await session.set("b", "new");
  await session.set("b", "newer");
  assertEquals(clock.pending.at(-1), 1000);
  clock.tick(1000);
  await session.persist.flush();
  assertEquals(storage.written, ["dc:e:Port:b"]);
  // nobody is there to see the timer end
  await session.set("a", "hidden");
  session.visibility.set(false);
  await session.persist.flush();
  assertEquals(storage.written, ["dc:e:Port:b", "dc:e:Port:a"]);
});

Deno.test("a page that is left writes without reading, and a reset is at once [controller/NEW-63] [controller/NEW-65]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = new Session(storage, clock);
  await session.set("rtm", "old");
  await session.persist.flush();
  const { getItem } = storage;
  storage.getItem = () => new Promise<never>(() => {}) as never;
  for (
    const leave of [
      () => globalThis.dispatchEvent(new Event("pagehide")),
      () => session.visibility.set(false),
    ]
  ) {
    storage.written.length = 0;
    await session.set("rtm", `new ${leave}`);
    leave();
    await microtasks();
    assertEquals(storage.written, ["dc:e:Port:rtm"]);
  }
  storage.keys = () => new Promise<never>(() => {}) as never;
  session.client.controller.resetEntireStore();
  await microtasks();
  assertEquals(storage.removed, ["dc:h"]);
  storage.getItem = getItem;
  session.isAnswered = false;
});

Deno.test("what must not be kept is not [controller/NEW-64]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock, {
      include: (_kind, name) => name !== "Excluded",
      exclude: (_kind, _name, key) => key === "no",
    });
    const failing = reading("failing", () => Promise.reject(new Error("no")));
    const instant = reading("instant", () => Promise.resolve(1), {
      dataExpiryLength: 0,
    });
    const unkept = reading("unkept", () => Promise.resolve(1), {
      persist: false,
    });
    const blob = reading("blob", () => Promise.resolve(new Blob(["x"])));
    await session.client.fetch(failing).catch(() => {});
    await session.client.fetch(instant);
    await session.client.fetch(unkept);
    await session.client.fetch(blob);
    await session.client.fetch(session.getTide);
    session.client.controller.invalidate(session.getTide);
    await session.client.set(Secret, { id: "s" }, { id: "s" });
    await session.set("no", "nobody");
    await session.set("yes", "somebody");
    await session.persist.flush();
    assertEquals(session.errors.map(String), [
      "Error: r:blob [] cannot be stored.",
    ]);
  }
  assertEquals([...storage.texts.keys()].sort(), ["dc:e:Port:yes", "dc:h"]);
});

Deno.test("what is deleted, too old or reset is removed [controller/NEW-65] [controller/NEW-66]", async () => {
  const { storage, clock } = await keeping({
    rtm: "Rotterdam",
    ham: "Hamburg",
  });
  clock.tick(50_000_000);
  {
    await using session = await Session.open(storage, clock);
    await session.set("ham", "Hamburg again");
  }
  clock.tick(50_000_000);
  {
    // rtm is older than a day, ham is not
    await using session = await Session.open(storage, clock);
    assertEquals([session.nameOf("rtm"), session.nameOf("ham")], [
      undefined,
      "Hamburg again",
    ]);
    await session.persist.flush();
    assertEquals([...storage.texts.keys()].sort(), ["dc:e:Port:ham", "dc:h"]);
    await session.client.controller.resetEntireStore();
    // and that there was a reset stays
    assertEquals([...storage.texts.keys()], ["dc:s"]);
    await session.set("new", "after the reset");
  }
  {
    await using session = await Session.open(storage, clock);
    assertEquals(session.nameOf("new"), "after the reset");
  }
  // another version of the application begins anew
  await using session = await Session.open(storage, clock, { buster: "2" });
  assertEquals(session.nameOf("new"), undefined);
  assertEquals([...storage.texts.keys()], ["dc:s"]);
});

Deno.test("what is written while its older self is read is not removed with that [controller/NEW-65] [controller/NEW-66]", async () => {
  const { storage, clock } = await keeping({ rtm: "old" });
  clock.tick(1001);
  await using session = new Session(storage, clock, { maxAge: 1000 });
  const name = "dc:e:Port:rtm";
  const { getItem } = storage;
  storage.getItem = function (asked) {
    const text = getItem.call(this, asked);
    if (asked === name) {
      storage.getItem = getItem;
      void session.set("rtm", "newer");
      void session.persist.flush();
    }
    return text;
  };
  await session.persist.ready;
  await session.persist.flush();
  assert(storage.texts.get(name)?.includes("newer"));
});

Deno.test("nothing is restored that was kept before a reset, or before everything was cleared, however early [controller/NEW-65]", async () => {
  for (
    const end of [
      ({ client }: Session) => client.controller.resetEntireStore(),
      ({ persist }: Session) => persist.clear(),
    ]
  ) {
    const { storage, clock } = await keeping({ rtm: "Rotterdam" });
    await using session = new Session(storage, clock);
    // what is kept is not yet known
    await end(session);
    await session.persist.ready;
    await session.persist.flush();
    assertEquals(session.nameOf("rtm"), undefined);
    storage.texts.delete("dc:s");
    assertEquals([...storage.texts.keys()], []);
  }
});

Deno.test("a removal that failed is done with the next write, of everything and of one row [controller/NEW-65] [controller/NEW-70]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = new Session(storage, clock);
  await session.set("rtm", "Rotterdam");
  await session.set("ham", "Hamburg");
  await session.persist.flush();
  const { removeItem } = storage;
  const fail = async (remove: () => unknown) => {
    storage.removeItem = () => {
      throw new Error("busy");
    };
    await remove();
    await session.persist.flush();
    storage.removeItem = removeItem;
  };
  // what cannot be kept any more is removed
  await fail(() =>
    session.client.set(
      Port,
      { id: "rtm" },
      { id: "rtm", name: (() => "Rotterdam") as never, code: "rtm" },
    )
  );
  await session.set("ant", "Antwerp");
  await session.persist.flush();
  assertEquals(
    [...storage.texts.keys()].sort(),
    ["dc:e:Port:ant", "dc:e:Port:ham", "dc:h"],
  );
  await fail(() => session.client.controller.resetEntireStore());
  await session.set("new", "after the reset");
  await session.persist.flush();
  assertEquals(
    [...storage.texts.keys()].sort(),
    ["dc:e:Port:new", "dc:h", "dc:s"],
  );
});

Deno.test("of a deleted row its deletion is kept as long as the row would be, in case another tab tells of the row [controller/NEW-65]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  const name = "dc:e:Port:rtm";
  const isDeleted = async (hours: number) => {
    {
      await using session = await Session.open(storage, clock);
      await session.set("rtm", "Rotterdam");
      await session.client.set(
        new Invalidate(Port),
        { id: "rtm" },
        { id: "rtm" },
      );
      await session.persist.flush();
      const { value, meta } = JSON.parse(storage.texts.get(name)!);
      assertEquals([value, meta.date], [null, clock.now()]);
    }
    clock.tick(hours * 3_600_000);
    await using session = await Session.open(storage, clock);
    await session.persist.flush();
    assertEquals(session.nameOf("rtm"), undefined);
    return typeof session.client.getState().getEntity("Port", "rtm");
  };
  assertEquals(await isDeleted(24), "symbol");
  assertEquals(storage.texts.has(name), true);
  assertEquals(await isDeleted(25), "undefined");
  assertEquals(storage.texts.has(name), false);
});

Deno.test("what is kept stays when it expires, or a request for it fails [controller/NEW-65] [controller/NEW-67]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  const name = "dc:r:getDepth []";
  let failure: Error | undefined;
  const getDepth = reading(
    "getDepth",
    () => failure ? Promise.reject(failure) : Promise.resolve(9),
    { dataExpiryLength: 60_000, errorPolicy: () => "soft" as const },
  );
  {
    await using session = new Session(storage, clock);
    const { client, persist } = session;
    await client.fetch(getDepth);
    await persist.flush();
    failure = new Error("no network");
    clock.tick(1);
    await client.fetch(getDepth).catch(() => {});
    await persist.flush();
    assert(storage.texts.has(name));
    failure = undefined;
    clock.tick(1);
    await client.fetch(getDepth);
    await client.controller.expireAll(getDepth);
    await persist.flush();
    assert(storage.texts.has(name));
  }
  await using session = await Session.open(storage, clock);
  assertEquals(session.client.read(getDepth).data, 9);
  assert(
    session.client.getState().getMeta(getDepth.key())!.expiresAt < clock.now(),
  );
});

Deno.test("what arrived meanwhile is newer than what is restored [controller/NEW-67]", async () => {
  const { storage, clock } = await keeping({ rtm: "kept", ham: "kept" });
  clock.tick(1000);
  await using session = new Session(storage, clock);
  void session.set("rtm", "newer");
  await session.persist.ready;
  assertEquals([session.nameOf("rtm"), session.nameOf("ham")], [
    "newer",
    "kept",
  ]);
  await session.set("ham", "newest");
  assertEquals(session.nameOf("ham"), "newest");
});

Deno.test("a request waits for what is kept of its response, but not for ever [controller/NEW-68]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock);
    await session.client.fetch(session.getPorts, { sea: "north" });
  }
  {
    await using session = new Session(storage, clock);
    const ports = await session.client.fetch(session.getPorts, {
      sea: "north",
    });
    assertEquals(ports.map((port: Port) => port.id), ["north-1"]);
    assertEquals(session.requests, []);
    await session.client.fetch(session.getPorts, { sea: "south" });
    assertEquals(session.requests, ["south"]);
  }
  // a storage that never answers
  const silent = new Texts();
  silent.getItem = () => new Promise<never>(() => {}) as never;
  await using session = new Session(silent, clock);
  session.isAnswered = false;
  const ports = session.client.fetch(session.getPorts, { sea: "north" });
  clock.tick(500);
  assertEquals((await ports).length, 1);
  assertEquals(session.requests, ["north"]);
});

Deno.test("a request for what is there already waits for nothing, and is made [controller/NEW-68]", async () => {
  const silent = new Texts();
  silent.getItem = () => new Promise<never>(() => {}) as never;
  await using session = new Session(silent, new HeldClock());
  session.isAnswered = false;
  await session.client.controller.setResponse(session.getTide, { height: 1 });
  assertEquals(await session.client.fetch(session.getTide), { height: 3 });
  assertEquals(session.requests, ["tide"]);
});

Deno.test("a request that waits for what is kept is not made when the client has ended [controller/NEW-68] [controller/NEW-16]", async () => {
  for (const isSlow of [false, true]) {
    const clock = new HeldClock();
    let answer = () => {};
    const slow = new Promise<void>((resolve) => answer = resolve);
    const storage = new Texts();
    storage.getItem = () => slow as never;
    await using session = new Session(storage, clock);
    session.isAnswered = false;
    const outcome = session.client.fetch(session.getPorts, { sea: "north" })
      .catch(({ name }) => name);
    await session.client.dispose();
    assertEquals(await outcome, "DisposedError");
    if (isSlow) clock.tick(500);
    else {
      answer();
      await session.persist.flush();
    }
    await microtasks();
    assertEquals(session.requests, []);
  }
});

Deno.test("without a network a request waits on for what is kept, until there is a network [controller/NEW-68]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock);
    await session.client.fetch(session.getPorts, { sea: "north" });
  }
  const connection = new ManualConnection(false);
  {
    // a storage that is slow
    let answer = () => {};
    const slow = new Promise<void>((resolve) => answer = resolve);
    const slowStorage: KeyValueStorage = {
      getItem: (name) => slow.then(() => storage.getItem(name)),
      setItem: (name, text) => storage.setItem(name, text),
      removeItem: (name) => storage.removeItem(name),
      keys: () => storage.keys(),
    };
    await using session = new Session(slowStorage, clock, { connection });
    const ports = session.client.fetch(session.getPorts, { sea: "north" });
    for (let n = 0; n < 10; n++) {
      clock.tick(500);
      await microtasks();
    }
    assertEquals(session.requests, []);
    answer();
    assertEquals((await ports).length, 1);
    assertEquals(session.requests, []);
  }
  // a storage that never answers
  const silent = new Texts();
  silent.getItem = () => new Promise<never>(() => {}) as never;
  await using session = new Session(silent, clock, { connection });
  session.isAnswered = false;
  const ports = session.client.fetch(session.getPorts, { sea: "north" });
  clock.tick(500);
  await microtasks();
  assertEquals(session.requests, []);
  connection.set(true);
  clock.tick(500);
  assertEquals((await ports).length, 1);
  const late = session.client.fetch(session.getPorts, { sea: "south" });
  late.catch(() => {});
  connection.set(false);
  await session.client.dispose();
  clock.tick(500);
  await microtasks();
  assertEquals(clock.pending.filter((delay) => delay === 500), []);
});

for (const hydrate of ["now", "lazy"] as const) {
  Deno.test(`a page that is asked for while its list is restored, ${hydrate}, is requested, and added to it [controller/NEW-68]`, async () => {
    const [storage, clock] = [new Texts(), new HeldClock()];
    const requests: unknown[] = [];
    const getBerths = new RestEndpoint({
      path: "/berths",
      searchParams: undefined as { page?: number } | undefined,
      schema: new Collection([Port]),
      paginationField: "page",
      dataExpiryLength: 60_000,
      fetch({ page = 1 }: { page?: number } = {}) {
        requests.push(page);
        return Promise.resolve([{ id: `${page}`, name: "", code: "" }]);
      },
    });
    {
      await using session = new Session(storage, clock);
      await session.client.fetch(getBerths);
    }
    clock.tick(1000);
    await using session = new Session(storage, clock, {
      hydrate: () => hydrate,
    });
    const { client } = session;
    await client.fetch(getBerths.getPage, { page: 2 });
    assertEquals(requests, [1, 2]);
    const ids = client.read(getBerths).data?.map(({ id }) => id);
    assertEquals(ids, ["1", "2"]);
  });
}

Deno.test("lazy things are restored when they are read, with what they consist of, others never [controller/NEW-69]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock);
    await session.client.fetch(session.getPorts, { sea: "north" });
    await session.set("rtm", "Rotterdam");
  }
  await using session = new Session(storage, clock, {
    hydrate: (_kind, _name, key) => key === "rtm" ? "never" : "lazy",
  });
  const lengths: unknown[] = [];
  session.client.subscribe(() => {
    const { data } = session.client.read(session.getPorts, { sea: "north" });
    lengths.push(data?.length);
  });
  const [port] = await session.client.fetch(session.getPorts, { sea: "north" });
  assertEquals(port?.name, "first");
  assertEquals(lengths, [1]);
  assertEquals(session.requests, []);
  await session.persist.ready;
  assertEquals(session.nameOf("rtm"), undefined);
});

Deno.test("a fetch of what a schema cannot read any more is told so [controller/NEW-69] [controller/NEW-70]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  let isBroken = false;
  const getRoute = reading(
    "getRoute",
    () => Promise.resolve({ way: "north" }),
    {
      schema: {
        normalize: (input: unknown) => input,
        denormalize(input: unknown) {
          if (isBroken) throw new Error("no route of this version");
          return input;
        },
      },
      dataExpiryLength: 60_000,
    },
  );
  {
    await using session = new Session(storage, clock);
    await session.client.fetch(getRoute);
  }
  isBroken = true;
  await using session = new Session(storage, clock, { hydrate: () => "lazy" });
  await assertRejects(
    () => session.client.fetch(getRoute) as Promise<unknown>,
    Error,
    "no route of this version",
  );
});

Deno.test("what is written at once waits until it is known what is kept [controller/NEW-66]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  {
    await using session = new Session(storage, clock);
    await session.set("rtm", "Rotterdam");
    void session.persist.flush();
    await session.persist.ready;
  }
  await using session = await Session.open(storage, clock);
  assertEquals(session.nameOf("rtm"), "Rotterdam");
});

Deno.test("a storage that fails, or holds nonsense, harms nobody [controller/NEW-70]", async () => {
  const { storage, clock } = await keeping({
    rtm: "Rotterdam",
    ham: "Hamburg",
    ant: "Antwerp",
  });
  storage.texts.set("dc:e:Port:rtm", "{ half a");
  storage.texts.set("dc:e:Port:ant", '{"value":7,"meta":{"date":1000000}}');
  storage.texts.set("dc:x", "what is this");
  {
    await using session = await Session.open(storage, clock);
    assertEquals(
      ["rtm", "ham", "ant"].map((id) => session.nameOf(id)),
      [undefined, "Hamburg", undefined],
    );
    assertEquals(session.errors.length, 1);
  }
  storage.texts.set("dc:h", "null");
  {
    await using session = await Session.open(storage, clock);
    assertEquals(session.nameOf("ham"), undefined);
  }
  const broken = new Texts();
  broken.failure = () => new Error("access denied");
  await using session = await Session.open(broken, clock);
  await session.set("rtm", "Rotterdam");
  await session.persist.flush();
  assertEquals(session.nameOf("rtm"), "Rotterdam");
  assertEquals(session.errors.map(String), ["Error: access denied"]);
});

Deno.test("what cannot be read is not removed [controller/NEW-70]", async () => {
  const { storage, clock } = await keeping({ rtm: "Rotterdam" });
  const name = "dc:e:Port:rtm";
  {
    await using session = new Session(storage, clock);
    storage.failure = (asked) => asked === name && new Error("busy");
    await session.persist.ready;
    storage.failure = undefined;
    assertEquals(session.nameOf("rtm"), undefined);
    assertEquals(session.errors.length, 1);
  }
  await using session = await Session.open(storage, clock);
  assertEquals(session.nameOf("rtm"), "Rotterdam");
});

Deno.test("a full storage loses what is oldest [controller/NEW-71]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = await Session.open(storage, clock);
  for (let n = 0; n < 8; n++) {
    clock.tick(1);
    await session.set(`p${n}`, "x");
  }
  await session.persist.flush();
  storage.failure = (name) =>
    name.endsWith(":new") && storage.texts.size > 7
      ? new DOMException("full", "QuotaExceededError")
      : undefined;
  await session.set("new", "fits");
  await session.persist.flush();
  assertEquals(
    [...storage.texts.keys()].sort(),
    [2, 3, 4, 5, 6, 7].map((n) => `dc:e:Port:p${n}`).concat("dc:h").sort()
      .toSpliced(0, 0, "dc:e:Port:new").sort(),
  );
  assertEquals(session.errors, []);
  // what never fits is tried again with the next change
  storage.failure = (name) => name.endsWith(":h") ? undefined : "full";
  await session.set("p7", "never");
  await session.persist.flush();
  assertEquals(session.errors, ["full"]);
  storage.failure = undefined;
  await session.set("p6", "again");
  await session.persist.flush();
  assert(storage.texts.get("dc:e:Port:p7")!.includes("never"));
});

Deno.test("an older version stops writing where a newer one has begun [controller/NEW-72]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using old = new Session(storage, clock, { buster: "1" });
  await old.set("rtm", "old");
  await old.persist.flush();
  await using current = await Session.open(storage, clock, { buster: "2" });
  await current.set("rtm", "current");
  await current.persist.flush();
  await old.set("rtm", "old again");
  await old.persist.flush();
  assert(storage.texts.get("dc:e:Port:rtm")!.includes("current"));
});

Deno.test("it can be paused, cleared, and told to forget what memory forgets [controller/NEW-65] [controller/NEW-73]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  await using session = await Session.open(storage, clock, { mirrorGC: true });
  session.persist.pause();
  await session.set("rtm", "Rotterdam");
  await session.persist.flush();
  assertEquals(storage.written, []);
  session.persist.resume();
  await session.set("ham", "Hamburg");
  await session.persist.flush();
  assertEquals(storage.texts.size, 3);
  await session.client.controller.dispatch({
    type: "rdc/gc",
    entities: [{ key: "Port", pk: "rtm" }],
    endpoints: [],
  });
  await session.persist.flush();
  assertEquals(storage.removed, ["dc:e:Port:rtm"]);
  await session.persist.clear();
  assertEquals(storage.texts.size, 0);
  assertEquals(session.nameOf("ham"), "Hamburg");
});

Deno.test("two stores of one storage keep their own things under a prefix each [controller/NEW-60]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  for (const prefix of ["left", "right"]) {
    await using session = new Session(storage, clock, { prefix });
    await session.set("rtm", prefix);
    await session.persist.flush();
  }
  for (const prefix of ["left", "right"]) {
    await using session = await Session.open(storage, clock, { prefix });
    assertEquals(session.client.get(Port, { id: "rtm" })?.name, prefix);
  }
});

Deno.test("rows that nobody knows are kept and cost nothing [controller/NEW-74]", async () => {
  const { storage, clock } = await keeping({ rtm: "Rotterdam" });
  await using session = await Session.open(storage, clock);
  // the class is named here for the first time
  assertEquals(
    session.client.getState().getEntity("Port", "rtm"),
    { id: "rtm", name: "Rotterdam", code: "rtm" },
  );
});

Deno.test("a storage without names has them kept for it, and a file holds everything [controller/NEW-61]", async () => {
  const texts = new Map<string, string>();
  const clock = new HeldClock();
  const nameless: KeyValueStorage = {
    getItem: (name) => Promise.resolve(texts.get(name) ?? null),
    setItem: (name, text) => Promise.resolve(void texts.set(name, text)),
    removeItem: (name) => Promise.resolve(void texts.delete(name)),
  };
  {
    await using session = new Session(nameless, clock);
    for (let n = 0; n < 3; n++) await session.set(`p${n}`, `${n}`);
    await session.persist.flush();
    await session.set("p3", "3");
  }
  {
    await using session = await Session.open(nameless, clock);
    assertEquals([0, 1, 2, 3].map((n) => session.nameOf(`p${n}`)), [
      "0",
      "1",
      "2",
      "3",
    ]);
    await session.client.controller.resetEntireStore();
    assertEquals([...texts.keys()], ["dc:s"]);
  }
  const folder = await Deno.makeTempDir();
  const files = {
    readFile: (path: string) => Deno.readTextFile(path),
    writeFile: (path: string, text: string) => Deno.writeTextFile(path, text),
    rename: (from: string, to: string) => Deno.rename(from, to),
  };
  try {
    const path = `${folder}/cache.json`;
    {
      await using session = new Session(fileStorage(path, files), clock);
      await session.set("rtm", "Rotterdam");
    }
    await using session = new Session(fileStorage(path, files), clock);
    await session.persist.ready;
    assertEquals(session.errors, []);
    assertEquals(session.nameOf("rtm"), "Rotterdam");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("a thousand starts and stops leave one manager that writes once [controller/NEW-131]", async () => {
  const { storage, clock } = await keeping({ rtm: "Rotterdam" });
  await using session = new Session(storage, clock);
  const { persist, client } = session;
  for (let cycle = 0; cycle < 1000; cycle++) {
    persist.cleanup();
    persist.init(client.getState());
    if (cycle % 10 === 0) await Promise.resolve();
  }
  await persist.ready;
  assertEquals(session.nameOf("rtm"), "Rotterdam");
  assertEquals(session.visibility.listeners.size, 1);
  storage.written.length = 0;
  await session.set("ham", "Hamburg");
  await persist.flush();
  assertEquals(
    storage.written.filter((name) => name !== "dc:h"),
    ["dc:e:Port:ham"],
  );
  assertEquals(session.errors, []);
});

Deno.test("a record of another shape is dropped, not restored as a row without id [controller/NEW-70]", async () => {
  const [storage, clock] = [new Texts(), new HeldClock()];
  const now = clock.now();
  const meta = { date: now, fetchedAt: now, expiresAt: now + 60_000 };
  const row = { id: "x", name: "a port" };
  const shapes = {
    good: { value: row, meta },
    bare: row,
    empty: {},
    list: [1, 2],
    number: 5,
    "without members": { value: {}, meta },
    "a text": { value: "port", meta },
    "without value": { meta },
    "without times": { value: row, meta: {} },
    "with the date alone": { value: row, meta: { date: now } },
    "with times of another kind": {
      value: row,
      meta: { ...meta, fetchedAt: "soon" },
    },
  };
  storage.texts.set("dc:h", '{"format":1,"buster":""}');
  for (const [name, shape] of Object.entries(shapes)) {
    storage.texts.set(`dc:e:Port:${name}`, JSON.stringify(shape));
  }
  await using session = await Session.open(storage, clock);
  const ports = session.client.getState().getEntities("Port");
  assertEquals([...ports?.keys() ?? []], ["good"]);
  await session.persist.flush();
  assertEquals([...storage.texts.keys()].sort(), ["dc:e:Port:good", "dc:h"]);
});
