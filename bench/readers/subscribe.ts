import { createClient, Endpoint, GCPolicy } from "@tessera/client";
import type { Contestant } from "../harness/contract.ts";
import { verify } from "../harness/verify.ts";

const getArticle = new Endpoint(
  (_: { id: string }) =>
    Promise.reject<{ id: string; n?: number }>(
      new Error("Nothing is fetched."),
    ),
  { name: "getArticle", dataExpiryLength: 3_600_000 },
);

/** So many readers of one response each come, and go. */
export function subscribers(count: number): Contestant {
  const client = createClient({ gcPolicy: new GCPolicy() });
  const { controller } = client;
  for (let index = 0; index < count; index++) {
    client.setResponse(getArticle, { id: `a${index}` }, { id: `a${index}` });
  }
  let told = 0;
  const come = () =>
    Array.from(
      { length: count },
      (_, index) =>
        client.subscribe(getArticle, [{ id: `a${index}` }], () => void told++),
    );
  return {
    library: "tessera",
    role: "ours",
    async check() {
      const leave = come();
      verify([...controller.readers()].length === count, "all readers count");
      await new Promise((resolve) => setTimeout(resolve, 10));
      told = 0;
      client.setResponse(getArticle, { id: "a1" }, { id: "a1", n: 1 });
      await new Promise((resolve) => setTimeout(resolve, 10));
      verify(told === 1, `one reader is told of its response (${told} were)`);
      for (const release of leave) release();
      verify([...controller.readers()].length === 0, "nobody is left");
    },
    async run(times) {
      for (let time = 0; time < times; time++) {
        for (const release of come()) release();
        // what was about to be told notices that nobody is there any more
        await undefined;
      }
    },
    close: () => void client.dispose(),
  };
}

/** The same by hand: sets of listeners by key. What grows here grows with memory. */
export function floorSubscribers(count: number): Contestant {
  const listeners = new Map<string, Set<() => void>>();
  const subscribe = (key: string, listener: () => void) => {
    let own = listeners.get(key);
    if (!own) listeners.set(key, own = new Set());
    own.add(listener);
    return () => {
      own.delete(listener);
      if (own.size === 0) listeners.delete(key);
    };
  };
  return {
    library: "floor",
    role: "floor",
    run(times) {
      for (let time = 0; time < times; time++) {
        const leave = Array.from(
          { length: count },
          (_, index) => subscribe(`article ${index}`, () => {}),
        );
        for (const release of leave) release();
      }
    },
  };
}
