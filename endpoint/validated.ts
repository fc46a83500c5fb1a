import { SchemaValidationError, type StandardSchema } from "../schema/mod.ts";

/**
 * Passes the value that an endpoint resolved to through its `validator`.
 *
 * @param validator validator of any vendor; may be asynchronous
 * @param name name of the endpoint, for the error
 * @param value what the endpoint returned
 * @throws {SchemaValidationError} when the validator found issues
 */
export async function validated(
  validator: StandardSchema,
  name: string,
  value: unknown,
): Promise<unknown> {
  const response = await value;
  const { validate, vendor } = validator["~standard"];
  const result = await validate(response);
  if (result.issues === undefined) return result.value;
  throw new SchemaValidationError(
    result.issues,
    vendor,
    response,
    `the response of ${name}`,
  );
}
