import { assertEquals } from "@std/assert";
import {
  type Client,
  createClient,
  Endpoint,
  Entity,
  Invalidate,
  type State,
} from "../../mod.ts";
import { leftInMemory } from "../support/collect_garbage.ts";
import { nextTask } from "../support/next_task.ts";
import { recordingConsole } from "./harbour.ts";

const getTide = new Endpoint(
  ({ port }: { port: string }) => Promise.resolve({ port, height: 0 }),
  { name: "getTide" },
);

Deno.test("who observes a response keeps no older state alive [controller/NEW-13]", async () => {
  using client = createClient();
  client.setResponse(getTide, { port: "aden" }, { port: "aden", height: 1 });
  let told = 0;
  client.subscribe(getTide, [{ port: "aden" }], () => void told++);
  const old = currentState(client);
  await undefined;
  for (const height of [2, 3]) {
    client.setResponse(getTide, { port: "bari" }, { port: "bari", height });
    client.read(getTide, { port: "bari" });
  }
  assertEquals([told, await leftInMemory([old])], [1, []]);
});

class Sailing extends Entity {
  id = "";
  departure = "";
  // deno-lint-ignore no-explicit-any -- of any subclass
  static override fromJS(props?: Partial<Sailing>): any {
    if (props?.departure === "") throw new Error("no time");
    return super.fromJS(props);
  }
}

const getSailing = new Endpoint(
  ({ id }: { id: string }) => Promise.resolve({ id, departure: "" }),
  { name: "getSailing", schema: Sailing },
);

Deno.test("who observes a response is told again after a value that cannot be read [controller/NEW-13]", async () => {
  using client = createClient();
  const id = { id: "1" };
  client.set(Sailing, id, { id: "1", departure: "9:00" });
  const told: (string | undefined)[] = [];
  const stop = client.subscribe(
    getSailing,
    [id],
    ({ data }) => told.push(data?.departure),
    { fetch: false },
  );
  await undefined;
  const records = await recordingConsole(() =>
    client.set(Sailing, id, { id: "1", departure: "" })
  );
  assertEquals(records.length, 1);
  client.set(Sailing, id, { id: "1", departure: "10:00" });
  assertEquals(told, ["9:00", "10:00"]);
  stop();
  client.set(Sailing, id, { id: "1", departure: "11:00" });
  assertEquals(told.length, 2);
});

/** The state, which this frame alone has held. */
function currentState(client: Client): WeakRef<State> {
  return new WeakRef(client.getState());
}

Deno.test("an endpoint that aborts each request is not asked for without end [controller/ERR-14]", async () => {
  let calls = 0;
  const getNothing = new Endpoint(
    () => {
      calls++;
      return calls > 50
        ? new Promise<string>(() => {})
        : Promise.reject(new DOMException("", "AbortError"));
    },
    { name: "getNothing" },
  );
  using client = createClient();
  client.subscribe(getNothing, [], () => {});
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(calls, 3);
});

Deno.test("what is invalidated again while it is requested is requested once more for who observes it [controller/ERR-14]", async () => {
  const answers: ((height: number) => void)[] = [];
  const getHeight = new Endpoint(
    (_: { port: string }) =>
      new Promise<number>((resolve) => answers.push(resolve)),
    { name: "getHeight" },
  );
  const aden = { port: "aden" };
  using client = createClient();
  let shown: unknown;
  client.subscribe(getHeight, [aden], ({ data, loading }) => {
    shown = loading ? "loading" : data;
  });
  await client.setResponse(getHeight, aden, 1);
  await client.invalidate(getHeight, aden);
  await client.invalidate(getHeight, aden);
  const before = answers.length;
  for (const [index, answer] of answers.entries()) answer(index);
  await nextTask();
  assertEquals([shown, answers.length], ["loading", before + 1]);
  answers.at(-1)!(7);
  await nextTask();
  assertEquals([shown, answers.length], [7, before + 1]);
});

Deno.test("what is deleted while it is requested is requested once more for who observes it [controller/NEW-13]", async () => {
  const answers: ((sailing: object) => void)[] = [];
  const getLate = getSailing.extend({
    fetch: (_: { id: string }) =>
      new Promise<{ id: string; departure: string }>((resolve) =>
        answers.push(resolve as () => void)
      ),
  });
  const id = { id: "1" };
  using client = createClient();
  client.subscribe(getLate, [id], () => {});
  client.set(new Invalidate(Sailing), id);
  for (const count of [2, 2]) {
    answers.at(-1)!({ id: "1", departure: "9:00" });
    await nextTask();
    assertEquals(answers.length, count);
  }
  assertEquals(client.read(getLate, id).data?.departure, "9:00");
});
