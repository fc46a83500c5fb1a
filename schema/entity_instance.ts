// deno-lint-ignore-file no-explicit-any -- stored values are untyped until an entity class types them
import { planOf } from "./entity_plan.ts";
import type { IEntityClass } from "./entity_types.ts";
import { setOwn } from "./own.ts";

/** A class whose instances are made from plain objects. */
interface InstanceClass {
  readonly prototype: any;
}

const defaults = new WeakMap<object, any>();
const readOnlyNames = new WeakMap<object, ReadonlySet<string>>();

/** Makes an instance and assigns members over its defaults, except those that the class computes by a getter. */
export function createInstance(entity: InstanceClass, props: any): any {
  const instance = new (entity as any)(props);
  const readOnly = readOnlyNamesOf(entity);
  if (readOnly.size === 0 && !Object.hasOwn(props, "__proto__")) {
    return Object.assign(instance, props);
  }
  for (const name of Object.keys(props)) {
    if (!readOnly.has(name)) setOwn(instance, name, props[name]);
  }
  return instance;
}

/** Makes an instance of a row, unless `validate` reports. */
export function createIfValid(entity: IEntityClass, row: any): any {
  if (entity.validate(row)) return undefined;
  const instance = entity.fromJS(row);
  const { live } = planOf(entity);
  for (let index = 0; index < live.length; index++) {
    const { name } = live[index]!;
    // computed on read, so not the default
    if (!Object.hasOwn(row, name)) instance[name] = undefined;
  }
  return instance;
}

/** The one instance of a class that has nothing but defaults. */
export function defaultsOf(entity: InstanceClass): any {
  let instance = defaults.get(entity);
  if (instance === undefined) {
    instance = new (entity as any)();
    defaults.set(entity, instance);
  }
  return instance;
}

/** Names that instances of a class have a getter but no setter for. */
export function readOnlyNamesOf(entity: InstanceClass): ReadonlySet<string> {
  let names = readOnlyNames.get(entity);
  if (names === undefined) {
    names = findReadOnly(entity.prototype);
    readOnlyNames.set(entity, names);
  }
  return names;
}

function findReadOnly(prototype: any): ReadonlySet<string> {
  const writable = new Set<string>();
  const readOnly = new Set<string>();
  for (
    let level = prototype;
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level)
  ) {
    for (
      const [name, { get, set }] of Object.entries(
        Object.getOwnPropertyDescriptors(level),
      )
    ) {
      if (writable.has(name) || readOnly.has(name)) continue;
      (get !== undefined && set === undefined ? readOnly : writable).add(name);
    }
  }
  return readOnly;
}
