import { createClient, Endpoint, GCPolicy } from "@tessera/client";
import type { Contestant } from "../harness/contract.ts";
import { verify } from "../harness/verify.ts";

const getArticle = new Endpoint(
  (_: { id: string }) =>
    Promise.reject<{ id: string }>(new Error("Nothing is fetched.")),
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
    run(times) {
      for (let time = 0; time < times; time++) {
        for (const release of come()) release();
      }
    },
    close: () => void client.dispose(),
  };
}
