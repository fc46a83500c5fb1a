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
  close?(): void;
}
