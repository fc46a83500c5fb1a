/**
 * What the controller needs to know of an endpoint, whoever made it.
 *
 * @module
 */

/** Decides per error whether existing data stays visible (`soft`) or the error is shown (`hard`). */
export type ErrorPolicy = "hard" | "soft" | undefined;

/** Members of an endpoint that steer the store; all lengths in milliseconds. */
export interface EndpointExtraOptions {
  /** How long data is fresh. 0: stale on arrival and not kept without a reader. */
  readonly dataExpiryLength?: number | undefined;
  /** How long an error keeps readers from fetching again. */
  readonly errorExpiryLength?: number | undefined;
  /** Repeat interval while something subscribes. */
  readonly pollFrequency?: number | undefined;
  /** Treat stale data as absent. */
  readonly invalidIfStale?: boolean | undefined;
  /** Evaluated once for each failed fetch. */
  // deno-lint-ignore no-explicit-any -- an endpoint may reject with anything
  errorPolicy?(error: any): ErrorPolicy;
  /** Free user data. */
  // deno-lint-ignore no-explicit-any -- ignored by the library
  readonly extra?: any;
}

/** The callable the controller runs and the description by which its result is stored. */
export interface EndpointInterface<
  // deno-lint-ignore no-explicit-any -- inferred by each endpoint
  F extends (...args: any) => Promise<any> = (...args: any) => Promise<any>,
  // deno-lint-ignore no-explicit-any -- any schema
  S = any,
  M extends boolean | undefined = boolean | undefined,
> extends EndpointExtraOptions {
  (...args: Parameters<F>): ReturnType<F>;
  /** The only identity of a request. */
  key(...args: Parameters<F>): string;
  /** Whether a key belongs to this endpoint, for some arguments. */
  testKey(key: string): boolean;
  /** `true` for mutations. */
  readonly sideEffect?: M;
  /** How the resolved value is normalized. */
  readonly schema?: S;
  /** Optimistic response of a mutation. */
  // deno-lint-ignore no-explicit-any -- typed by the concrete endpoint
  getOptimisticResponse?(snap: any, ...args: Parameters<F>): any;
  /** Legacy updater of other stored results. */
  update?(
    // deno-lint-ignore no-explicit-any -- normalized, so of any shape
    normalizedResult: any,
    ...args: Parameters<F>
    // deno-lint-ignore no-explicit-any -- results of other endpoints
  ): Record<string, (previous: any) => any>;
}
