import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { EntityReader } from "../../schema/contract.ts";
import { DirectReads } from "../../schema/direct_reads.ts";

type Read =
  | readonly [kind: "row", key: string, pk: string]
  | readonly [kind: "table", key: string]
  | readonly [kind: "index", key: string, field: string, value: string];

const name = fc.constantFrom("", "a", "b");
const reads = fc.array(
  fc.oneof(
    fc.tuple(fc.constant("row" as const), name, name),
    fc.tuple(fc.constant("table" as const), name),
    fc.tuple(fc.constant("index" as const), name, name, name),
  ),
  { maxLength: 8 },
);

/** A store in which everything is there, but for one thing that is something else than before. */
function storeWithout(changed: Read | undefined): EntityReader {
  const isChanged = (...read: Read) => String(read) === String(changed);
  return {
    getEntity: (key, pk) =>
      isChanged("row", key, pk) ? undefined : rowOf(key, pk),
    getEntityMeta: () => undefined,
    getEntities: (key) => ({
      revision: isChanged("table", key) ? "changed" : key,
      keys: () => [],
      entries: () => [],
    }),
    getIndex: (key, field, value) =>
      isChanged("index", key, field, value) ? undefined : `${key}.${value}`,
  };
}

const rows = new Map<string, Record<string, string>>();

function rowOf(key: string, pk: string): Record<string, string> {
  const path = `${key}/${pk}`;
  let row = rows.get(path);
  if (row === undefined) rows.set(path, row = { path });
  return row;
}

function noteIn(direct: DirectReads, [kind, key, ...rest]: Read): void {
  const store = storeWithout(undefined);
  if (kind === "row") {
    direct.addRow(key, rest[0]!, store.getEntity(key, rest[0]!));
    assert(direct.isLastRow(key, rest[0]!));
    assertEquals(direct.lastRow, rowOf(key, rest[0]!));
  } else if (kind === "table") {
    direct.addTable(key, store.getEntities(key)!.revision);
  } else {
    const [field, value] = rest as [string, string];
    direct.addIndex(key, field, value, store.getIndex(key, field, value));
  }
}

Deno.test("what was read holds until any of it is something else, however it was put together [schema/REF-2] [schema/REF-3] [schema/REF-18]", () => {
  fc.assert(fc.property(reads, reads, (first, second) => {
    const direct = new DirectReads();
    for (const read of first) noteIn(direct, read);
    const other = new DirectReads();
    for (const read of second) noteIn(other, read);
    direct.addAll(other);
    const all: Read[] = [...first, ...second];
    assert(direct.isHeldBy(storeWithout(undefined)));
    for (const read of all) assert(!direct.isHeldBy(storeWithout(read)));
    assert(direct.isHeldBy(storeWithout(["row", "a", "other"])));

    const paths = new Set<string>();
    for (let index = 0; index < direct.paths.length; index += 2) {
      paths.add(`${direct.paths[index]}/${direct.paths[index + 1]}`);
    }
    assertEquals(
      paths,
      new Set(
        all.filter(([kind]) => kind === "row")
          .map(([, key, pk]) => `${key}/${pk}`),
      ),
    );
    assertEquals(
      new Set(direct.tables),
      new Set(all.filter(([kind]) => kind !== "row").map(([, key]) => key)),
    );
  }));
});
