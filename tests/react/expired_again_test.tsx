/**
 * `expireAll` is heard by whoever shows data, whenever it is called: before the
 * first response, beside a request, after another `expireAll`, after a failure.
 *
 * Neighbours that were tried: `subscribe` of a client, `useDLE`, `useSuspense`
 * and `useLive`.
 */
import { assertEquals } from "@std/assert";
import { nextTask } from "../support/next_task.ts";
import { renderHook, settle } from "./support/render.tsx";
import { createClient, Endpoint, Entity } from "../../mod.ts";
import { useDLE, useLive, useSuspense } from "../../react/mod.ts";

/** A backend that answers when the test says so, with how often it was asked. */
class Backend {
  readonly waiting: PromiseWithResolvers<number>[] = [];
  sent = 0;
  readonly getCount = new Endpoint(() => {
    const answer = Promise.withResolvers<number>();
    this.waiting.push(answer);
    this.sent++;
    return answer.promise;
  }, { name: "getCount", pollFrequency: 60_000, errorPolicy: () => "soft" });

  /** Answers all that waits, and what is asked for then. */
  async answer(): Promise<void> {
    while (this.waiting.length > 0) {
      const answer = this.waiting.shift()!;
      await settle(() => {
        answer.resolve(this.sent);
        return nextTask();
      });
    }
  }

  async fail(): Promise<void> {
    const answer = this.waiting.shift()!;
    await settle(() => {
      answer.reject(new Error("the line is down"));
      return nextTask();
    });
  }
}

/** Something that shows the response, and a way to expire everything. */
interface Reader extends AsyncDisposable {
  expire(): Promise<void>;
}

function subscriber({ getCount }: Backend): Promise<Reader> {
  const client = createClient();
  client.subscribe(getCount, [], () => {});
  return Promise.resolve({
    expire: () => client.expireAll(getCount),
    [Symbol.asyncDispose]: () => client.dispose(),
  });
}

const hooks = {
  useDLE: (backend: Backend) => void useDLE(backend.getCount),
  useSuspense: (backend: Backend) => void useSuspense(backend.getCount),
  useLive: (backend: Backend) => void useLive(backend.getCount),
};

const readers: Record<string, (backend: Backend) => Promise<Reader>> = {
  subscribe: subscriber,
};
for (const [name, hook] of Object.entries(hooks)) {
  readers[name] = async (backend) => {
    const rendered = await renderHook(hook, { props: backend });
    return {
      expire: () =>
        settle(() => rendered.controller.expireAll(backend.getCount)),
      [Symbol.asyncDispose]: () => rendered[Symbol.asyncDispose](),
    };
  };
}

for (const [name, open] of Object.entries(readers)) {
  Deno.test(`${name} requests again what expireAll has expired, however often and whenever that is [controller/ACT-14] [controller/NET-10a]`, async () => {
    const backend = new Backend();
    await using reader = await open(backend);
    assertEquals(backend.sent, 1);
    await reader.expire();
    await backend.answer();
    assertEquals(backend.sent, 2, "before the first response");
    await reader.expire();
    assertEquals(backend.sent, 3, "with a response");
    await reader.expire();
    assertEquals(backend.sent, 4, "beside the request for it");
    await backend.answer();
    assertEquals(backend.sent, 4, "nothing has been expired since");
    await reader.expire();
    await backend.fail();
    assertEquals(backend.sent, 5);
    await reader.expire();
    assertEquals(backend.sent, 6, "after a failure");
    await backend.answer();
    assertEquals(backend.sent, 6);
  });
}

Deno.test("what was found without a response of its own is requested by expireAll [controller/CTL-24]", async () => {
  class Vessel extends Entity {
    id = "";
  }
  let sent = 0;
  const id = { id: "1" };
  const getVessel = new Endpoint(
    ({ id }: { id: string }) => Promise.resolve({ id, sent: ++sent }),
    { name: "getVessel", schema: Vessel },
  );
  await using client = createClient();
  await client.set(Vessel, id, id);
  const stop = client.subscribe(getVessel, [id], () => {});
  await client.allSettled();
  assertEquals(sent, 0);
  await client.expireAll({ testKey: (key) => key.includes("tide") });
  await client.allSettled();
  assertEquals(sent, 0);
  for (const times of [1, 2]) {
    await client.expireAll(getVessel);
    await client.allSettled();
    assertEquals(sent, times);
  }
  stop();
  await using hook = await renderHook(() => useDLE(getVessel, id), {
    props: undefined,
  });
  assertEquals(sent, 3);
  await settle(() => hook.controller.expireAll(getVessel));
  assertEquals(sent, 4);
});
