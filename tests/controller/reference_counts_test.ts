import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
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
  fc.record({
    list: fc.nat(3),
    isCopy: fc.boolean(),
    release: fc.nat(5),
    // lists also come and go while others are half counted
    looks: fc.nat(40),
    isChecked: fc.boolean(),
  }),
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
  assertProperty(
    fc.property(lists, steps, (lists, steps) => {
      const counts = new ReferenceCounts();
      const held: EntityPath[][] = [];
      for (const { list, isCopy, release, looks, isChecked } of steps) {
        const paths = lists[list % lists.length]!;
        const own = isCopy ? [...paths] : paths;
        counts.addEntities(own);
        held.push(own);
        counts.catchUp(looks);
        if (release < held.length) {
          counts.removeEntities(held.splice(release, 1)[0]!);
        }
        if (isChecked) assertCounts(counts, held);
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

/** A list of vessels that counts how often one of them is looked at. */
function watchedList(length: number, onLook: () => void): EntityPath[] {
  return Array.from({ length }, (_, pk) => ({
    get key() {
      onLook();
      return "Vessel";
    },
    pk: `${pk}`,
  }));
}

Deno.test("lists are taken and released without a look at their entities [controller/GC-3] [controller/GC-8]", () => {
  let looks = 0;
  const counts = new ReferenceCounts();
  const list = watchedList(100, () => looks++);
  const single = watchedList(1, () => looks++);
  counts.addEntities(list);
  counts.addEntities(single);
  counts.removeEntities(list);
  assertEquals(looks, 0);
  assert(counts.hasEntity("Vessel", "0"));
  assertEquals(looks, 1);
  // a whole sweep asks without looking again
  assertEquals(counts.hasEntity("Vessel", "2"), false);
  assertEquals(looks, 1);
});

Deno.test("entities are counted in portions, and again only those of lists that came or went [controller/GC-8]", () => {
  let looks = 0;
  const look = () => looks++;
  const counts = new ReferenceCounts();
  const fleet = watchedList(1000, look);
  const harbour = watchedList(3, look);
  counts.addEntities(fleet);
  for (let portion = 1; portion <= 10; portion++) {
    assertEquals(counts.catchUp(100), false);
    assertEquals(looks, portion * 100);
  }
  assert(counts.catchUp(1));
  assertEquals(looks, 1000);

  counts.addEntities(harbour);
  assert(counts.hasEntity("Vessel", "999"));
  assertEquals(looks, 1003);
  counts.removeEntities(harbour);
  assert(counts.hasEntity("Vessel", "2"));
  assertEquals(looks, 1006);

  // whoever takes over what another reader leaves changes nothing
  counts.removeEntities(fleet);
  counts.addEntities(fleet);
  assert(counts.hasEntity("Vessel", "2"));
  assertEquals(looks, 1006);
});
