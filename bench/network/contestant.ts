import type { Contestant } from "../harness/contract.ts";
import { verify } from "../harness/verify.ts";
import type { Fetcher, FetcherClient } from "./contract.ts";

/** Requests in a run. */
const batch = 200;

/**
 * Requests one small article after the other, or many at once. A run is as
 * many requests; each client starts without anything stored.
 */
export function contestant(
  { library, role, open }: Fetcher,
  isConcurrent: boolean,
  url: string,
): Contestant {
  let client: FetcherClient | undefined;
  return {
    library,
    role,
    check: () => verifyFetcher(open(url)),
    prepare() {
      client = open(url);
    },
    async run(count) {
      const { fetch } = client!;
      for (let done = 0; done < count;) {
        if (!isConcurrent) {
          await fetch(`a${done++}`);
          continue;
        }
        const end = Math.min(count, done + batch);
        const requests: Promise<unknown>[] = [];
        for (; done < end; done++) requests.push(fetch(`a${done}`));
        await Promise.all(requests);
      }
    },
    release() {
      client?.close?.();
    },
  };
}

async function verifyFetcher(client: FetcherClient): Promise<void> {
  const { titleOf } = client;
  await Promise.all([client.fetch("a1"), client.fetch("a2")]);
  if (titleOf) {
    verify(titleOf("a1") === "title of a1", "what was fetched is stored");
    verify(titleOf("a2") === "title of a2", "each under its own key");
  }
  client.close?.();
}
