// deno-lint-ignore-file no-explicit-any -- validators take and give any type
import { describe, pathText } from "./describe.ts";
import { isDevelopment } from "./environment.ts";
import { SchemaError } from "./errors.ts";
import { INVALID } from "./invalid.ts";

/**
 * One thing that a validator found wrong, as {@linkcode SchemaValidationError}
 * lists them.
 */
export interface StandardIssue {
  /** The message. */
  readonly message: string;
  /** The place in the value, from the outside in. */
  readonly path?:
    | readonly (PropertyKey | { readonly key: PropertyKey })[]
    | undefined;
}

/**
 * The result of the validator of a {@linkcode StandardSchema}: the value,
 * perhaps converted, or the issues.
 */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/**
 * The interface shared by validator packages such as Zod and Valibot, version 1
 * (standardschema.dev). A schema of this shape checks what is stored, wherever
 * a schema can stand.
 *
 * @example
 * ```ts
 * import { Entity, type StandardSchema } from "@tessera/client";
 * import { normalize } from "@tessera/client/schema";
 * import { assertThrows } from "@std/assert";
 *
 * const positive: StandardSchema<number> = {
 *   "~standard": {
 *     version: 1,
 *     vendor: "harbour",
 *     validate: (value) =>
 *       typeof value === "number" && value > 0
 *         ? { value }
 *         : { issues: [{ message: "Expected a positive number" }] },
 *   },
 * };
 * class Berth extends Entity {
 *   id = "";
 *   depth = 0;
 *   static override schema = { depth: positive };
 * }
 * assertThrows(() => normalize(Berth, { id: "7", depth: -3 }));
 * ```
 */
export interface StandardSchema<Input = any, Output = Input> {
  /** The validator, by the shared interface. */
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?:
      | { readonly input: Input; readonly output: Output }
      | undefined;
  };
}

/** Most issues that a message lists. */
const LISTED_ISSUES = 5;

/**
 * A response, or a value of `set`, was refused by a validator.
 *
 * @example
 * ```ts
 * import { SchemaValidationError } from "@tessera/client";
 * import { assertStringIncludes } from "@std/assert";
 *
 * const error = new SchemaValidationError(
 *   [{ message: "Expected a number", path: ["berths", 3, "depth"] }],
 *   "zod",
 * );
 * assertStringIncludes(error.message, "berths[3].depth: Expected a number");
 * ```
 */
export class SchemaValidationError extends SchemaError {
  /** The data does not fit: not worth a retry. */
  declare readonly status: 400;
  /** The issues of the validator. */
  readonly issues: readonly StandardIssue[];
  /** The package that the validator comes from. */
  readonly vendor: string;
  /** The refused value, or the response that holds it. */
  response?: unknown;

  /**
   * Makes an error.
   *
   * @param issues what the validator found
   * @param vendor the package that the validator comes from
   * @param response the refused value
   * @param where the entity and field, or the endpoint, that was validated
   */
  constructor(
    issues: readonly StandardIssue[],
    vendor: string,
    response?: unknown,
    where = "value",
  ) {
    super(
      `The ${vendor} validator refused ${where}: ${listIssues(issues)}` +
        (isDevelopment() ? `. Value: ${describe(response, 200)}` : ""),
      400,
    );
    this.name = "SchemaValidationError";
    this.issues = issues;
    this.vendor = vendor;
    this.response = response;
  }
}

/** Whether something is a validator, be it an object or a function. */
export function isValidator(schema: unknown): schema is StandardSchema {
  return (schema as Partial<StandardSchema> | null | undefined)
    ?.["~standard"]?.version === 1;
}

/**
 * Validates a value that is about to be stored. The value itself is stored, so
 * that the store stays serializable.
 *
 * @throws {SchemaValidationError} if the validator finds issues
 * @throws {SchemaError} if the validator is asynchronous
 */
export function validateOnWrite(
  validator: StandardSchema,
  value: unknown,
  where: string,
): void {
  const result = validate(validator, value, where);
  if (result.issues !== undefined) {
    throw new SchemaValidationError(
      result.issues,
      validator["~standard"].vendor,
      value,
      where,
    );
  }
}

/** What a validator makes of a stored value, or `INVALID` if it does not accept it any more. */
export function validateOnRead(
  validator: StandardSchema,
  value: unknown,
  where: string,
): any {
  const result = validate(validator, value, where);
  if (result.issues === undefined) return result.value;
  if (isDevelopment()) {
    console.warn(
      `Stored ${where} no longer passes its ${validator["~standard"].vendor} ` +
        `validator, so it counts as invalid and is fetched again: ` +
        listIssues(result.issues),
    );
  }
  return INVALID;
}

function validate(
  validator: StandardSchema,
  value: unknown,
  where: string,
): StandardResult<any> {
  const result = validator["~standard"].validate(value);
  if (result instanceof Promise) {
    result.catch(() => {});
    throw new SchemaError(
      `The ${
        validator["~standard"].vendor
      } validator of ${where} returned a promise.` +
        (isDevelopment()
          ? ` Validators in schemas must be synchronous; use the endpoint option "validator" for asynchronous checks.`
          : ""),
    );
  }
  return result;
}

function listIssues(issues: readonly StandardIssue[]): string {
  const listed = issues.slice(0, LISTED_ISSUES).map(({ message, path = [] }) =>
    path.length === 0 ? message : `${
      pathText(
        path.map((step) => typeof step === "object" ? step.key : step),
      )
    }: ${message}`
  );
  const more = issues.length - listed.length;
  return listed.join("; ") + (more > 0 ? `; and ${more} more` : "");
}
