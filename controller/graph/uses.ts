import { Cell, eachDependent, Node, type Source } from "../../schema/nodes.ts";
import type { Dependencies } from "../contract.ts";
import { Reading } from "../read.ts";
import type { ValuePart } from "./commit.ts";
import { type State, versionOf } from "./state.ts";

/** Somebody whom the store notifies of changes. */
export interface CellReader {
  /** Of what: as it was when that began. */
  readonly dependencies?: Dependencies;
}

/** What is made of a stored thing. */
export interface CellUses {
  /** Keys of the responses that contain it: those on display, and all of more than the entity that were read. */
  readonly endpoints: readonly string[];
  /** Readers that the store notifies when it changes. */
  readonly readers: ReadonlySet<CellReader>;
  /** The schema by which it was read; `undefined` if it was not. */
  readonly schema: unknown;
}

/**
 * What is made of an entity in the newest state: follows the graph from its
 * cell upwards, and looks at nothing else. It is not treated as reading it.
 *
 * @param state Of which store.
 * @param key Name of the table.
 * @param pk Primary key.
 */
export function usesOf(state: State, key: string, pk: string): CellUses {
  const { graph } = versionOf(state);
  const cell = graph?.head.find(graph.tables.get(key), pk);
  if (!(cell instanceof Cell)) {
    return { endpoints: [], readers: new Set(), schema: undefined };
  }
  const endpoints = new Set<string>();
  const seen = new Set<Source>([cell]);
  const readers = new Set<CellReader>();
  const addResponse = (source: Source) => {
    const cell = source instanceof Node ? source.cell : source;
    if (cell?.table.kind === "response") endpoints.add(cell.pk);
  };
  for (const source of seen) {
    addResponse(source);
    if (!(source instanceof Node)) {
      for (let node = source.node; node; node = node.next) seen.add(node);
    }
    eachDependent(source, (dependent) => {
      if (dependent instanceof Node) seen.add(dependent);
      else {
        readers.add(dependent as CellReader);
        for (const child of dependent.sources) addResponse(child);
      }
    });
  }
  const schema = cell.node?.facts.schema;
  return { endpoints: [...endpoints], readers, schema };
}

/** What a value is made of, one thing after the other, from the outside. */
export function* partsOf(dependencies: Dependencies): Generator<ValuePart> {
  for (const key of dependencies.endpoints) yield { table: undefined, key };
  if (!(dependencies instanceof Reading)) return;
  const seen = new Set<Source>();
  const cells = new Set<Cell>();
  // a list may have many items, of which few are asked for
  const pending: Iterator<Source>[] = [dependencies.sources.values()];
  for (let last = pending.at(-1); last; last = pending.at(-1)) {
    const { value: source, done } = last.next();
    if (done) pending.pop();
    if (done || seen.has(source)) continue;
    seen.add(source);
    const cell = source instanceof Node ? source.cell : source;
    if (cell?.table.kind === "entity" && !cells.has(cell)) {
      cells.add(cell);
      yield { table: cell.table.key, key: cell.pk };
    }
    if (source instanceof Node) pending.push(source.sources.values());
  }
}

/** A value of an index, and the entities that have it, newest first. */
export interface IndexValue {
  readonly table: string;
  readonly field: string;
  readonly value: string;
  readonly pks: readonly string[];
}

/** The values of all indexes of a state, one after the other. */
export function* indexValues(state: State): Generator<IndexValue> {
  const version = versionOf(state);
  for (const [table, { indexes }] of version.graph?.tables ?? []) {
    for (const [field, { cells }] of indexes) {
      for (const cell of cells.values()) {
        const { pk: value } = cell;
        const pks = version.at(cell).value as string[] | undefined;
        if (pks) yield { table, field, value, pks: [...pks].reverse() };
      }
    }
  }
}
