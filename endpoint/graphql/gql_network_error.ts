/**
 * One error of a GraphQL response, as {@linkcode GQLNetworkError} lists them.
 */
export interface GQLError {
  /** What happened. */
  readonly message: string;
  /** Positions in the query. */
  readonly locations: readonly {
    readonly line: number;
    readonly column: number;
  }[];
  /** Members of the result that are concerned. */
  readonly path: readonly (string | number)[];
}

/**
 * A GraphQL response with errors.
 *
 * @example
 * ```ts
 * import { GQLNetworkError } from "@tessera/client/graphql";
 * import { assertEquals } from "@std/assert";
 *
 * const error = new GQLNetworkError([
 *   { message: "no such vessel", locations: [], path: ["vessel"] },
 * ]);
 * assertEquals([error.message, error.status], ["no such vessel", 400]);
 * ```
 */
export class GQLNetworkError extends Error {
  /** As of a failed REST request, so that one handler serves both. */
  override name = "NetworkError";
  /** HTTP status when it is not ok, else 400. */
  status: number;
  /** All errors of the response. */
  errors: GQLError[];
  /** The response; its body has been read. */
  response?: Response;

  /**
   * Makes the error of a response.
   *
   * @param errors errors of the response body, or the body itself
   * @param response the HTTP response
   */
  constructor(errors: GQLError[], response?: Response) {
    super(
      errors[0]?.message ||
        response?.statusText || `Status not 'ok': ${response?.status ?? 400}`,
    );
    this.errors = errors;
    this.status = response !== undefined && !response.ok
      ? response.status
      : 400;
    if (response !== undefined) this.response = response;
  }
}
