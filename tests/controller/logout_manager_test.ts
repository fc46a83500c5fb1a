import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  type Controller,
  LogoutManager,
  type Manager,
  NetworkManager,
  ResetError,
} from "../../controller/mod.ts";
import {
  answering,
  harbour,
  microtasks,
  mutating,
  reading,
  server,
  unhandledDuring,
  Vessel,
} from "./harbour.ts";

const id = { id: "1" };
const unauthorized = () => Object.assign(new Error("log in"), { status: 401 });

/** A logout manager that counts, and what it saw of the store. */
function counting(shouldLogout?: (error: unknown) => boolean) {
  const calls: { isStored: boolean; controller: Controller }[] = [];
  const manager = new LogoutManager({
    shouldLogout,
    handleLogout: (controller) => {
      const metas = Object.values(controller.getState().toJSON().meta);
      calls.push({
        isStored: metas.some((meta) => meta.error !== undefined),
        controller,
      });
    },
  });
  return { manager, calls };
}

Deno.test("a 401 empties the store, after it was stored [controller/LOG-1] [controller/LOG-2]", async () => {
  const failing = reading("failing", () => Promise.reject(unauthorized()));
  using client = harbour({
    managers: [new LogoutManager(), new NetworkManager()],
  });
  await client.set(Vessel, id, { id: "1", name: "Orca" });
  await client.fetch(failing).catch(() => {});
  assertEquals(client.get(Vessel, id), undefined);
  assertEquals(client.getState().toJSON().meta, {});

  const { manager, calls } = counting();
  using other = harbour({ managers: [manager, new NetworkManager()] });
  await other.fetch(failing).catch(() => {});
  assertEquals(calls.length, 1);
  assertStrictEquals(calls[0]!.controller, other.controller);
  assertEquals(calls[0]!.isStored, true);
});

Deno.test("both decisions can be made by a subclass [controller/LOG-1]", async () => {
  const log: string[] = [];
  class Strict extends LogoutManager {
    protected override shouldLogout(error: unknown): boolean {
      return (error as { status?: number }).status === 403;
    }
    protected override handleLogout(): void {
      log.push("out");
    }
  }
  using client = harbour({ managers: [new Strict(), new NetworkManager()] });
  const forbidden = Object.assign(new Error(), { status: 403 });
  await client.fetch(reading("a", () => Promise.reject(unauthorized())))
    .catch(() => {});
  assertEquals(log, []);
  await client.fetch(reading("b", () => Promise.reject(forbidden)))
    .catch(() => {});
  assertEquals(log, ["out"]);
});

Deno.test("other failures, successes and actions pass [controller/LOG-3]", async () => {
  const { manager, calls } = counting();
  using client = harbour({ managers: [manager, new NetworkManager()] });
  const missing = Object.assign(new Error(), { status: 404 });
  await client.fetch(reading("missing", () => Promise.reject(missing)))
    .catch(() => {});
  assertEquals(
    await client.fetch(reading("status", answering({ status: 401 })), id),
    { status: 401 },
  );
  await client.set(Vessel, id, { id: "1" });
  await client.expireAll({ testKey: () => true });
  assertEquals(calls.length, 0);
  assertEquals(client.get(Vessel, id)?.id, "1");
});

for (const position of ["before", "after"]) {
  for (const make of [reading, mutating]) {
    Deno.test(`the failing caller of a ${make.name} gets the 401 with the manager ${position} NetworkManager [controller/LOG-4]`, async () => {
      const managers: Manager[] = [new LogoutManager(), new NetworkManager()];
      if (position === "after") managers.reverse();
      const network = server();
      const error = unauthorized();
      const unhandled = await unhandledDuring(async () => {
        using client = harbour({ managers });
        const failing = client.fetch(make("failing", network), id);
        const other = client.fetch(reading("other", server()), id);
        const outcomes = Promise.all([
          failing.catch((reason) => reason),
          other.catch((reason) => reason),
        ]);
        network.calls[0]!.reject(error);
        const [own, others] = await outcomes;
        assertStrictEquals(own, error);
        assertEquals((others as Error).name, "ResetError");
        assertEquals(client.getState().toJSON().meta, {});
      });
      assertEquals(unhandled, []);
    });
  }
}

Deno.test("errors without a status do not log out, and do not throw [controller/LOG-5]", async () => {
  const { manager, calls } = counting();
  using client = harbour({ managers: [manager, new NetworkManager()] });
  for (const reason of [null, undefined, "401", 401, {}, new Error("401")]) {
    const failing = reading("failing", () => Promise.reject(reason));
    assertStrictEquals(
      await client.fetch(failing).catch((error) => error),
      reason,
    );
  }
  assertEquals(calls.length, 0);
});

