import type { Denormalize, EntityFields } from "../../schema/mod.ts";
import type { IsAny, IsNone } from "./rest_generics.ts";

/** Payload that creates or changes what a schema describes: some of its fields. */
export type PayloadOf<S> = S extends null | undefined
  // deno-lint-ignore no-explicit-any -- nothing is described
  ? any
  : FieldsOf<Denormalize<S>>;

/** A payload as an object or as a form. */
export type OrForm<Body> = IsAny<Body> extends true ? Body : Body | AnyForm;

/** One payload, several of them, or a form. */
export type OneOrMany<Body> = IsAny<Body> extends true ? Body
  : Body | Several<Body> | AnyForm;

/** A form that a call takes in the place of the declared payload. */
export interface AnyForm extends FormData {
  /** In types only. */
  readonly "~undeclared"?: true;
}

/** Several payloads, which a call takes in the place of one that was declared. */
export interface Several<Body> extends ReadonlyArray<Body> {
  /** In types only. */
  readonly "~undeclared"?: true;
}

/**
 * Arguments as they were declared, without the other forms of the payload that a
 * call takes as well.
 *
 * @internal
 */
export type DeclaredArgs<Args> = IsAny<Args> extends true ? Args
  : { [K in keyof Args]: Declared<Args[K]> };

type Declared<T> = IsAny<T> extends true ? T
  : T extends { readonly "~undeclared"?: true }
    ? "~undeclared" extends keyof T ? never : T
  : T;

/** A payload that may leave out fields. */
export type PartialPayload<Body> = IsAny<Body> extends true ? Body
  : Partial<Body>;

/** The declared payload, else the one that the schema asks for. */
export type DeclaredOr<Declared, S> = IsAny<Declared> extends true
  ? PayloadOf<S>
  : IsNone<Declared> extends true ? PayloadOf<S>
  : Declared;

type FieldsOf<T> = IsAny<T> extends true ? T
  : T extends readonly (infer Item)[] ? readonly FieldsOf<Item>[]
  : T extends EntityLike ? EntityFields<T>
  : T extends object ? { readonly [K in keyof T]?: FieldsOf<T[K]> }
  : T;

interface EntityLike {
  // deno-lint-ignore no-explicit-any -- of any arguments
  pk(...args: any): string | number | undefined;
}
