import { describe } from "./describe.ts";

/** What the warnings need to know of a schema with a mapping. */
interface Mapped {
  readonly schema: object;
  readonly schemaAttribute: unknown;
}

/** A value of a response says something that no schema is mapped to. */
export function warnOfUnknown(
  schema: Mapped,
  discriminator: unknown,
  value: unknown,
): void {
  console.warn(
    `No schema is defined for the discriminator ${
      describe(discriminator, 80)
    }, so the value is kept as it is and no entity is stored. ` +
      `${expectation(schema)} Value: ${describe(value, 200)}`,
  );
}

/** A stored value is no reference, and does not say what it is. */
export function warnOfUndetermined(schema: Mapped, value: unknown): void {
  console.warn(
    `The schema of a stored value cannot be determined, so it is given as it is. ` +
      `${expectation(schema)} Value: ${describe(value, 200)}`,
  );
}

/** What values should look like. */
function expectation({ schema, schemaAttribute }: Mapped): string {
  const source = typeof schemaAttribute === "function"
    ? "the schemaAttribute function to return"
    : `the property ${JSON.stringify(schemaAttribute)} to be`;
  return `Expected ${source} one of ${
    Object.keys(schema).map((name) => JSON.stringify(name)).join(", ")
  }.`;
}