Deno.test("several 401s of one session are one logout [controller/LOG-6]", async () => {
  let logouts = 0;
  const manager = new LogoutManager({
    handleLogout: (controller) => {
      logouts++;
      controller.resetEntireStore();
    },
  });
  const network = server();
  const load = reading("load", network);
  const save = mutating("save", network);
  using client = harbour({ managers: [manager, new NetworkManager()] });
  const outcomes = [
    client.fetch(load, { id: "1" }),
    client.fetch(load, { id: "2" }),
    client.fetch(save, { id: "3" }),
    client.fetch(save, { id: "4" }),
  ].map((promise) => promise.then(() => ({ status: 200 }), (error) => error));
  network.calls[0]!.reject(unauthorized());
  network.calls[1]!.reject(unauthorized());
  network.calls[2]!.reject(unauthorized());
  const statuses = (await Promise.all(outcomes.slice(0, 3)))
    .map(({ status }) => status);
  assertEquals(statuses, [401, 401, 401]);
  assertEquals(logouts, 1);
  // a late one, in another task
  await new Promise((resolve) => setTimeout(resolve));
  network.calls[3]!.reject(unauthorized());
  assertEquals((await outcomes[3]!).status, 401);
  await microtasks();
  assertEquals(logouts, 1);
  const again = client.fetch(load, id).catch((error) => error);
  network.calls[4]!.reject(unauthorized());
  await again;
  assertEquals(logouts, 2, "a new session");
});

Deno.test("a handler that does not reset is called once for each batch of errors [controller/LOG-6]", async () => {
  using time = new FakeTime();
  const { manager, calls } = counting();
  const network = server();
  const load = reading("load", network);
  using client = harbour({ managers: [manager, new NetworkManager()] });
  const fail = async () => {
    const from = network.calls.length;
    const promises = ["1", "2", "3"].map((id) =>
      client.fetch(load, { id }).catch(() => {})
    );
    for (const call of network.calls.slice(from)) call.reject(unauthorized());
    await Promise.all(promises);
    time.tick(1);
  };
  await fail();
  assertEquals(calls.length, 1);
  await fail();
  assertEquals(calls.length, 2);
});

Deno.test("errors that another manager stores for an older session are ignored [controller/LOG-6]", async () => {
  const { manager, calls } = counting();
  using client = harbour({ managers: [manager, new NetworkManager()] });
  const load = reading("load", answering(1));
  const fetchedAt = client.controller.stamps.next();
  await client.resetEntireStore();
  await client.controller.resolve(load, {
    args: [id],
    response: unauthorized(),
    fetchedAt,
    error: true,
  });
  assertEquals(calls.length, 0);
});

Deno.test("a logout may clear a part only [controller/LOG-7]", async () => {
  const account = reading("GET https://harbour.test/account", answering(1));
  const news = reading("GET https://news.test/", answering(2));
  using client = harbour({
    managers: [
      new LogoutManager({
        handleLogout(controller) {
          controller.invalidateAll({
            testKey: (key) => key.startsWith("GET https://harbour.test"),
          });
        },
      }),
      new NetworkManager(),
    ],
  });
  await client.fetch(account, id);
  await client.fetch(news, id);
  await client.fetch(reading("x", () => Promise.reject(unauthorized())))
    .catch(() => {});
  assertEquals(client.getState().getMeta(account.key(id))!.invalidated, true);
  assertEquals(client.read(news, id).data, 2);
});

Deno.test("cleanup leaves no timer, and the manager works on after init [controller/MGR-7]", async () => {
  using time = new FakeTime();
  const { manager, calls } = counting();
  using client = harbour({ managers: [manager, new NetworkManager()] });
  const fail = () =>
    client.fetch(reading("x", () => Promise.reject(unauthorized())))
      .catch(() => {});
  await fail();
  manager.cleanup();
  await fail();
  assertEquals(calls.length, 2);
  time.tick(1);
});

Deno.test("reads in flight at the logout reject with ResetError [controller/NET-14]", async () => {
  const hanging = reading("hanging", server());
  using client = harbour({
    managers: [new LogoutManager(), new NetworkManager()],
  });
  const waiting = client.fetch(hanging, id).catch((error) => error);
  await client.fetch(reading("x", () => Promise.reject(unauthorized())))
    .catch(() => {});
  assertEquals((await waiting) instanceof ResetError, true);
});
