// deno-lint-ignore-file no-explicit-any -- tests read values of every schema
import { Commit } from "../../../controller/graph/commit.ts";
import { State, versionOf } from "../../../controller/graph/state.ts";
import { normalizeInto } from "../../../schema/normalize.ts";
import type { Cell, Node, Source } from "../../../schema/nodes.ts";
import {
  Denormalizer,
  queryNode,
  type ReadSpace,
} from "../../../schema/reading.ts";

/** A graph without a controller, which counts what reads look up. */
export class GraphWorld {
  state: State = State.from({ entities: { Other: {} } });
  /** Counts since somebody set them to 0. */
  readonly reader = { rows: 0, listings: 0 };
  #time = 0;

  /** Stores a response and returns what is left of it. */
  put(schema: any, input: any, args: readonly any[] = []): any {
    const time = ++this.#time;
    const commit = new Commit(versionOf(this.state));
    const result = normalizeInto(commit, schema, input, args, {
      fetchedAt: time,
      date: time,
      expiresAt: time + 60_000,
    });
    this.state = commit.seal().state;
    return result;
  }

  /** Changes fields of a row. */
  change(key: string, pk: string, fields: Record<string, unknown>): void {
    const commit = new Commit(versionOf(this.state));
    const row = commit.getEntity(key, pk) as object;
    commit.put(
      commit.slotOf(key, pk),
      { ...row, ...fields },
      commit.getEntityMeta(key, pk),
    );
    this.state = commit.seal().state;
  }

  /** What a reader sees. */
  read(schema: any, input: any, args: readonly any[] = []): any {
    return new Denormalizer(this.#space(), args).read(schema, input).value;
  }

  /** What a query sees. */
  query(schema: any, ...args: any[]): any {
    return queryNode(this.#space(), schema, args).value;
  }

  #space(): ReadSpace {
    const { reader } = this;
    const space = versionOf(this.state).spaceToRead();
    return {
      memory: space.memory,
      cellOf(key, pk) {
        reader.rows++;
        return space.cellOf(key, pk);
      },
      indexCellOf: (key, field, value) => space.indexCellOf(key, field, value),
      tableOf(key) {
        reader.listings++;
        return space.tableOf(key);
      },
      valueOf: (cell: Cell) => space.valueOf(cell),
      metaOf: (cell: Cell) => space.metaOf(cell),
      nodeOf: (cell: Cell) => space.nodeOf(cell),
      addNode: (cell: Cell, node: Node) => space.addNode(cell, node),
      setSources: (node: Node, children: readonly Source[]) =>
        space.setSources(node, children),
    };
  }
}
