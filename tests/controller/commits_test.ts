import { assertEquals, assertStrictEquals } from "@std/assert";
import {
  createClient,
  type Manager,
  type Middleware,
  NetworkManager,
} from "../../mod.ts";
import type { CommitNotice, MergeAction } from "../../controller/mod.ts";
import {
  mutating,
  Port,
  recordingConsole,
  type Server,
  server,
} from "./harbour.ts";

const meta = { fetchedAt: 1, date: 1, expiresAt: Infinity };

/** Notes what is confirmed. */
class Recorder implements Manager {
  readonly notices: CommitNotice[] = [];
  readonly middleware: Middleware = (controller) => {
    controller.onCommit((notice) => this.notices.push(notice));
    return (next) => next;
  };
  cleanup(): void {}

  /** What was done, and the entities that it changed. */
  get story(): unknown[] {
    return this.notices.map(({ action, touched }) => [
      action?.type,
      [...touched.entities].flatMap(([key, pks]) =>
        [...pks].map((pk) => `${key} ${pk}`)
      ),
      [...touched.endpoints],
    ]);
  }
}

const hoping = (call: Server<[{ id: string }]>) =>
  mutating("rename", call, {
    schema: Port,
    getOptimisticResponse: () => ({ id: "rtm", name: "hoped for" }),
  });

function recorded() {
  const recorder = new Recorder();
  const client = createClient({ managers: [recorder, new NetworkManager()] });
  return { client, recorder };
}

Deno.test("managers are told what each confirmed change consists of [controller/MGR-16]", async () => {
  const { client, recorder } = recorded();
  await using _ = client;
  await client.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
  const [notice] = recorder.notices;
  assertEquals(recorder.story, [["rdc/set", ["Port rtm"], []]]);
  assertEquals(notice!.before.getEntity("Port", "rtm"), undefined);
  assertStrictEquals(notice!.state, client.controller.getState());

  // what is as it was is nobody's news
  await client.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
  assertEquals(
    recorder.notices.slice(1).map(({ touched }) => touched.entities.size),
    recorder.notices.slice(1).map(() => 0),
  );
});

Deno.test("optimistic changes are told when they are confirmed [controller/MGR-16]", async () => {
  const { client, recorder } = recorded();
  await using _ = client;
  const call = server();
  const done = client.controller.fetch(hoping(call), { id: "rtm" });
  assertEquals(client.get(Port, { id: "rtm" })?.name, "hoped for");
  assertEquals(
    recorder.story.filter((row) => (row as string[])[1]!.length),
    [],
  );
  call.calls[0]!.resolve({ id: "rtm", name: "answered" });
  await done;
  assertEquals(
    recorder.notices.at(-1)!.state.getEntity("Port", "rtm"),
    { id: "rtm", name: "answered" },
  );
});

Deno.test("a listener that throws affects nobody, and one that left hears nothing [controller/MGR-16]", async () => {
  await using client = createClient();
  let told = 0;
  client.controller.onCommit(() => {
    throw new Error("full");
  });
  const stop = client.controller.onCommit(() => told++);
  const log = await recordingConsole(async () => {
    await client.set(Port, { id: "rtm" }, { id: "rtm", name: "Rotterdam" });
    stop();
    await client.set(Port, { id: "ham" }, { id: "ham", name: "Hamburg" });
  });
  assertEquals(told, 1);
  assertEquals(log.map(({ method }) => method), ["error", "error"]);
  assertEquals(client.get(Port, { id: "ham" })?.name, "Hamburg");
});

Deno.test("rows from elsewhere are stored as they are, below what is pending [controller/ACT-20]", async () => {
  const { client, recorder } = recorded();
  await using _ = client;
  client.controller.fetch(hoping(server()), { id: "rtm" }).catch(() => {});
  let told = 0;
  client.subscribe(() => told++);
  let calls = 0;
  const merge: MergeAction = {
    type: "rdc/merge",
    apply: (stored) => {
      calls++;
      assertEquals(stored.slotOf("Port", "rtm").value, undefined);
      stored.put(
        stored.slotOf("Port", "rtm"),
        { id: "rtm", name: "merged" },
        meta,
      );
      stored.put(
        stored.slotOf("Port", "ham"),
        { id: "ham", name: "Hamburg" },
        meta,
      );
      assertEquals(stored.responseOf("GET /ports").meta, undefined);
      stored.setEndpoint("GET /ports", { value: ["rtm"], meta });
      const { value, meta: times } = stored.responseOf("GET /ports");
      assertEquals([value, times], [["rtm"], meta]);
    },
  };
  await client.controller.dispatch(merge);
  assertEquals(calls, 1);
  assertEquals(told, 1);
  assertEquals(client.get(Port, { id: "rtm" })?.name, "hoped for");
  assertEquals(client.get(Port, { id: "ham" })?.name, "Hamburg");
  const { state, touched } = recorder.notices.at(-1)!;
  assertEquals(state.getEntity("Port", "rtm"), { id: "rtm", name: "merged" });
  assertEquals(state.getEndpoint("GET /ports"), ["rtm"]);
  assertEquals([...touched.endpoints], ["GET /ports"]);
});

Deno.test("a merge that throws writes nothing [controller/ACT-20]", async () => {
  await using client = createClient();
  const before = client.controller.getState();
  let failure: unknown;
  await client.controller.dispatch({
    type: "rdc/merge",
    apply: (stored) => {
      stored.put(stored.slotOf("Port", "rtm"), { id: "rtm" }, meta);
      throw new Error("half a row");
    },
  }).catch((error: Error) => failure = error.message);
  assertEquals(failure, "half a row");
  assertStrictEquals(client.controller.getState(), before);
  assertEquals(client.get(Port, { id: "rtm" }), undefined);
});
