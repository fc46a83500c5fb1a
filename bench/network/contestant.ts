import type { Contestant } from "../harness/contract.ts";
import { verify } from "../harness/verify.ts";
import type { Fetcher, FetcherClient, Manner } from "./contract.ts";

/** Requests in a run. */
const batch = 200;

/**
 * Requests one small article after the other, or many at once. A run is as
 * many requests. Each run has a client of its own, except where it takes long to
 * fill one; no article is requested twice.
 *
 * @returns `undefined` for a library that cannot be filled.
 */
export function contestant(
  { library, role, open }: Fetcher,
  { isConcurrent, stored }: Manner,
  url: string,
): Contestant | undefined {
  const isFilled = stored > 0;
  let client: FetcherClient | undefined;
  let done = 0;
  if (isFilled) {
    const example = open(url);
    const isAble = role === "limit" || example.fill !== undefined;
    example.close?.();
    if (!isAble) return undefined;
  }
  return {
    library,
    role,
    check: () => verifyFetcher(open(url), url),
    prepare() {
      if (client) return;
      client = open(url);
      client.fill?.(stored);
    },
    async run(count) {
      const { fetch } = client!;
      for (const last = done + count; done < last;) {
        if (!isConcurrent) {
          await fetch(`a${done++}`);
          continue;
        }
        const end = Math.min(last, done + batch);
        const requests: Promise<unknown>[] = [];
        for (; done < end; done++) requests.push(fetch(`a${done}`));
        await Promise.all(requests);
      }
    },
    release() {
      if (isFilled) return;
      client?.close?.();
      client = undefined;
    },
    close: () => client?.close?.(),
  };
}

async function verifyFetcher(
  client: FetcherClient,
  url: string,
): Promise<void> {
  const { titleOf } = client;
  await Promise.all([client.fetch("a1"), client.fetch("a2")]);
  if (titleOf) {
    verify(titleOf("a1") === "title of a1", "what was fetched is stored");
    verify(titleOf("a2") === "title of a2", "each under its own key");
    const before = await requestsServed(url);
    await Promise.all([client.fetch("a3"), client.fetch("a3")]);
    verify(titleOf("a3") === "title of a3", "what was fetched twice is stored");
    const served = await requestsServed(url) - before;
    verify(served === 1, `who asks twice at once requests once, not ${served}`);
  }
  client.close?.();
}

/** How many articles the server has sent. */
async function requestsServed(url: string): Promise<number> {
  return await (await fetch(`${url}/served`)).json();
}
