import type { EntityReader } from "./contract.ts";
import type { DirectReads, ReadNode } from "./read_node.ts";
import type { RevisionView } from "./table_set.ts";

/**
 * Decides which nodes are current in one state. A node is looked at once: as
 * long as no table it depends on moved, the answer is a comparison of stamps.
 */
export class StateView implements RevisionView {
  readonly reader: EntityReader;
  readonly epoch: number;
  readonly isMutable: boolean;

  constructor(reader: EntityReader, epoch: number) {
    this.reader = reader;
    this.epoch = epoch;
    this.isMutable = "setEntity" in reader;
  }

  /** Whether everything the value was made from is what the state holds. */
  isCurrent(node: ReadNode): boolean {
    const stamp = node.tables.stampFor(this);
    if (node.stamp === stamp) return true;
    if (node.stamp === -stamp) return false;
    const isCurrent = this.#holds(node);
    node.stamp = isCurrent ? stamp : -stamp;
    return isCurrent;
  }

  #holds(node: ReadNode): boolean {
    const { extra } = node;
    if (extra !== undefined) {
      if (extra.leader !== node) return this.isCurrent(extra.leader);
      if (
        extra.members !== undefined &&
        !extra.members.every((member) => this.#holdsRow(member))
      ) return false;
      if (extra.direct !== undefined && !this.#holdsDirect(extra.direct)) {
        return false;
      }
    }
    if (!this.#holdsRow(node)) return false;
    const { children } = node;
    for (let index = 0; index < children.length; index++) {
      if (!this.isCurrent(children[index]!)) return false;
    }
    return true;
  }

  #holdsRow(node: ReadNode): boolean {
    return node.pk === undefined ||
      this.reader.getEntity(node.cache.key, node.pk) === node.row;
  }

  #holdsDirect({ rows, tables }: DirectReads): boolean {
    for (let index = 0; index < rows.length; index += 3) {
      const row = this.reader.getEntity(
        rows[index] as string,
        rows[index + 1] as string,
      );
      if (row !== rows[index + 2]) return false;
    }
    for (let index = 0; index < tables.length; index += 2) {
      const table = this.reader.getEntities(tables[index] as string);
      if (table?.revision !== tables[index + 1]) return false;
    }
    return true;
  }
}
