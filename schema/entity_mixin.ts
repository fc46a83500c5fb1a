// deno-lint-ignore-file no-explicit-any -- responses and rows are untyped until a class types them
import { Entity } from "./entity.ts";
import { declareDefaults } from "./own.ts";
import type {
  EntityStatics,
  IEntityClass,
  IEntityInstance,
  MergeHooks,
} from "./entity_types.ts";
import { missingKey } from "./errors.ts";
import { isDevelopment } from "./environment.ts";
import type { Schema } from "./contract.ts";

/** Any class: what {@linkcode EntityMixin} extends. */
export type BaseClass<Instance = object> = abstract new (
  ...args: any[]
) => Instance;

/** A class whose instances have a field `id`, for {@linkcode EntityMixin}. */
export type BaseWithId = BaseClass<{ id: string | number | undefined }>;

/** A class whose instances have a method `pk`, for {@linkcode EntityMixin}. */
export type BaseWithPk = BaseClass<
  {
    pk(
      parent?: any,
      key?: string,
      args?: readonly any[],
    ): string | number | undefined;
  }
>;

/**
 * Names of the fields of an instance, methods left out: what the option `pk` of
 * {@linkcode EntityMixin} may name.
 */
export type FieldName<Instance> =
  & {
    [Name in keyof Instance]: Instance[Name] extends (...args: any) => any
      ? never
      : Name;
  }[keyof Instance]
  & string;

/**
 * Hooks of an entity class that a class may lack.
 *
 * @internal
 */
type OptionalHooks = {
  readonly [Hook in "process" | "validate" | keyof MergeHooks]?:
    | EntityStatics[Hook]
    | undefined;
};

/**
 * How {@linkcode EntityMixin} makes a class an entity class. Statics of a class
 * that extends the result say the same and win.
 */
export interface EntityOptions<Instance = any> extends OptionalHooks {
  /** Name of the table; default `Base.key`, then the name of the extending class, then that of `Base`. */
  readonly key?: string | undefined;
  /** The field with the primary key, or a function that finds it; default the method `pk` of `Base`, then the field `id`. */
  readonly pk?: EntityPk<Instance> | undefined;
  /** Schemas of fields; default `Base.schema`. */
  readonly schema?:
    | { readonly [Name in FieldName<Instance>]?: Schema }
    | undefined;
  /** See `Entity.createIfValid`. */
  readonly createIfValid?: ((props: any) => Instance | undefined) | undefined;
}

/**
 * The field with the primary key, or a function that finds it: the option `pk`
 * of {@linkcode EntityMixin}.
 */
export type EntityPk<Instance = any> =
  | FieldName<Instance>
  | ((
    value: Instance,
    parent?: any,
    key?: string,
    args?: readonly any[],
  ) => string | number | undefined);

/**
 * Options of {@linkcode EntityMixin} for a class that does not say what its
 * primary key is.
 */
export type RequiredPkOptions<Instance = any> = EntityOptions<Instance> & {
  readonly pk: EntityPk<Instance>;
};

/** The class that {@linkcode EntityMixin} makes of another one. */
export type MixedEntity<Base> =
  & IEntityClass<IEntityInstance>
  & (abstract new (...args: any[]) => IEntityInstance)
  & Base;

/**
 * Makes any class an entity class: with everything that `Entity` has, except
 * the check for lists in place of an entity. Exported as `schema.Entity` too.
 *
 * @param Base holds the fields and their defaults
 * @param options what the class does not say
 *
 * @example
 * ```ts
 * import { EntityMixin } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * class ShipData {
 *   callSign = "";
 *   name = "";
 * }
 *
 * class Ship extends EntityMixin(ShipData, { pk: "callSign", key: "Ship" }) {}
 *
 * assertEquals(Ship.fromJS({ callSign: "PBQR" }).pk(), "PBQR");
 * ```
 */
export function EntityMixin<Base extends BaseWithPk>(
  Base: Base,
  options?: EntityOptions<InstanceType<Base>>,
): MixedEntity<Base>;
/** Makes any class with an `id` an entity class. */
export function EntityMixin<Base extends BaseWithId>(
  Base: Base,
  options?: EntityOptions<InstanceType<Base>>,
): MixedEntity<Base>;
/** Makes any class an entity class whose primary key the options tell. */
export function EntityMixin<Base extends BaseClass>(
  Base: Base,
  options: RequiredPkOptions<InstanceType<Base>>,
): MixedEntity<Base>;
export function EntityMixin(
  Base: BaseClass<any>,
  options: EntityOptions = {},
): any {
  abstract class MixedEntityClass extends Base {}
  const mixed: any = MixedEntityClass;
  for (const name of inheritedStatics) {
    const descriptor = Object.getOwnPropertyDescriptor(Entity, name)!;
    Object.defineProperty(mixed, name, descriptor);
  }
  const { key, pk, ...statics } = options;
  define(mixed, "process", copyInput);
  if (mixed.schema === undefined) define(mixed, "schema", Entity.schema);
  for (const [name, value] of Object.entries(statics)) {
    if (value !== undefined) define(mixed, name, value);
  }
  defineKey(mixed, Base, key);
  const pkOf = pkMethod(pk, mixed.prototype);
  if (pkOf !== undefined) define(mixed.prototype, "pk", pkOf);
  return mixed;
}

/** What is said of the class itself, or found on `Base`. */
const ownStatics: ReadonlySet<string> = new Set([
  "length",
  "name",
  "prototype",
  "key",
  "schema",
  "indexes",
  "maxEntityDepth",
  "automaticValidation",
  "partial",
  "process",
]);

const inheritedStatics = Object.getOwnPropertyNames(Entity)
  .filter((name) => !ownStatics.has(name));

/** Default `process`. */
function copyInput(
  ...[input]: Parameters<EntityStatics["process"]>
): ReturnType<EntityStatics["process"]> {
  return { ...input };
}

declareDefaults(copyInput);

/** The key of a class that extends the result is its name, unless something else is said. */
function defineKey(
  mixed: IEntityClass,
  Base: BaseClass,
  key: string | undefined,
): void {
  const said = key ?? (Base as Partial<EntityStatics>).key;
  Object.defineProperty(mixed, "key", {
    configurable: true,
    get(this: IEntityClass & { readonly name: string }): string {
      if (said !== undefined) return said;
      const name = this === mixed ? Base.name : this.name || Base.name;
      if (name === "" && isDevelopment()) throw missingKey();
      return name;
    },
    set(this: IEntityClass, ownKey: string) {
      define(this, "key", ownKey);
    },
  });
}

/** The method `pk` of a class; `undefined` if it has one. */
function pkMethod(
  pk: EntityPk | undefined,
  prototype: IEntityInstance,
): ((this: any, ...args: any[]) => unknown) | undefined {
  if (typeof pk === "function") {
    return function (...place) {
      return pk(this, ...place);
    };
  }
  if (pk !== undefined) {
    return function () {
      return this[pk];
    };
  }
  return prototype.pk === undefined ? Entity.prototype.pk : undefined;
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, {
    value,
    configurable: true,
    writable: true,
  });
}
