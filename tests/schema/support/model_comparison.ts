// deno-lint-ignore-file no-explicit-any -- values of random schemas
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { INVALID } from "../../../schema/invalid.ts";
import type { Model } from "./model.ts";
import type { Picked } from "./taken_apart.ts";

/** Compares what is read in one state with the model, and checks that each entity is one instance. */
export class ModelComparison {
  readonly #model: Model;
  readonly #portfolio: string | undefined;
  readonly #found: Map<string, any>;
  readonly #isPast: boolean;

  /** @param isPast whether an earlier state is read, whose values may have been read when others were the newest */
  constructor(
    model: Model,
    portfolio: string | undefined,
    found: Map<string, any>,
    isPast = false,
  ) {
    this.#isPast = isPast;
    this.#model = model;
    this.#portfolio = portfolio;
    this.#found = found;
  }

  /** The value of an entity read by itself. */
  entity(value: any, kind: number, id: string): void {
    const name = `${kind} ${id}`;
    if (this.#found.has(name)) {
      const isOne = this.#found.get(name) === value;
      if (isOne || !this.#isPast) {
        assert(isOne, `${name} is one instance`);
        return;
      }
    }
    this.#found.set(name, value);
    const entry = this.#model.entry(kind, id);
    if (entry === undefined) return assertStrictEquals(value, undefined);
    if (this.#model.isInvalid(kind, id)) {
      return assertStrictEquals(value, INVALID);
    }
    const shape = this.#model.shapes[kind]!;
    const field = (name: string, absent: unknown) =>
      entry.fields.has(name) ? entry.fields.get(name)!.value : absent;
    assertEquals(value.id, id);
    assertEquals(value.name, field("name", "default"));
    assertEquals(
      value.value,
      this.#scalar(kind, id, field("value", "default")),
    );
    this.reference(value.one, shape.one, field("one", null));
    this.reference(value.must, shape.must, field("must", null));
    this.list(value.many, shape.many, field("many", []) as string[]);
    this.#crew(value.crew, kind, id, entry.fields.has("crew"));
    const picked = field("pick", null) as Picked | null;
    if (picked === null) assertStrictEquals(value.pick, null);
    else this.reference(value.pick, picked.kind, picked.id);
    this.#map(value.map, shape.map, field("map", {}) as any);
  }

  /** An entity in a field. */
  reference(value: any, kind: number, id: any): void {
    if (id === null) return assertStrictEquals(value, null);
    if (this.#isHidden(kind, id)) return assertStrictEquals(value, undefined);
    this.entity(value, kind, id);
  }

  /** Entities in a list, without those that are not there. */
  list(values: any[], kind: number, ids: (string | null)[]): void {
    const shown = ids.filter((id) => id === null || !this.#isHidden(kind, id));
    assertEquals(values.length, shown.length);
    shown.forEach((id, index) => this.reference(values[index], kind, id));
  }

  #crew(values: any, kind: number, id: string, isStored: boolean): void {
    if (!isStored) return assertEquals(values, []);
    const member = this.#model.shapes[kind]!.crew;
    this.crew(values, `${member} of ${kind}${id}`, member);
  }

  /** A nested list, which is one list also where it is read by itself. */
  crew(values: any, name: string, member: number): void {
    if (this.#found.has(name)) {
      const isOne = this.#found.get(name) === values;
      if (isOne || !this.#isPast) {
        assert(isOne, `crew ${name} is one list`);
        return;
      }
    }
    this.#found.set(name, values);
    this.list(values, member, this.#model.lists.get(name)!.members);
  }

  #map(values: any, kind: number, ids: Record<string, string>): void {
    const shown = Object.entries(ids).filter(([, id]) =>
      !this.#isHidden(kind, id)
    );
    assertEquals(
      Object.keys(values).sort(),
      shown.map(([name]) => name).sort(),
    );
    for (const [name, id] of shown) this.entity(values[name], kind, id);
  }

  #scalar(kind: number, id: string, stored: unknown): unknown {
    if (!this.#model.shapes[kind]!.hasScalar) return stored;
    return this.#portfolio === undefined
      ? undefined
      : this.#model.cell(kind, id, this.#portfolio)?.columns.get("value");
  }

  #isHidden(kind: number, id: string): boolean {
    return this.#model.entry(kind, id) === undefined ||
      this.#model.isInvalid(kind, id);
  }
}
