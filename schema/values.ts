// deno-lint-ignore-file no-explicit-any -- responses and definitions are untyped here; Denormalize types them
import type { IDenormalizeDelegate, INormalizeDelegate } from "./contract.ts";
import { setOwn } from "./own.ts";
import { PolymorphicSchema } from "./polymorphic.ts";

/** An object used as a map: any names, all values of one schema or of several that an attribute chooses among. */
export class Values extends PolymorphicSchema {
  /** Normalizes each own value under its name; entries without a value are left out. */
  normalize(
    input: any,
    _parent: any,
    _key: any,
    delegate: INormalizeDelegate,
    _parentEntity?: any,
  ): any {
    const result = {};
    for (const name of Object.keys(input)) {
      const value = this.normalizeValue(input[name], input, name, delegate);
      if (value !== undefined && value !== null) setOwn(result, name, value);
    }
    return result;
  }

  /** The map without entries that are missing, empty or deleted. */
  denormalize(input: any, delegate: IDenormalizeDelegate): any {
    if (typeof input !== "object" || input === null) return input;
    const result = {};
    for (const name of Object.keys(input)) {
      const value = this.denormalizeValue(input[name], delegate);
      if (value !== undefined && value !== null && typeof value !== "symbol") {
        setOwn(result, name, value);
      }
    }
    return result;
  }

  /** A map without identity in the store cannot be found by arguments. */
  queryKey(): undefined {
    return undefined;
  }

  /** Shows the definition. */
  toJSON(): unknown {
    return { values: this.schema };
  }
}
