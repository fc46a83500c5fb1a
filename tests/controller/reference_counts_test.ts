import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import type { EntityPath } from "../../controller/contract.ts";
import { ReferenceCounts } from "../../controller/reference_counts.ts";

const pks = Array.from({ length: 50 }, (_, pk) => `${pk}`);

/** Short and long lists, some with an entity twice. */
const path = fc.record({
  key: fc.constantFrom("Vessel", "Port"),
  pk: fc.constantFrom(...pks),
});
const lists = fc.array(
  fc.oneof(
    fc.array(path, { maxLength: 5 }),
    fc.array(path, { minLength: 30, maxLength: 34 }),
  ),
  { minLength: 1, maxLength: 4 },
);
const steps = fc.array(
  fc.record({ list: fc.nat(3), isCopy: fc.boolean(), release: fc.nat(5) }),
  { maxLength: 30 },
);

function assertCounts(counts: ReferenceCounts, held: readonly EntityPath[][]) {
  for (const key of ["Vessel", "Port"]) {
    for (const pk of pks) {
      const isHeld = held.some((paths) =>
        paths.some((path) => path.key === key && path.pk === pk)
      );
      assertEquals(counts.hasEntity(key, pk), isHeld, `${key} ${pk}`);
    }
  }
}

Deno.test("an entity is held exactly as long as a list that contains it, be lists shared, equal or overlapping [controller/GC-3]", () => {
  fc.assert(
    fc.property(lists, steps, (lists, steps) => {
      const counts = new ReferenceCounts();
      const held: EntityPath[][] = [];
      for (const { list, isCopy, release } of steps) {
        const paths = lists[list % lists.length]!;
        const own = isCopy ? [...paths] : paths;
        counts.addEntities(own);
        held.push(own);
        if (release < held.length) {
          counts.removeEntities(held.splice(release, 1)[0]!);
        }
        assertCounts(counts, held);
      }
      for (const paths of held.splice(0)) counts.removeEntities(paths);
      assertCounts(counts, []);
    }),
  );
});

Deno.test("a key is held until its last holder is gone [controller/GC-3]", () => {
  const counts = new ReferenceCounts();
  counts.addKey("tides");
  counts.addKey("tides");
  assertEquals(counts.removeKey("tides"), false);
  assert(counts.hasKey("tides"));
  assert(counts.removeKey("tides"));
  assertEquals(counts.hasKey("tides"), false);
  // after a reset, for instance
  assertEquals(counts.removeKey("tides"), false);
});

Deno.test("lists are taken and released without a look at their entities [controller/GC-3]", () => {
  let looks = 0;
  const path = {
    get key() {
      looks++;
      return "Vessel";
    },
    pk: "1",
  };
  const counts = new ReferenceCounts();
  const list = Array.from({ length: 100 }, () => path);
  counts.addEntities(list);
  counts.addEntities([path]);
  counts.removeEntities(list);
  assertEquals(looks, 0);
  assert(counts.hasEntity("Vessel", "1"));
  assertEquals(looks, 1);
  // a whole sweep asks without looking again
  assertEquals(counts.hasEntity("Vessel", "2"), false);
  assertEquals(looks, 1);
});
