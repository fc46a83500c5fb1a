import { assert, assertEquals, assertRejects } from "@std/assert";
import { floor } from "../adapters/floor/mod.ts";
import { tessera } from "../adapters/tessera/mod.ts";
import type { Adapter, ArticleView, ListStore } from "../harness/contract.ts";
import { ordersOf } from "../harness/processes.ts";
import { quickEffort } from "../harness/measure.ts";
import { libraries } from "../libraries.ts";
import { workloads } from "../workloads/mod.ts";

/** Asserts, runs and ends a contestant in one of the smaller situations of a workload. */
async function tryOut(
  adapter: Adapter,
  id: string,
  series: string,
): Promise<void> {
  const workload = workloads.find((workload) => workload.id === id)!;
  const situations = workload.cases.filter((one) => one.series === series);
  const situation = situations.find(({ size }) => size >= 10) ?? situations[0]!;
  const contestant = workload.contestant(adapter, situation)!;
  try {
    await contestant.check?.();
    await contestant.prepare?.(2);
    await contestant.run(2);
    await contestant.release?.();
  } finally {
    await contestant.close?.();
  }
}

for (const { id, cases, contestant } of workloads) {
  for (const series of new Set(cases.map(({ series }) => series))) {
    for (const adapter of [tessera, floor]) {
      const situation = cases.find((one) => one.series === series)!;
      if (!contestant(adapter, situation)) continue;
      Deno.test(`${adapter.library} passes the assertions of ${id}, ${series}`, () =>
        tryOut(adapter, id, series));
    }
  }
}

Deno.test("tessera takes part in every workload", () => {
  for (const { id, cases, contestant } of workloads) {
    assert(cases.every((one) => contestant(tessera, one)), id);
  }
});

Deno.test("each workload says what is to be reached", () => {
  for (const { id, targets } of workloads) assert(targets!.length > 0, id);
});

/** The floor with another way of reading or writing lists. */
function cheating(change: (honest: ListStore) => Partial<ListStore>): Adapter {
  return {
    ...floor,
    lists(ids) {
      const honest = floor.lists!(ids);
      return {
        write: (response) => honest.write(response),
        read: () => honest.read(),
        writeUnrelated: (value) => honest.writeUnrelated!(value),
        set: (id, patch) => honest.set!(id, patch),
        setAuthor: (id, name) => honest.setAuthor!(id, name),
        ...change(honest),
      };
    },
  };
}

async function assertFails(
  adapter: Adapter,
  id: string,
  series: string,
  claim: string,
): Promise<void> {
  await assertRejects(() => tryOut(adapter, id, series), Error, claim);
}

Deno.test("who keeps the response instead of a copy fails", async () => {
  const keeping = cheating(() => {
    let kept: readonly ArticleView[] = [];
    return { write: (response) => kept = response, read: () => kept };
  });
  await assertFails(keeping, "W1", "string ids", "belongs to the sender");
});

Deno.test("who changes the response fails", async () => {
  const changing = cheating((honest) => ({
    write(response) {
      honest.write(response);
      response.reverse();
    },
  }));
  await assertFails(changing, "W1", "string ids", "left as it was");
});

Deno.test("who does not keep what was read fails", async () => {
  const forgetful = cheating((honest) => ({
    read: () => honest.read().map((item) => ({ ...item })),
  }));
  await assertFails(forgetful, "W2r", "same", "keeps its identity; 0 %");
  await assertFails(forgetful, "W3", "nothing changed", "the same list");
});

Deno.test("who never notices a change fails", async () => {
  const stale = cheating((honest) => {
    let first: readonly ArticleView[] | undefined;
    return { read: () => first ??= honest.read() };
  });
  await assertFails(stale, "W2r", "1 % changed", "has the title");
  await assertFails(stale, "W3", "after one change", "the change is seen");
});

Deno.test("who changes what was read before fails", async () => {
  const mutating = cheating((honest) => ({
    set(id, patch) {
      const item = honest.read().find((item) => item.id === id)!;
      Object.assign(item, patch);
    },
  }));
  await assertFails(
    mutating,
    "W3",
    "after one change",
    "what was read before stays as it was",
  );
});

