// deno-lint-ignore-file no-explicit-any -- schemas of every kind meet here
import type { NodeMap } from "./node_map.ts";
import type { ReadNode } from "./read_node.ts";
import { denormalizeArray } from "./array.ts";
import type { IDenormalizeDelegate } from "./contract.ts";
import { denormalizeObject } from "./object.ts";
import { isValidator, validateOnRead } from "./standard_schema.ts";
import { deserialize } from "./deserializer.ts";
import type { TableSet, TableSetRegistry } from "./table_set.ts";

/** How the reading engine treats a schema. */
export const SchemaKind = {
  /** Placeholders: values pass through. */
  passthrough: 0,
  /** A function applied to the value. */
  deserializer: 1,
  /** Has a table: Entity classes, Collections, custom schemas of that shape. */
  entity: 2,
  /** Brings its own `denormalize`. */
  custom: 3,
  /** `[X]` */
  array: 4,
  /** `{ name: X }` */
  object: 5,
  /** A validator, whose output is the value. */
  validator: 6,
} as const;

/** One of the kinds. */
export type SchemaKind = typeof SchemaKind[keyof typeof SchemaKind];

/** What a memo knows about one schema: its kind, and the node of each row read through it. */
export class SchemaCache {
  readonly schema: any;
  readonly kind: SchemaKind;
  /** The table; `''` for schemas without. */
  readonly key: string;
  /** Entities nested deeper are cut; `Infinity` for schemas that do not count as depth. */
  readonly depthLimit: number;
  /** What a row of the table depends on by itself. */
  readonly tables: TableSet;
  /** The value comes from the tables also where nothing is stored. */
  readonly isLive: boolean;
  /** Nodes by row, shared by schemas that share identity. */
  readonly nodes: NodeMap;

  #latestList: WeakRef<ReadNode> | undefined;

  constructor(
    schema: any,
    nodes: NodeMap,
    registry: TableSetRegistry,
  ) {
    this.schema = schema;
    this.kind = kindOf(schema);
    this.key = this.kind === SchemaKind.entity ? String(schema.key) : "";
    this.tables = this.kind === SchemaKind.entity
      ? registry.single(this.key)
      : registry.none;
    this.depthLimit = depthLimitOf(schema, this.kind);
    this.isLive = this.kind === SchemaKind.custom && schema.isLive === true;
    this.nodes = nodes;
  }

  /** What a schema makes of a stored value; not for entities, which are built in steps. */
  build(input: any, delegate: IDenormalizeDelegate): any {
    const { schema } = this;
    switch (this.kind) {
      case SchemaKind.array:
        return denormalizeArray(schema, input, delegate);
      case SchemaKind.object:
        return denormalizeObject(schema, input, delegate);
      case SchemaKind.custom:
        return schema.denormalize(input, delegate);
      case SchemaKind.deserializer:
        return deserialize(schema, input);
      case SchemaKind.validator:
        return validateOnRead(schema, input, "value");
    }
    return input;
  }

  /** The node of the list read last, if it is still held: the next one will be alike. */
  get latestList(): ReadNode | undefined {
    return this.#latestList?.deref();
  }

  set latestList(node: ReadNode | undefined) {
    this.#latestList = node && new WeakRef(node);
  }

  /** Whether the value is made of the stored one alone. */
  get isConversion(): boolean {
    return this.kind === SchemaKind.deserializer ||
      this.kind === SchemaKind.validator;
  }

  /** Whether both give the same values for a row. */
  isSameAs(other: SchemaCache): boolean {
    return this === other ||
      this.nodes === other.nodes && this.key === other.key;
  }

  /** The first node of a row. */
  first(row: object): ReadNode | undefined {
    return this.nodes.get(row);
  }

  /** Adds a node, in place of an outdated one if there is such. */
  put(node: ReadNode, outdated: ReadNode | undefined): void {
    const { row } = node;
    const first = this.nodes.get(row);
    if (first === undefined) {
      node.next = undefined;
      this.nodes.set(row, node);
    } else if (first === outdated) {
      node.next = first.next;
      this.nodes.set(row, node);
    } else {
      if (outdated !== undefined) unlink(first, outdated);
      node.next = first.next;
      first.next = node;
    }
  }
}

const DEFAULT_DEPTH = 128;

/** Finds out how a schema is to be treated. */
export function kindOf(schema: any): SchemaKind {
  const isFunction = typeof schema === "function";
  if (!isFunction && (typeof schema !== "object" || schema === null)) {
    return SchemaKind.passthrough;
  }
  if (typeof schema.denormalize === "function") return kindOfConstruct(schema);
  if (isValidator(schema)) return SchemaKind.validator;
  if (isFunction) return SchemaKind.deserializer;
  return Array.isArray(schema) ? SchemaKind.array : SchemaKind.object;
}

function kindOfConstruct(schema: any): SchemaKind {
  return typeof schema.pk === "function" &&
      typeof schema.createIfValid === "function"
    ? SchemaKind.entity
    : SchemaKind.custom;
}

function depthLimitOf(schema: any, kind: SchemaKind): number {
  if (kind !== SchemaKind.entity) return Infinity;
  if (typeof schema.maxEntityDepth === "number") return schema.maxEntityDepth;
  return typeof schema === "function" ? DEFAULT_DEPTH : Infinity;
}

function unlink(first: ReadNode, outdated: ReadNode): void {
  let node = first;
  while (node.next !== undefined) {
    if (node.next === outdated) {
      node.next = outdated.next;
      return;
    }
    node = node.next;
  }
}
