// deno-lint-ignore-file no-explicit-any -- rows and values of every shape
/**
 * Guards of what is in the cache against changes, for development: without
 * them a `sort()` in one component reorders a list for all others, and no
 * component renders.
 *
 * @module
 */
import { isObject, isPlainObject } from "./is_object.ts";
import { defineOwn } from "./own.ts";

const COPY_SORTED = "Sort a copy: list.toSorted(...) or [...list].sort(...).";
const COPY_CHANGED =
  "Change a copy, such as [...list]. To change what is stored, fetch an endpoint such as getList.push, or use controller.set.";

/** Methods that change an array in place, and what to do instead of each. */
const REMEDIES: Readonly<Record<string, string>> = {
  sort: COPY_SORTED,
  reverse: "Reverse a copy: list.toReversed() or [...list].reverse().",
  push: COPY_CHANGED,
  pop: COPY_CHANGED,
  shift: COPY_CHANGED,
  unshift: COPY_CHANGED,
  splice: COPY_CHANGED,
  fill: COPY_CHANGED,
  copyWithin: COPY_CHANGED,
};

/** Own methods of guarded arrays, made when the first is guarded: production bundles have nothing of them. */
let methods: PropertyDescriptorMap | undefined;

/** The values that one read builds. They are guarded when they are complete: lists that contain themselves are filled after they were handed out. */
export class Guards {
  readonly #built = new Map<object, unknown>();

  /**
   * Notes the value of an entity, or of a list or map with an identity.
   *
   * @param value what was built
   * @param row what it was built from; stays as it is
   */
  note(value: unknown, row: unknown): void {
    if (isObject(value) && value !== row) this.#built.set(value, row);
  }

  /** Notes an array or a plain object that is a part of a value, or what a Query returned. */
  notePart(value: unknown, input: unknown): void {
    if (Array.isArray(value) || isPlainObject(value)) this.note(value, input);
  }

  /** Guards what was noted. */
  apply(): void {
    for (const [value, row] of this.#built) {
      if (Array.isArray(value)) guardArray(value);
      else if (isPlainObject(value)) Object.freeze(value);
      else if (isObject(row)) guardFields(value, row);
    }
    this.#built.clear();
  }
}

function guardArray(list: readonly unknown[]): void {
  if (!Object.isExtensible(list)) return;
  methods ??= createMethods();
  Object.freeze(Object.defineProperties(list, methods));
}

/** Methods that are no part of what copies, spreads and comparisons see. */
function createMethods(): PropertyDescriptorMap {
  const entries = Object.entries(REMEDIES).map(([name, remedy]) => {
    function value(this: unknown, ...args: unknown[]): unknown {
      if (Object.isFrozen(this)) {
        throw new TypeError(
          `list.${name}(...): This list is in the cache, and everybody who ` +
            `reads it would see the change. ${remedy}`,
        );
      }
      // a draft of the list, as Immer makes them, may be changed
      const change = Reflect.get(Array.prototype, name);
      return Reflect.apply(change, this, args);
    }
    return [name, { value }];
  });
  return Object.fromEntries(entries);
}

/** Makes fields of an instance that its row has read-only. The class may remember on the others, and on new ones. */
function guardFields(instance: any, row: any): void {
  for (const name of Object.keys(row)) {
    if (!Object.getOwnPropertyDescriptor(instance, name)?.writable) continue;
    const value = instance[name];
    Object.defineProperty(instance, name, {
      writable: false,
      // what has no schema may be the application's own, which may change it
      value: isObject(value) && value === row[name] ? guarded(value) : value,
    });
  }
}

/** Guarded copies of values without a schema. */
const copies = new WeakMap<object, object>();

/** A value without a schema as a read gives it: a copy of arrays and plain objects that nobody can change, at each level. */
function guarded(value: unknown): unknown {
  const isArray = Array.isArray(value);
  if (!isArray && !isPlainObject(value) || Object.isFrozen(value)) return value;
  let copy: any = copies.get(value);
  if (copy !== undefined) return copy;
  copies.set(value, copy = isArray ? [] : {});
  for (const [name, member] of Object.entries(value)) {
    defineOwn(copy, name, guarded(member));
  }
  if (isArray) guardArray(copy);
  return Object.freeze(copy);
}