Deno.test("who makes all items new after one change fails", async () => {
  const renewing = cheating((honest) => {
    let items = honest.read();
    return {
      read: () => items,
      write(response) {
        honest.write(response);
        items = honest.read();
      },
      set(id, patch) {
        honest.set!(id, patch);
        items = honest.read().map((item) => ({ ...item }));
      },
    };
  });
  await assertFails(
    renewing,
    "W3",
    "after one change",
    "keeps its identity; 0 %",
  );
});

Deno.test("who leaves out the rules of the application fails", async () => {
  const plain: Adapter = {
    ...tessera,
    rules: () => tessera.rules!(false),
  };
  await assertFails(plain, "W2m", "again, custom merge", "has the karma");
  const blind: Adapter = {
    ...tessera,
    rules(isCustom) {
      const honest = tessera.rules!(isCustom);
      let now = 0;
      return {
        ...honest,
        write: (response) => honest.write(response, now++),
      };
    },
  };
  await assertFails(blind, "W2m", "again, fetched before", "has the title");
});

Deno.test("who pushes to all lists fails", async () => {
  const generous: Adapter = {
    ...floor,
    collections(seed) {
      const honest = floor.collections!(seed);
      return {
        reset: (group, members) => honest.reset(group, members),
        get: (group) => honest.get(group),
        push(_, member) {
          for (const [group] of seed) honest.push(group, member);
        },
      };
    },
  };
  await assertFails(
    generous,
    "W6",
    "one of N collections",
    "another list stays the same",
  );
});

Deno.test("whose lenses are one fails", async () => {
  const blurred: Adapter = {
    ...floor,
    lenses() {
      const honest = floor.lenses!();
      return {
        write: (_, response) => honest.write("one", response),
        read: () => honest.read("one"),
      };
    },
  };
  await assertFails(
    blurred,
    "W8",
    "switch between N lenses",
    "has the pctEquity of portfolio 0",
  );
});

Deno.test("large stores get a process for each library, and are left out of quick runs", () => {
  const workload = workloads.find(({ id }) => id === "W4")!;
  const plan = {
    engine: "deno",
    effort: quickEffort,
    libraries: ["a", "b"],
  } as const;
  const [shared, ...isolated] = ordersOf(workload, { ...plan, isQuick: false });
  assertEquals(shared!.libraries, ["a", "b"]);
  assertEquals(shared!.cases.length, 12);
  assertEquals(isolated.length, 2 * 2);
  assert(
    isolated.every(({ cases, libraries }) =>
      cases.length === 4 && libraries!.length === 1
    ),
  );
  assertEquals(ordersOf(workload, { ...plan, isQuick: true }).length, 1);
  const one = ordersOf(workload, {
    ...plan,
    isQuick: true,
    series: ["hot string"],
    sizes: [1_000_000],
  });
  assertEquals(one.length, 2);
});

Deno.test("a large situation has processes only for those who take part in it", () => {
  const workload = workloads.find(({ id }) => id === "W2")!;
  const orders = ordersOf(workload, {
    engine: "deno",
    effort: quickEffort,
    isQuick: false,
    libraries: ["tessera", "apollo", "floor"],
    sizes: [100_000, 1_000_000],
  });
  assertEquals(
    orders.map(({ libraries, cases }) => [
      libraries,
      cases.map((index) => workload.cases[index]!.size),
    ]),
    [
      [["tessera"], [100_000, 100_000]],
      [["floor"], [100_000, 100_000]],
      [["tessera"], [1_000_000]],
    ],
  );
});

Deno.test("the competitors' folder has the same path-to-regexp as the library", async () => {
  const importOf = async (path: string) =>
    JSON.parse(await Deno.readTextFile(new URL(path, import.meta.url)))
      .imports["path-to-regexp"];
  assertEquals(
    await importOf("../competitors/deno.json"),
    await importOf("../../deno.json"),
  );
});

Deno.test("libraries are named once", () => {
  assertEquals(new Set(libraries).size, libraries.length);
});
