import type { EntityReader } from "./contract.ts";
import { warnOfSharedKey } from "./entity_warnings.ts";
import { isDevelopment } from "./environment.ts";
import { LensSet } from "./lens_set.ts";
import { NodeMap } from "./node_map.ts";
import { ReadHistory } from "./read_history.ts";
import { RecentMap } from "./recent_map.ts";
import { SchemaCache, SchemaKind } from "./schema_cache.ts";
import { StateView } from "./state_view.ts";
import { TableSetRegistry } from "./table_set.ts";

/** Values derived under different arguments that are kept for one value. */
const DERIVED_PER_VALUE = 500;

/** Values that are no objects for which derived values are kept. */
const DERIVED_PRIMITIVES = 200;

/** Everything that outlives a read. */
export class ReadMemory {
  readonly tableSets: TableSetRegistry = new TableSetRegistry();
  readonly noLenses: LensSet = new LensSet();
  readonly history: ReadHistory = new ReadHistory();
  /** Number of the read that is going on. */
  pass = 0;
  #epoch = 0;
  #view: StateView | undefined;
  /** The schema that was asked for last: fields and items of one schema come in a row. */
  #lastSchema: unknown;
  #lastCache: SchemaCache | undefined;
  readonly #caches = new WeakMap<object, SchemaCache>();
  readonly #nodes = new WeakMap<object, NodeMap>();
  readonly #listNodes = new WeakMap<object, NodeMap>();
  /** The first class of each key; in development only. */
  readonly #classes = new Map<string, { readonly key: string; name: string }>();
  readonly #passthrough = new SchemaCache(
    undefined,
    new NodeMap(),
    this.tableSets,
  );
  readonly #derived = new WeakMap<object, DerivedValues>();

  /**
   * The view of a state. A state that is looked at again right away is taken to
   * be what it was, unless it can be written to.
   */
  viewOf(reader: EntityReader, isMutable: boolean): StateView {
    if (this.#view?.reader === reader && !isMutable) return this.#view;
    return this.#view = new StateView(
      reader,
      ++this.#epoch,
      isMutable,
      this.history,
      this.#view?.isMutable === false ? this.#view.reader : undefined,
      this.tableSets.none,
    );
  }

  /** Keeps no state alive until the next read. */
  forgetState(): void {
    this.#view = undefined;
  }

  /** What is known of a schema. */
  cacheOf(schema: unknown): SchemaCache {
    if (schema === this.#lastSchema && schema) return this.#lastCache!;
    if (
      typeof schema !== "function" &&
      (typeof schema !== "object" || schema === null)
    ) return this.#passthrough;
    let cache = this.#caches.get(schema);
    if (cache === undefined) {
      cache = new SchemaCache(schema, this.#nodesFor(schema), this.tableSets);
      this.#caches.set(schema, cache);
      if (cache.kind === SchemaKind.entity && isDevelopment()) {
        this.#checkKey(schema);
      }
    }
    this.#lastSchema = schema;
    return this.#lastCache = cache;
  }

  #checkKey(schema: object): void {
    // collections of one row are many objects, for many endpoints
    if (typeof schema !== "function") return;
    const entity = schema as { readonly key: string } & typeof schema;
    const other = this.#classes.get(entity.key);
    if (other === undefined) this.#classes.set(entity.key, entity);
    else warnOfSharedKey(entity, other);
  }

  /** Nodes by row: those of the schema it shares identity with, and for `[X]` those of any other `[X]`. */
  #nodesFor(schema: object): NodeMap {
    const [item] = Array.isArray(schema) ? schema : [];
    const isList = typeof item === "object" && item !== null ||
      typeof item === "function";
    const nodes = isList ? this.#listNodes : this.#nodes;
    const owner = isList ? item : identityOf(schema);
    let found = nodes.get(owner);
    if (found === undefined) nodes.set(owner, found = new NodeMap());
    return found;
  }

  /** What was derived from a value, computed if it was not. */
  derived(
    owner: object,
    value: unknown,
    argsKey: string,
    compute: () => unknown,
  ): unknown {
    let values = this.#derived.get(owner);
    if (values === undefined) {
      this.#derived.set(owner, values = new DerivedValues());
    }
    const byArgs = values.of(value);
    if (byArgs.has(argsKey)) return byArgs.get(argsKey);
    const result = compute();
    byArgs.set(argsKey, result);
    return result;
  }
}

/** What the values of a schema are shared by; members of a plain object say nothing about it. */
function identityOf(
  schema: { cacheWith?: object; denormalize?: unknown },
): object {
  return typeof schema.denormalize === "function"
    ? schema.cacheWith ?? schema
    : schema;
}

/** What one schema derived: by value, then by arguments. */
class DerivedValues {
  readonly #ofObjects = new WeakMap<object, RecentMap<string, unknown>>();
  #ofPrimitives: RecentMap<unknown, RecentMap<string, unknown>> | undefined;

  of(value: unknown): RecentMap<string, unknown> {
    const values =
      typeof value === "object" && value !== null || typeof value === "function"
        ? this.#ofObjects as {
          get(key: unknown): RecentMap<string, unknown> | undefined;
          set(key: unknown, value: RecentMap<string, unknown>): void;
        }
        : this.#ofPrimitives ??= new RecentMap(DERIVED_PRIMITIVES);
    let byArgs = values.get(value);
    if (byArgs === undefined) {
      values.set(value, byArgs = new RecentMap(DERIVED_PER_VALUE));
    }
    return byArgs;
  }
}
