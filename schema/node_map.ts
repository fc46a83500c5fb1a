import type { ReadNode } from "./read_node.ts";

/** Nodes by row. Weak, so that rows of dropped states can be collected, and their room given back. */
export class NodeMap extends WeakMap<object, ReadNode> {
  #added = 0;
  /** Held here, or it would be collected before it is told of anything. */
  #shrinking: unknown;

  override set(row: object, node: ReadNode): this {
    if (++this.#added === MANY) this.#shrinking = shrink(this);
    return super.set(row, node);
  }
}

/** With so many entries, room is worth a look after each collection. */
const MANY = 1000;

/** With so many entries left, V8 shrinks a WeakMap. */
const FEW = 64;

/**
 * Lets a map give back the room of entries that went with their keys. V8 looks
 * at the size of a WeakMap only when an entry is deleted from it.
 */
function shrink(map: NodeMap): unknown {
  // some engines do not tell of collections
  if (typeof FinalizationRegistry === "undefined") return undefined;
  const collections = new FinalizationRegistry(() => {
    const some = Array.from({ length: FEW }, () => ({}) as ReadNode);
    for (const each of some) map.set(each, each);
    for (const each of some) map.delete(each);
    collections.register({}, 0);
  });
  // nothing holds the object, so the next collection is told
  collections.register({}, 0);
  return collections;
}
