import type { Role } from "../harness/contract.ts";

/** One way to request articles. */
export interface Fetcher {
  /** Name of the library. */
  readonly library: string;
  /** What it stands for. */
  readonly role: Role;
  /** Starts without anything stored. */
  open(url: string): FetcherClient;
}

/** A client without anything stored. */
export interface FetcherClient {
  /** Requests an article that it does not have. */
  fetch(id: string): Promise<unknown>;
  /** The title it has stored; `undefined` if it stores nothing. */
  titleOf?(id: string): string | undefined;
  /** Stores so many articles, none of which is ever requested. */
  fill?(count: number): void;
  close?(): void;
}

/** A way of requesting. */
export interface Manner {
  /** Name in the tables. */
  readonly series: string;
  /** Many at once instead of one after the other. */
  readonly isConcurrent: boolean;
  /** How many articles are stored before the first request. */
  readonly stored: number;
}

/** Every way of requesting. */
export const manners: readonly Manner[] = [0, 100_000].flatMap((stored) =>
  [false, true].map((isConcurrent) => ({
    series: (isConcurrent ? "200 at once" : "sequential") +
      (stored > 0 ? ", 100,000 stored" : ""),
    isConcurrent,
    stored,
  }))
);
