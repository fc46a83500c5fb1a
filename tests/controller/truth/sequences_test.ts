/**
 * Sequences of requests and answers that showed something wrong, one by one,
 * each with the law that it is about.
 */
import { assertEquals } from "@std/assert";
import { createClient, NetworkManager } from "../../../mod.ts";
import type { ListName, Row, Subject } from "./contract.ts";
import { carryOut } from "./run.ts";
import { Scene, type SceneOptions } from "./scene.ts";
import { PretendServer } from "./server.ts";
import { settleTasks } from "./settle_tasks.ts";
import { sequence } from "./steps.ts";
import { rowResource, tesseraClient } from "./tessera_client.ts";

const newRow = (id: string) =>
  ({ id, title: "new", note: "", status: "open", f0: 0, f1: 0 }) as const;

for (const isOptimistic of [false, true]) {
  const way = isOptimistic ? "optimistic" : "not optimistic";

  Deno.test(`a list that was requested during a PATCH does not take it back, ${way} [controller/OPT-12a] [controller/OPT-12b]`, async () => {
    // law 2: the answer of a read that began before the confirmation
    await using scene = await Scene.of(["all"], { isOptimistic });
    const patch = await scene.send.patch("1", { title: "A" });
    const list = await scene.send.list("all");
    await scene.handle(list);
    await scene.handle(patch);
    await scene.answer(list);
    if (isOptimistic) assertEquals(scene.shown("1", "title"), "A");
    await scene.answer(patch);
    assertEquals(scene.shown("1", "title"), "A");
  });

  Deno.test(`a list that is answered after a PATCH does not take it back, ${way} [controller/OPT-12b]`, async () => {
    // law 2, the other way round
    await using scene = await Scene.of(["all"], { isOptimistic });
    const patch = await scene.send.patch("1", { title: "A" });
    const list = await scene.send.list("all");
    await scene.handle(list);
    await scene.finish(patch);
    assertEquals(scene.shown("1", "title"), "A");
    await scene.answer(list);
    assertEquals(scene.shown("1", "title"), "A");
  });

  Deno.test(`what was created again after a deletion stays, ${way} [controller/OPT-12c] [controller/OPT-15]`, async () => {
    // law 3: the creation began later
    await using scene = await Scene.of(["all"], { isOptimistic });
    const remove = await scene.send.delete("1");
    const create = await scene.send.create(newRow("1"));
    await scene.handle(remove);
    await scene.handle(create);
    await scene.answer(remove);
    await scene.answer(create);
    assertEquals(scene.shown("1", "title"), "new");
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
  });

  Deno.test(`a deletion that is undone leaves the row, ${way} [controller/OPT-12c] [controller/OPT-15]`, async () => {
    // law 3: the restoration began later
    await using scene = await Scene.of(["all"], { isOptimistic });
    const remove = await scene.send.delete("1");
    const restore = await scene.send.restore("1");
    await scene.handle(remove);
    await scene.handle(restore);
    await scene.answer(remove);
    await scene.answer(restore);
    assertEquals(scene.shown("1", "title"), "title 1");
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
  });

  Deno.test(`of two moves the one that began later decides about lists, too, ${way} [controller/OPT-12c] [controller/OPT-19a]`, async () => {
    // law 3, for membership
    await using scene = await Scene.of(["open", "closed"], { isOptimistic });
    const close = await scene.send.move("1", "closed");
    const open = await scene.send.move("1", "open");
    await scene.handle(close);
    await scene.handle(open);
    await scene.answer(open);
    await scene.answer(close);
    assertEquals(scene.shown("1", "status"), "open");
    assertEquals(scene.client.ids("open")?.toSorted(), ["1", "2"]);
    assertEquals(scene.client.ids("closed"), ["3"]);
  });

  Deno.test(`an edit that was handled late stays beside one of another field, ${way} [controller/OPT-12i]`, async () => {
    // law 2: what a mutation did not send is an observation
    await using scene = await Scene.of(["all"], { isOptimistic });
    const first = await scene.send.patch("1", { f0: 5 });
    const second = await scene.send.patch("1", { f1: 7 });
    await scene.finish(second);
    await scene.finish(first);
    assertEquals(scene.shown("1", "f0"), 5);
    assertEquals(scene.shown("1", "f1"), 7);
  });

  Deno.test(`a list that was requested before a creation has it, ${way} [controller/OPT-12b] [controller/OPT-12f] [controller/OPT-19]`, async () => {
    // laws 2 and 6: membership and number
    await using scene = await Scene.of(["open"], {
      isOptimistic,
      hasTotals: true,
    });
    const list = await scene.send.list("open");
    await scene.handle(list);
    await scene.finish(await scene.send.create(newRow("4")));
    assertEquals(scene.client.total("open"), 3);
    await scene.answer(list);
    await scene.rest();
    assertEquals(scene.client.ids("open")?.toSorted(), ["1", "2", "4"]);
    assertEquals(scene.client.total("open"), 3);
  });
}

Deno.test("two quick clicks of a counter, each with a refetch, never count back [controller/OPT-12a] [controller/OPT-12b]", async () => {
  // laws 1 and 2
  await using scene = new Scene({ isOptimistic: true });
  await scene.done.get("1");
  const click = () =>
    scene.send.patch("1", { f0: scene.shown("1", "f0") as number + 1 });
  const shown: unknown[] = [];
  const look = () => shown.push(scene.shown("1", "f0"));
  const first = await click();
  const second = await click();
  look();
  await scene.finish(first);
  look();
  const refetch = await scene.send.get("1");
  await scene.handle(refetch);
  await scene.finish(second);
  look();
  await scene.answer(refetch);
  look();
  await scene.done.get("1");
  look();
  assertEquals(shown, [2, 2, 2, 2, 2]);
});

Deno.test("after a mutation without an answer its readers ask once [controller/OPT-12e]", async () => {
  // law 5
  await using scene = await Scene.of(["all"], { isOptimistic: true });
  scene.server.nextOutcome = "lost answer";
  const patch = await scene.send.patch("1", { title: "A" });
  const { requests } = scene.server;
  await scene.finish(patch);
  await scene.rest();
  assertEquals(scene.shown("1", "title"), "A");
  assertEquals(scene.server.requests, requests + 1);
});

Deno.test("after two edits of a field in flight together its readers ask once [controller/OPT-12g]", async () => {
  // law 7: only the server knows which came last
  await using scene = await Scene.of(["all"]);
  const first = await scene.send.patch("1", { title: "A" });
  const second = await scene.send.patch("1", { title: "B" });
  const { requests } = scene.server;
  await scene.handle(second);
  await scene.handle(first);
  await scene.finish(first, second);
  await scene.rest();
  assertEquals(scene.shown("1", "title"), "A");
  assertEquals(scene.server.requests, requests + 1);
});

Deno.test("edits of different fields in flight together ask nothing [controller/OPT-12g]", async () => {
  await using scene = await Scene.of(["all"]);
  const first = await scene.send.patch("1", { f0: 5 });
  const second = await scene.send.patch("1", { f1: 7 });
  const { requests } = scene.server;
  await scene.finish(first, second);
  assertEquals(scene.server.requests, requests);
});

for (const isOptimistic of [false, true]) {
  const way = isOptimistic ? "optimistic" : "not optimistic";

  Deno.test(`a change that is refused leaves what was reported meanwhile, ${way} [controller/OPT-12e] [controller/OPT-12i]`, async () => {
    // laws 5 and 2
    await using scene = await Scene.of(["all"], {
      isOptimistic,
      countsRevisions: true,
    });
    scene.server.nextOutcome = "refused";
    const refused = await scene.send.patch("1", { title: "A" });
    await scene.done.patch("1", { f0: 5 });
    if (isOptimistic) assertEquals(scene.shown("1", "title"), "A");
    await scene.finish(refused);
    assertEquals(scene.shown("1", "title"), "title 1");
    assertEquals(scene.shown("1", "f0"), 5);
    assertEquals(scene.shown("1", "rev"), 2);
    assertEquals(scene.server.waiting.length, 0, "a refusal asks nothing");
  });

  for (const first of ["PUT", "DELETE"]) {
    Deno.test(`a PUT beside a deletion asks the server, which handles the ${first} first, ${way} [controller/OPT-12g] [controller/OPT-12i]`, async () => {
      // law 7: only the server knows which came last
      await using scene = await Scene.of(["all"], { isOptimistic });
      const put = await scene.send.put(newRow("1"));
      const remove = await scene.send.delete("1");
      const { requests } = scene.server;
      await scene.handle(first === "PUT" ? put : remove);
      await scene.finish(put, remove);
      await scene.rest();
      const isThere = first === "DELETE";
      assertEquals(scene.client.ids("all")?.includes("1"), isThere);
      assertEquals(scene.shown("1", "title"), isThere ? "new" : undefined);
      assertEquals(scene.server.requests, requests + 1);
    });
  }

  Deno.test(`a list follows an edit of the field that it is filtered by, ${way} [controller/OPT-19b]`, async () => {
    // L2 and L3: out of the one, into the other, whenever the lists come
    await using scene = await Scene.of(["open", "closed"], { isOptimistic });
    const old = await scene.send.list("open");
    await scene.handle(old);
    const close = await scene.send.move("1", "closed");
    if (isOptimistic) {
      assertEquals(scene.client.ids("open"), ["2"]);
      assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
    }
    await scene.finish(close);
    await scene.answer(old);
    assertEquals(scene.client.ids("open"), ["2"]);
    assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
    await scene.done.patch("1", { status: "open" });
    assertEquals(scene.client.ids("open")?.toSorted(), ["1", "2"]);
    assertEquals(scene.client.ids("closed"), ["3"]);
  });

  Deno.test(`a number beside a list counts each row once, whatever put it in or took it out, ${way} [controller/OPT-12f]`, async () => {
    // law 6
    await using scene = new Scene({ isOptimistic, hasTotals: true });
    for (const name of ["all", "open", "closed"] as const) {
      await scene.done.list(name);
    }
    const totals = () =>
      (["all", "open", "closed"] as const).map(scene.client.total);
    assertEquals(totals(), [3, 2, 1]);
    await scene.done.move("1", "closed");
    assertEquals(totals(), [3, 1, 2]);
    await scene.done.patch("1", { status: "open" });
    assertEquals(totals(), [3, 2, 1]);
    await scene.done.delete("1");
    assertEquals(totals(), [2, 1, 1]);
    await scene.done.restore("1");
    assertEquals(totals(), [3, 2, 1]);
    await scene.done.create(newRow("4"));
    assertEquals(totals(), [4, 3, 1]);
    assertEquals(scene.server.waiting.length, 0, "nothing was in doubt");
  });

  for (const outcome of ["lost answer", "lost unheard", "failed"] as const) {
    Deno.test(`a deletion without an answer is taken back and asked about: ${outcome}, ${way} [controller/OPT-12e]`, async () => {
      // law 5: nobody here knows whether it was carried out
      await using scene = await Scene.of(["all"], { isOptimistic });
      scene.server.nextOutcome = outcome;
      const remove = await scene.send.delete("1");
      if (isOptimistic) assertEquals(scene.client.ids("all"), ["2", "3"]);
      const { requests } = scene.server;
      await scene.finish(remove);
      assertEquals(scene.client.ids("all")?.includes("1"), true);
      await scene.rest();
      assertEquals(
        scene.client.ids("all")?.includes("1"),
        outcome !== "lost answer",
      );
      assertEquals(scene.server.requests, requests + 1);
    });

    Deno.test(`a creation without an answer is taken back and asked about: ${outcome}, ${way} [controller/OPT-12e]`, async () => {
      // law 5
      await using scene = await Scene.of(["all"], { isOptimistic });
      scene.server.nextOutcome = outcome;
      const create = await scene.send.create(newRow("4"));
      const { requests } = scene.server;
      await scene.finish(create);
      await scene.rest();
      assertEquals(
        scene.client.ids("all")?.includes("4"),
        outcome === "lost answer",
      );
      assertEquals(scene.server.requests, requests + 1);
    });

    Deno.test(`an edit without an answer is taken back and asked about: ${outcome}, ${way} [controller/OPT-12e]`, async () => {
      // law 5
      await using scene = await Scene.of(["all"], { isOptimistic });
      scene.server.nextOutcome = outcome;
      const patch = await scene.send.patch("1", { title: "A" });
      const { requests } = scene.server;
      await scene.finish(patch);
      assertEquals(scene.shown("1", "title"), "title 1");
      await scene.rest();
      assertEquals(
        scene.shown("1", "title"),
        outcome === "lost answer" ? "A" : "title 1",
      );
      assertEquals(scene.server.requests, requests + 1);
    });
  }
}
Deno.test("a row that one tab deletes and another edits meanwhile is gone in both", async () => {
  // where a PATCH and a deletion both succeed, the PATCH came first
  await using scene = new Scene({ tabs: 2 });
  await scene.done((client) => client.list("all"), 0);
  await scene.done((client) => client.list("all"), 1);
  await scene.hear();
  const remove = await scene.send((client) => client.delete("2"), 0);
  const edit = await scene.send(
    (client) => client.patch("2", { title: "A" }),
    1,
  );
  await scene.handle(edit);
  await scene.finish(remove);
  await scene.finish(edit);
  await scene.rest();
  for (const client of scene.tabs) {
    assertEquals(client.ids("all"), ["1", "3"]);
    assertEquals(client.copies("2", "store"), []);
  }
});

for (const isOptimistic of [false, true]) {
  const way = isOptimistic ? "optimistic" : "not optimistic";

  Deno.test(`a list that was never there, and was requested before a row moved into it, has the row, ${way} [controller/OPT-12b] [controller/OPT-19b]`, async () => {
    await using scene = await Scene.of(["open"], { isOptimistic });
    const move = await scene.send.move("2", "closed");
    const list = await scene.send.list("closed");
    await scene.handle(list);
    await scene.finish(move);
    await scene.answer(list);
    assertEquals(scene.client.ids("closed")?.toSorted(), ["2", "3"]);
    assertEquals(scene.client.ids("open"), ["1"]);
    assertEquals(scene.server.waiting.length, 0, "nothing was in doubt");
  });
}

// two tabs, which hear of each other late

/** A scene in which both tabs show lists, and know of each other. */
async function twoTabs(
  names: readonly ListName[],
  options: SceneOptions = {},
): Promise<Scene> {
  const scene = new Scene({ ...options, tabs: 2 });
  for (const tab of [0, 1]) {
    for (const name of names) await scene.done((one) => one.list(name), tab);
  }
  await scene.hear();
  return scene;
}

const inBoth = (scene: Scene, id: string, field: keyof Row) =>
  scene.tabs.map((tab) => tab.copies(id, "store")[0]?.[field]);

Deno.test("a row that a PUT creates after a deletion without an answer is in the lists that were asked between the two [controller/OPT-12e] [controller/OPT-12g]", async () => {
  await using scene = await Scene.of(["all"], { isOptimistic: false });
  scene.server.nextOutcome = "lost answer";
  const remove = await scene.send.delete("1");
  await scene.finish(remove);
  const asked = scene.server.waiting.at(-1)!;
  const put = await scene.send.put({ ...newRow("1"), title: "v1" });
  for (const one of [asked, put]) await scene.handle(one);
  for (const one of [asked, put]) await scene.answer(one);
  await scene.rest();
  assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
});

for (const comesLate of [false, true]) {
  const when = comesLate ? "after" : "before";
  Deno.test(`a row that is read while a PUT creates it, after a deletion without an answer, is in the lists that were asked between the two and come ${when} the read [controller/OPT-12e] [controller/OPT-12g]`, async () => {
    await using scene = await Scene.of(["open"]);
    scene.server.nextOutcome = "lost answer";
    await scene.done.delete("1");
    const list = await scene.send.list("all");
    const put = await scene.send.put({ ...newRow("1"), title: "v1" });
    const read = await scene.send.get("1");
    const inOrder = [...scene.server.waiting];
    for (const one of inOrder) await scene.handle(one);
    const answers = comesLate ? [read, list, put] : [list, read, put];
    for (const one of answers) await scene.answer(one);
    for (const one of inOrder) {
      if (!answers.includes(one)) await scene.answer(one);
    }
    const { requests } = scene.server;
    await scene.rest();
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
    assertEquals(scene.server.requests - requests <= 2, true);
  });
}

Deno.test("a row that is read after a deletion that was not carried out has no list asked that has it [controller/OPT-12e]", async () => {
  await using scene = await Scene.of(["all"]);
  scene.server.nextOutcome = "lost unheard";
  await scene.done.delete("1");
  await scene.rest();
  const { requests } = scene.server;
  await scene.done.get("1");
  await scene.rest();
  assertEquals(scene.client.ids("all"), ["1", "2", "3"]);
  assertEquals(scene.server.requests, requests + 1);
});

for (const verb of ["move", "PATCH"] as const) {
  Deno.test(`a list that the server read between two changes of a row has it, although the first is answered after the second: ${verb} [controller/OPT-12c] [controller/OPT-19b]`, async () => {
    await using scene = await Scene.of(["all"], { isOptimistic: false });
    const become = (status: "open" | "closed") =>
      scene.send((client) =>
        verb === "move"
          ? client.move("1", status)
          : client.patch("1", { status })
      );
    const close = await become("closed");
    const list = await scene.send.list("open");
    const open = await become("open");
    const again = await become("open");
    for (const one of [close, list, open, again]) await scene.handle(one);
    for (const one of [open, close, again, list]) await scene.answer(one);
    assertEquals(scene.shown("1", "status"), "open");
    assertEquals(scene.client.ids("open")?.toSorted(), ["1", "2"]);
  });
}

Deno.test("an edit beside a deletion and a creation of another tab is asked about in both [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7; the deletion is heard of before the creation, and must not forget the edit
  await using scene = await twoTabs(["all"]);
  const before = await scene.send((one) => one.patch("1", { f0: 1 }), 1);
  const remove = await scene.send((one) => one.delete("1"), 0);
  const create = await scene.send((one) => one.create(newRow("1")), 0);
  const edit = await scene.send((one) => one.patch("1", { f0: 4 }), 1);
  const all = [before, remove, create, edit];
  for (const request of all) await scene.handle(request);
  for (const request of all) await scene.answer(request);
  await scene.rest();
  assertEquals(inBoth(scene, "1", "f0"), [4, 4]);
});

Deno.test("an edit that another tab did not know of when it edited the same is asked about in both [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7; the clock of the second tab is behind, so that its edit is dead there
  await using scene = await twoTabs(["all"]);
  for (let count = 0; count < 3; count++) {
    await scene.done((one) => one.patch("1", { title: `${count}` }), 0);
  }
  const list = await scene.send((one) => one.list("all"), 0);
  const edit = await scene.send((one) => one.patch("1", { title: "B" }), 1);
  await scene.hear();
  await scene.handle(list);
  await scene.handle(edit);
  await scene.answer(list);
  await scene.answer(edit);
  await scene.rest();
  assertEquals(inBoth(scene, "1", "title"), ["B", "B"]);
});

Deno.test("edits of one field that began at once in two tabs are asked about in both [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7, where clocks agree
  await using scene = await twoTabs(["all"]);
  const first = await scene.send((one) => one.patch("1", { f0: 1 }), 0);
  const second = await scene.send((one) => one.patch("1", { f0: 2 }), 1);
  await scene.handle(first);
  await scene.finish(second);
  await scene.answer(first);
  await scene.rest();
  assertEquals(inBoth(scene, "1", "f0"), [2, 2]);
});

Deno.test("a list of another tab that was requested before a creation here has the row [controller/OPT-12b] [controller/NEW-82]", async () => {
  // laws 2 and 8; with the list here, and without
  for (const names of [[], ["all"]] as const) {
    await using scene = await twoTabs(names);
    const list = await scene.send((one) => one.list("all"), 0);
    await scene.handle(list);
    await scene.done((one) => one.create(newRow("4")), 1);
    await scene.answer(list);
    await scene.hear();
    for (const tab of [0, 1]) {
      await scene.send((one) => one.list("all"), tab).catch(() => {});
      assertEquals(
        scene.tabs[tab]!.ids("all")?.toSorted(),
        ["1", "2", "3", "4"],
      );
    }
  }
});

Deno.test("a list that two tabs have read since somebody else deleted a created row lacks it in both [controller/NEW-82]", async () => {
  // law 2: the tab that read had heard of the creation
  await using scene = await twoTabs(["open"]);
  await scene.done((one) => one.create(newRow("4")), 1);
  await scene.hear();
  scene.server.remove("4");
  for (const tab of [0, 1]) {
    await scene.done((one) => one.list("open"), tab);
  }
  await scene.rest();
  for (const tab of scene.tabs) assertEquals(tab.ids("open"), ["1", "2"]);
});

Deno.test("a deletion that was answered 404 is heard of in other tabs [controller/OPT-12e] [controller/NEW-81]", async () => {
  // laws 5 and 8
  await using scene = await twoTabs(["all"]);
  scene.server.remove("1");
  await scene.done.delete("1");
  await scene.hear();
  for (const tab of scene.tabs) assertEquals(tab.ids("all"), ["2", "3"]);
  assertEquals(scene.server.waiting.length, 0, "nothing was in doubt");
});

Deno.test("after a mutation without an answer readers of other tabs ask as well [controller/OPT-12e] [controller/NEW-82]", async () => {
  // laws 5 and 7
  await using scene = await twoTabs(["all"]);
  scene.server.nextOutcome = "lost answer";
  await scene.done((one) => one.patch("1", { title: "A" }), 0);
  await scene.rest();
  assertEquals(inBoth(scene, "1", "title"), ["A", "A"]);
});

for (const isOptimistic of [false, true]) {
  const way = isOptimistic ? "optimistic" : "not optimistic";

  Deno.test(`an edit that is answered after a deletion without an answer does not settle whether there is the row, ${way} [controller/OPT-12e]`, async () => {
    // laws 5 and 7: the list lacks the row, and the answer of the edit is older
    await using scene = await Scene.of(["open"], { isOptimistic });
    const edit = await scene.send.patch("1", { status: "open" });
    scene.server.nextOutcome = "lost answer";
    const remove = await scene.send.delete("1");
    await scene.handle(edit);
    await scene.finish(remove);
    await scene.done.list("open");
    await scene.answer(edit);
    await scene.rest();
    assertEquals(scene.client.ids("open"), ["2"]);
  });
}

Deno.test("an edit of what was shown by a refused creation does not bring back what was deleted [controller/OPT-12e]", async () => {
  // law 5: what is pending observed nothing
  await using scene = await Scene.of(["open"], { isOptimistic: true });
  await scene.done.delete("1");
  scene.server.nextOutcome = "refused";
  const create = await scene.send.create(newRow("1"));
  const edit = await scene.send.patch("1", { title: "A" });
  assertEquals(scene.shown("1", "title"), "A");
  await scene.handle(create);
  await scene.handle(edit);
  await scene.answer(create);
  assertEquals(scene.shown("1", "title"), undefined);
  assertEquals(scene.client.ids("open"), ["2"]);
  await scene.answer(edit);
  assertEquals(scene.client.ids("open"), ["2"]);
});

Deno.test("a move of what was shown by a refused creation shows no row of which only the status is known [controller/OPT-12e] [endpoint/COL-13]", async () => {
  for (const id of ["1", "4"]) {
    await using scene = new Scene({ isOptimistic: true });
    for (const name of ["open", "closed"] as const) await scene.done.list(name);
    if (id === "1") await scene.done.delete(id);
    scene.server.nextOutcome = "refused";
    const create = await scene.send.create(newRow(id));
    const move = await scene.send.move(id, "closed");
    assertEquals(scene.client.ids("closed"), ["3", id]);
    assertEquals(scene.shown(id, "title"), "new");
    await scene.finish(create);
    assertEquals(scene.client.copies(id, "store"), []);
    assertEquals(scene.client.ids("closed"), ["3"]);
    await scene.finish(move);
    assertEquals(scene.client.ids("closed"), ["3"]);
  }
});

Deno.test("a row that a PUT creates after its creation was refused is in its lists [controller/OPT-12e] [controller/OPT-19b]", async () => {
  // law 5 and L2
  for (const title of ["A", "new"]) {
    await using scene = await Scene.of(["open"], { isOptimistic: true });
    scene.server.nextOutcome = "refused";
    const create = await scene.send.create(newRow("4"));
    const put = await scene.send.put({ ...newRow("4"), title });
    await scene.finish(create);
    assertEquals(scene.client.ids("open"), ["1", "2", "4"]);
    await scene.finish(put);
    assertEquals(scene.client.ids("open"), ["1", "2", "4"]);
    assertEquals(scene.shown("4", "title"), title);
  }
});

Deno.test("a PUT and a PATCH of what nobody created bring it into no list, and back what was deleted [controller/OPT-12a]", async () => {
  // the neighbours: a row that is unknown, an undo by an edit
  await using scene = await Scene.of(["open"], { isOptimistic: true });
  const put = await scene.send.put(newRow("4"));
  assertEquals(scene.client.ids("open"), ["1", "2"]);
  await scene.finish(put);
  assertEquals(scene.client.ids("open"), ["1", "2"]);
  await scene.done.delete("1");
  await scene.send.patch("1", { title: "A" });
  assertEquals(scene.shown("1", "title"), "A");
});

Deno.test("a list that is asked for again after a creation and a deletion in two tabs lacks the row in both [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7; neither list that the tabs then tell each other takes the creation up again
  await using scene = await twoTabs(["all"]);
  await scene.done((one) => one.delete("1"), 1);
  const list = await scene.send((one) => one.list("all"), 0);
  const create = await scene.send((one) => one.create(newRow("1")), 1);
  const remove = await scene.send((one) => one.delete("1"), 0);
  for (const request of [list, create, remove]) await scene.handle(request);
  for (const request of [remove, create, list]) await scene.answer(request);
  await scene.rest();
  for (const tab of scene.tabs) assertEquals(tab.ids("all"), ["2", "3"]);
});

Deno.test("a creation that follows one of two deletions is asked about where the other one was [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7; the deletion of the other tab says the same, and is not known to be the last one
  await using scene = await twoTabs(["open"], { clockError: 3_600_000 });
  const first = await scene.send((one) => one.delete("1"), 1);
  await scene.done((one) => one.list("all"), 0);
  await scene.finish(first);
  const create = await scene.send(
    (one) => one.create({ ...newRow("1"), status: "closed" }),
    1,
  );
  const last = await scene.send((one) => one.delete("1"), 0);
  await scene.finish(create, last);
  await scene.rest();
  assertEquals(scene.tabs[0]!.ids("all"), ["2", "3"]);
});

Deno.test("a creation of another tab is asked about where the row was deleted and seen again [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7; the list was requested before the creation, and what is read of a row puts it in no list
  await using scene = await twoTabs([], { clockError: -3_600_000 });
  await scene.done((one) => one.get("1"), 0);
  const list = await scene.send((one) => one.list("all"), 0);
  await scene.done((one) => one.delete("1"), 0);
  const create = await scene.send((one) => one.create(newRow("1")), 1);
  const read = await scene.send((one) => one.get("1"), 0);
  for (const request of [list, create, read]) await scene.handle(request);
  for (const request of [list, create, read]) await scene.answer(request);
  await scene.rest();
  assertEquals(scene.tabs[0]!.ids("all"), ["2", "3", "1"]);
});

for (const outcome of ["answered", "lost answer"] as const) {
  Deno.test(`what a restoration brings stands over an edit before a deletion: ${outcome} [controller/OPT-12e] [controller/OPT-12i]`, async () => {
    // law 1, sent: somebody else changed the row in between
    await using scene = await Scene.of(["open"]);
    const put = await scene.send.put({ ...newRow("1"), title: "A" });
    scene.server.nextOutcome = outcome;
    const remove = await scene.send.delete("1");
    await scene.handle(put);
    scene.server.change({ ...newRow("1"), title: "A", f0: 2 });
    const restore = await scene.send.restore("1");
    await scene.handle(remove);
    await scene.handle(restore);
    await scene.answer(put);
    if (outcome === "lost answer") await scene.answer(remove);
    await scene.answer(restore);
    assertEquals(scene.shown("1", "f0"), 2);
    if (outcome === "answered") await scene.answer(remove);
    assertEquals(scene.shown("1", "f0"), 2);
  });
}

Deno.test("a restoration that is answered before the deletion joins a list that came without the row [controller/OPT-12c] [controller/OPT-19b]", async () => {
  // law 3: the list was requested when the deletion was carried out
  await using scene = await Scene.of(["open"]);
  const remove = await scene.send.delete("1");
  await scene.handle(remove);
  await scene.done.list("all");
  const restore = await scene.send.restore("1");
  await scene.finish(restore);
  assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
  await scene.answer(remove);
  assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
});

Deno.test("a restoration by a POST whose response is the entity joins a list that came without the row [controller/OPT-12c] [controller/OPT-19b]", async () => {
  const server = new PretendServer({
    hasTotals: false,
    countsRevisions: false,
  });
  const fetch = server.fetchOf();
  const rows = rowResource({ fetch, isOptimistic: false, hasTotals: false });
  const restore = rows.get.extend({
    path: "/rows/:id/restore",
    method: "POST",
    body: undefined,
  });
  await using client = createClient({ managers: [new NetworkManager()] });
  const answerLast = async () => {
    server.handle(0);
    server.answer(server.answers.length - 1);
    await settleTasks();
  };
  const listed = client.fetch(rows.getList, { status: "open" });
  await settleTasks();
  await answerLast();
  await listed;
  const removed = client.fetch(rows.delete, { id: "1" });
  await settleTasks();
  server.handle(0);
  const all = client.fetch(rows.getList);
  await settleTasks();
  await answerLast();
  await all;
  const ids = () => client.read(rows.getList).data?.map(({ id }) => id);
  assertEquals(ids(), ["2", "3"]);
  const restored = client.fetch(restore, { id: "1" });
  await settleTasks();
  await answerLast();
  await restored;
  assertEquals(ids(), ["2", "3", "1"]);
  server.answer(0);
  await removed;
  assertEquals(ids(), ["2", "3", "1"]);
});

Deno.test("an edit of another tab that was heard of stands over a read that was under way here [controller/OPT-12b] [controller/NEW-82]", async () => {
  // law 8; also what that edit reported, and by whatever clock
  const clockError = -3_600_000;
  await using scene = await twoTabs(["all"], {
    countsRevisions: true,
    clockError,
  });
  const list = await scene.send.list("all");
  await scene.handle(list);
  await scene.done((one) => one.patch("1", { f0: 5 }), 1);
  await scene.hear();
  await scene.answer(list);
  assertEquals(scene.shown("1", "f0"), 5);
  assertEquals(scene.shown("1", "rev"), 2);
  assertEquals(scene.server.waiting, []);
});

Deno.test("an edit that began before another tab was heard of did not know of its edit [controller/OPT-12g] [controller/NEW-82]", async () => {
  // law 7 and 8: only the server knows which came last
  await using scene = await twoTabs(["all"]);
  const edit = await scene.send.patch("1", { f0: 6 });
  await scene.handle(edit);
  await scene.done((one) => one.patch("1", { f0: 5 }), 1);
  await scene.hear();
  await scene.answer(edit);
  await scene.rest();
  for (const tab of scene.tabs) {
    const shown = tab.copies("1", "store").map(({ f0 }) => f0);
    assertEquals([...new Set(shown)], [scene.server.rows.get("1")!.f0]);
  }
});

/** A PUT, handled before a creation, brings back what was deleted. */
const restoredByPut =
  `optimistic, any order, overlapping, loaded open closed | delete 1; handle;
  answer; create 1 closed; put 1; handle 1`;

/** A tab sees what it deleted again, by the PUT that was pending beside the deletion. */
const seenAgain = `any order, overlapping, loaded open, ending 2 | get 2;
  delete 1; put 1; get 1; 2: list all; handle 1; answer; handle 3; get 1;
  answer; handle; handle`;

/** The shortest runs of two tabs, or over a reload, that were wrong once: by the law nothing may be. */
const foundRuns: Readonly<Record<string, string>> = {
  "a field that is sent with the value of the primary key does not name the row [controller/OPT-12e]":
    `1 tab, any order, loaded open, ending 4 | get 1; list all; move 1 closed;
    patch 1 f1, answered 204; join 1`,
  "a field that two tabs wrote is asked for again when one of them tells what it has read meanwhile [controller/OPT-12g]":
    `clock -1, loaded closed | patchStatus 3 open; handle; 2: move 3 closed;
    answer; 2: list open; list closed; 2: move 3 open`,
  "a row that is put into a list beside its deletion in another tab is asked for until all was heard [controller/OPT-12g]":
    `optimistic, any order, overlapping, loaded open closed, ending 3 |
    2: patchStatus 2 closed; list all; leave 1; move 1 closed; 2: delete 1;
    join 1; handle 1; handle 2`,
  "an edit of what another tab deletes and creates again is asked for, although a read brought it before [controller/OPT-12g]":
    `clock 1, loaded open, ending 4 | 2: delete 1; patch 2 f1; handle; answer;
    2: create 1 open; patch 1 title; list open; hear; list all`,
  "an edit of what was created beside a deletion stays when that tab reads the row [controller/OPT-12g]":
    `clock -1, loaded open | delete 1; handle; answer; 2: create 1 closed;
    get 1; 2: patch 1 title`,
  "an edit of what was created beside a deletion stays when that tab reads a list with the row [controller/OPT-12g]":
    `clock 1, loaded open | 2: delete 1; handle; answer; create 1 closed;
    2: list all; patch 1 title`,
  "a PUT beside a deletion of another tab asks in both [controller/OPT-12g]":
    `clock -1, loaded open | delete 1; 2: put 1`,
  "what two tabs reported of a field that neither sent is asked about in both [controller/OPT-12g] [controller/OPT-12i]":
    `revisions, clock -1, loaded open | patch 1 title; 2: patchStatus 1 open`,
  "a row that a list of another tab brought is taken out when somebody else deletes it [controller/NEW-82]":
    `loaded all, ending 3 | 2: move 1 closed; handle; 2: list closed; handle;
    foreign 1 delete`,
  "an edit of another tab joins its list although a read has brought the row before [controller/OPT-19b] [controller/NEW-82]":
    `loaded all | list closed; 2: patchStatus 2 closed; list all`,
  "a response of a tab that did not know of a change settles nothing about it [controller/OPT-12g] [controller/NEW-82]":
    `any order, clock -1, loaded open | move 1 open; handle; 2: get 1; answer;
    get 1; handle; 2: patchStatus 1 closed; handle 1`,
  "a list here is asked for again when another tab is in doubt about a row that belongs into it [controller/OPT-12g] [controller/NEW-82]":
    `loaded all | 2: delete 1; patchStatus 2 closed; list open; 2: put 1`,
  "an edit of what a PUT created beside a deletion stays when that tab reads the row [controller/OPT-12g]":
    `clock -1, loaded all | delete 1; handle; answer; 2: put 1; get 1;
    2: patch 1 note`,
  "of two reports the row is asked for again, when a read in between said what the later one says [controller/OPT-12g] [controller/OPT-12i]":
    `1 tab, any order, revisions, loaded open, ending 4 | get 1;
    patchStatus 1 closed; patch 1 note; handle; list all; handle 1; answer 1;
    get 4; list all; get 1`,
  "a deletion is known after a reload, when another tab tells of what it did before it heard of it [controller/OPT-12e] [controller/NEW-82]":
    `loaded team | 2: delete 1; move 1 open, lost answer; handle; answer;
    2: reload`,
  "a deletion is known after a reload, although the clock was set to later [controller/OPT-12e] [controller/NEW-82]":
    `clock 1, loaded team | 2: delete 1; handle; patchStatus 1 open, failed;
    answer; 2: reload`,
  "an edit stands after a reload over what another tab read before it heard of it [controller/NEW-66] [controller/NEW-82]":
    `loaded open | patch 1 note, lost unheard; handle; answer; handle;
    2: move 1 closed; handle; patch 1 f1, answered 204; answer 1; 2: hear;
    2: hear; 2: reload`,
  "a change without an answer is asked about after a reload [controller/OPT-12e]":
    `get 2; handle; answer; patch 2 title, lost answer; handle; answer; reload`,
  "a deletion is one after a reload, when another tab tells of an edit that was in flight beside it [controller/OPT-12g]":
    `any order, clock 1, loaded all | delete 1; 2: patch 1 title; handle 1;
    handle; answer 1; reload`,
  "a row moved away and back is in a list that was requested between the two moves, though the first has no response yet [controller/OPT-12]":
    `1 tab, loaded all | move 1 closed; list open; move 1 open; handle; handle;
    handle; answer 2; answer 1`,
  "an edit of what was created beside a deletion that was heard of meanwhile stays when that tab tells of an older read [controller/OPT-12g] [controller/NEW-82]":
    `clock 1, loaded open | 2: delete 1; handle; answer; create 1 open;
    2: list open; patch 1 note; hear`,
  "a deletion in flight, while another tab's deletion is heard of, is asked about when that tab has created the row again [controller/OPT-12g]":
    `clock 1, loaded open | 2: delete 1; handle; answer; 2: create 1 open;
    delete 1; hear`,
  "a PUT of a row whose creation is refused does not bring back what was deleted [controller/OPT-12e]":
    `1 tab, optimistic, loaded all | delete 1; create 1 open, refused; handle;
    answer; put 1`,
  "what a tab did to a list before its reload is no news when another tab tells it [controller/NEW-82]":
    `clock 1, loaded closed | 2: move 3 open; handle; 2: list all; answer;
    get 3; 2: reload; put 3`,
  "a row whose change a read has brought before is in the list that it is changed into once more [controller/OPT-12]":
    `1 tab, loaded open closed | patchStatus 1 closed; get 1; handle; handle;
    answer 1; patchStatus 1 closed; handle; answer 1`,
  "a row that is moved into a list once more, after a read has brought the move, is in it [controller/OPT-12]":
    `1 tab, loaded all open | move 1 closed; handle; answer; move 1 open;
    handle; list all; handle; answer 1; move 1 open; handle; answer 1`,
  "a row that is created again is asked about when an edit of before its deletion succeeds meanwhile [controller/OPT-12g]":
    `1 tab, any order, overlapping, loaded all | patch 1 title; delete 1;
    handle 1; answer; create 1 open; handle 1; handle; answer 1`,
  "a PUT beside a deletion that was heard of since is asked about, also where the row was read again meanwhile [controller/OPT-12g]":
    `loaded open | 2: delete 1; handle; get 1; answer; handle; list all; put 1;
    hear; handle; handle; list open; handle; answer 3`,
  "a creation without an answer in a tab that shows no list has the lists of the other one asked [controller/OPT-12e] [controller/NEW-82]":
    `2: list all; create 4 open, lost answer`,
  "a row that a PUT creates in another tab after its creation was refused there is in the lists here [controller/OPT-12e] [controller/NEW-82]":
    `optimistic, loaded all | list closed; 2: create 4 closed, refused;
    2: put 4`,
  "a row that a PUT creates after its creation was refused is in its lists, also where an edit is answered first [controller/OPT-12e]":
    `1 tab, optimistic, any order, overlapping, loaded all, ending 2 |
    create 4 open; patch 4 title; put 4`,
  "a row that a PUT creates after its creation was refused is in its lists, also where a read is answered first [controller/OPT-12e]":
    `1 tab, optimistic, any order, overlapping, totals, loaded open, ending 1 |
    create 4 open; put 4; get 4`,
  "a number counts no row that a list lacks after another tab told of it twice [controller/OPT-12f] [controller/NEW-82]":
    `totals, loaded open team, ending 1 | 2: patchStatus 1 open;
    patchStatus 1 closed; move 3 open; 2: list team; 2: patch 1 f0;
    2: patch 2 f0; delete 2`,
  "a number that comes with a list after a row was moved in and out is that of its rows [controller/OPT-12f]":
    `1 tab, totals, loaded all, ending 2 | patch 3 f0; list open; move 3 open;
    move 3 closed`,
  "a list that came while nobody knew whether a deletion was carried out is asked again when another tab saw the row, before it told of its PUT [controller/OPT-12e] [controller/OPT-12g]":
    `loaded closed, ending 5 | 2: delete 3, lost answer; handle; answer;
    2: list all; put 3; get 3`,
  "a row that is moved to where it seems to be joins a list that came without it, while another move of it has no response yet [controller/OPT-12c] [controller/OPT-19b]":
    `1 tab, loaded all, ending 5 | move 2 closed; list open; handle; handle;
    answer 1; move 2 open`,
  "a row whose status is sent as it seems to be joins a list that came without it, while another change of it has no response yet [controller/OPT-12c] [controller/OPT-19b]":
    `1 tab, loaded all, ending 5 | patchStatus 2 closed; list open; handle;
    handle; answer 1; patchStatus 2 open`,
  "a row is in its list by the later one of two changes of two tabs, when the response of the other tab comes [controller/OPT-12c] [controller/NEW-82]":
    `totals, clock -1, loaded open | patch 2 title, lost answer; handle; put 2;
    answer; list open; 2: move 2 closed`,
  "an edit that was sent before a move was answered puts the row nowhere when another tab tells of it [controller/OPT-19b] [controller/NEW-82]":
    `loaded open, ending 3 | 2: list closed; handle; move 1 closed; patch 1 f0;
    answer; 2: delete 1, lost answer`,
  "what another tab requested before it heard of what is in doubt here is no answer to that [controller/OPT-12g] [controller/NEW-82]":
    `loaded open, ending 2 | 2: list closed; move 2 closed; list closed;
    2: delete 2, lost answer`,
  "a PUT beside a deletion of another tab that began at the same stamp is asked about [controller/OPT-12g]":
    `loaded all | delete 1; 2: put 1; handle; answer; 2: hear`,
  "an edit beside a deletion that was heard of since is asked about, also where that tab has read what it restored [controller/OPT-12g]":
    `clock -1, loaded open, ending 5 | delete 1; handle; restore 1; answer;
    2: patch 1 f0; get 1; 2: hear`,
  "a number does not count a row that another tab took out after it was put in here [controller/OPT-12f] [controller/NEW-82]":
    `totals, loaded closed team | move 1 closed; 2: get 1; 2: move 1 open`,
  "a row that was moved back after a reload is not taken out by what another tab tells of the first move [controller/OPT-12c] [controller/NEW-82]":
    `loaded all open | move 1 closed; handle; answer; reload; move 1 open`,
  "an edit beside a deletion that was heard of since is asked about, since the row may be there again [controller/OPT-12g]":
    `clock -1, loaded open closed | delete 1; handle; answer; create 1 closed;
    2: patch 1 title; 2: hear`,
  "a list that came without a row, which was moved here by what another tab has told, has the number of its rows [controller/OPT-12f]":
    `any order, overlapping, totals, clock -1, loaded open closed, ending 3 |
    move 1 closed; list closed; list all; move 1 open, refused; list open;
    patch 1 f0; handle; handle; handle; get 1; 2: put 1`,
  "a row that is restored while its deletion is refused is what the response says, also where an edit from before the deletion is pending [controller/OPT-12c]":
    `1 tab, optimistic, loaded open, ending 3 | move 1 open; foreign 1 delete;
    patch 1 note; get 1; delete 1, refused; restore 1`,
  "a row that another tab has put, and a read showed again after its deletion here, is in the list that was requested before [controller/OPT-12e] [controller/OPT-19c]":
    `loaded open | 2: delete 1; handle; 2: list all; answer; put 1;
    2: list open`,
  "a row that was moved back to where it was joins the list that came without it, whatever was seen and answered between [controller/OPT-12c] [controller/OPT-19b]":
    `1 tab, loaded all, ending 4 | list all; move 3 open; list closed; handle;
    handle; handle; answer 2; move 3 closed; answer 3; list all; get 2`,
  "a row that is moved to where a later read showed it, after a change without a response, joins the list that is being asked for it [controller/OPT-12c] [controller/OPT-19b]":
    `optimistic, loaded all closed | patchStatus 1 closed, lost answer; handle;
    answer; handle; answer; move 1 closed`,
  "a row that another tab has changed, and a read showed before, joins the list that is being asked for it [controller/OPT-12c] [controller/OPT-19b]":
    `any order, loaded team, ending 4 | leave 1, failed; patchStatus 1 closed;
    patchStatus 3 closed; list team; 2: list closed`,
  "what was created just before a message of a tab whose clock is ahead stays in a list that the other tab has requested [controller/OPT-12c]":
    `any order, clock -1, ending 3 | 2: reload; 2: list all; 2: create 4 closed;
    list all`,
  "a list follows what another tab wrote of a row without having heard of the write here, where a read has brought that already [controller/NEW-82]":
    `any order, clock -1, loaded all, ending 4 | patchStatus 3 closed; handle;
    answer; 2: patchStatus 3 open; list all; patchStatus 1 open; get 3;
    list open`,
  "what two tabs write of a field at one stamp is asked about also in the one that has read the field since [controller/OPT-12g] [controller/NEW-82]":
    `any order, loaded all, ending 5 | 2: put 1; handle; reload; 2: list all;
    answer; handle; get 3; get 1; get 1; answer; handle; patch 1 note;
    2: get 1`,
  "a list follows what two tabs wrote alike of a row, where only one of them knew what that changed [controller/NEW-82]":
    `any order, loaded open | 2: patchStatus 1 closed; list all; list closed;
    handle 2; answer; handle; handle; answer; answer; patchStatus 1 closed`,
  "a row that one tab deletes and the other writes at one stamp is in its list again [controller/NEW-82]":
    `loaded all, ending 4 | delete 1; 2: put 1; 2: get 1`,
  "what two tabs PUT at one stamp, confirmed at different times, is asked about where it was read since [controller/OPT-12g] [controller/NEW-82]":
    `loaded closed, ending 2 | 2: put 3; put 3; 2: list closed`,
  "a row that a PUT brings back in one tab is back in the other one, which heard of the deletion [controller/NEW-82] [controller/OPT-12c]":
    restoredByPut,
  "a row that one tab creates and the other deletes at one stamp, confirmed at one time, is in its list [controller/NEW-82] [controller/OPT-12g]":
    `clock -1, loaded open closed | 2: get 3; handle; 2: delete 2; handle;
    2: get 1; handle; answer; reload; create 2 closed; answer 1; 2: get 1;
    2: list open; hear`,
  "an edit that is answered before one that began earlier, and after which one began that was in flight with that [controller/OPT-12g]":
    `1 tab, any order, overlapping, loaded open closed, ending 4 |
    patchStatus 1 open; patch 1 title; patchStatus 1 open; get 3; handle 2;
    patchStatus 3 closed; patch 3 f0; answer; patchStatus 1 closed`,
  "lists that are requested while an edit is pending over which a later one stands, and a third one that they know of already [controller/OPT-12g]":
    `1 tab, any order, overlapping, loaded open closed, ending 13 |
    patchStatus 1 open; patch 1 title; patchStatus 1 open; get 3; handle 2;
    patchStatus 3 closed; patch 3 f0; answer; patchStatus 1 closed; list open;
    list closed`,
  "of two moves answered in the other order each tab asks for the lists that may lack the row [controller/OPT-12g] [controller/NEW-82]":
    `any order, overlapping, loaded all | 2: patchStatus 1 closed; 2: list open;
    patchStatus 3 open; 2: patch 2 f0; handle; handle; patchStatus 3 closed;
    handle 1; handle 1; handle; answer 3; answer 3`,
  "what the response of a PUT reports of a row that it brings back is known in the other tab [controller/NEW-82] [controller/OPT-12c]":
    `revisions, ${restoredByPut}`,
  "a list that was asked for after a lost deletion does not take up the row by what another tab wrote before [controller/NEW-82]":
    `loaded open closed, ending 4 | move 1 open; handle; patch 1 f1; answer;
    2: delete 1, lost answer`,
  "what another tab tells of the changes of a third one, or of this one before a reload, is no news [controller/NEW-82]":
    `clock -1, loaded open | delete 1; handle; move 2 closed; handle; answer;
    answer; reload; 2: move 2 open; list open`,
  "two tabs that write a field at one stamp, and have their responses at one, ask [controller/OPT-12g] [controller/NEW-82]":
    `loaded open | 2: move 1 open; patchStatus 1 closed; 2: list open`,
  "a row that a PUT has created already shows as it was read, when a creation of it is refused [controller/OPT-12e]":
    `optimistic, any order, overlapping, loaded open closed, ending 5 |
    delete 3; handle; answer; list closed; patch 2 f0; list open; 2: list open;
    create 3 closed; patchStatus 1 open; put 3`,
  "a row that one tab PUTs and then deletes, and another one deletes, is there in both if the server handled the PUT last [controller/OPT-12g] [controller/NEW-81]":
    // the response to the first request knows only of one of the deletions
    `any order, overlapping, revisions, clock 1, ending 5 | list all; handle;
    answer; list all; list closed; 2: reload; 2: get 1; put 1; 2: delete 1;
    delete 1`,
  "a move without an answer of a row that another tab has read before, with a later stamp, is asked about until it shows [controller/OPT-12e] [controller/NEW-81]":
    // the request that this tab makes at once is older than what it hears
    `clock 1 | list open; handle; 2: list open; list all; answer;
    move 1 closed, lost answer`,
  "a change of a status without an answer is asked about again when another tab is heard once more before that is answered [controller/OPT-12e] [controller/NEW-81]":
    // the first request began before the second message came
    `loaded team, ending 5 | list closed; 2: leave 1; 2: move 1 open;
    patchStatus 1 closed, lost answer`,
  "an edit that another tab had not heard of when it deleted the row, and created it again, is asked about [controller/OPT-12g] [controller/NEW-82]":
    // the server may have had the edit last, which here the deletion takes out
    `clock -1, loaded open | delete 2; 2: list all; handle; answer;
    create 2 closed; 2: patch 2 title`,
  "a row that another tab deleted and has seen again joins a list that came here between the two [controller/OPT-12g] [controller/OPT-19b] [controller/NEW-82]":
    seenAgain,
  "a row that another tab deleted and has seen again joins a list whose stamp here is later, but which was requested before that was heard of [controller/OPT-19b] [controller/NEW-82]":
    `clock 1, ${seenAgain}`,
  "a deletion without an answer of a row that two tabs wrote alike at one stamp is asked about once that is heard of [controller/OPT-12e] [controller/NEW-82]":
    // the first response came before, and lacks the row
    `loaded team | move 1 closed; 2: patchStatus 1 closed; 2: list closed;
    2: delete 1, lost answer`,
  "a row that is written joins a list that is being asked because a read has seen the row in it, also where another row was moved there since [controller/OPT-12e] [controller/OPT-19b]":
    // the move is no response of the list
    `1 tab, optimistic, any order, loaded open closed |
    move 1 closed, lost answer; handle; answer; get 1; handle 2; answer;
    move 3 closed; put 1`,
  "a row that somebody else deleted after a tab was reloaded is gone from its list in both [controller/OPT-12b] [controller/NEW-81]":
    // what that tab had heard of before it does not know any more
    `clock 1, loaded all | move 1 open; handle; answer; list open; 2: reload;
    2: list all; foreign 1 delete`,
};

for (const [title, found] of Object.entries(foundRuns)) {
  Deno.test(title, async () => {
    const { story, fault } = await carryOut(
      tesseraClient,
      sequence(found, { tabs: 2, isStrict: true }),
    );
    assertEquals(fault, undefined, story.join("\n"));
  });
}

Deno.test("what an edit made of a row that was created again before it is in its lists [controller/OPT-12g] [controller/OPT-19b]", async () => {
  // law 7: whether it came after the creation only the server knows
  for (const change of ["patch", "move"] as const) {
    for (const creation of ["create", "put", "restore"] as const) {
      await using scene = await Scene.of(["open", "closed"]);
      const { client, server } = scene;
      const row = server.rows.get("1")!;
      const edit = await scene.send((client) =>
        change === "move"
          ? client.move("1", "closed")
          : client.patch("1", { status: "closed" })
      );
      const remove = await scene.send.delete("1");
      await scene.handle(remove);
      const creations = {
        create: () => client.create(row),
        put: () => client.put(row),
        restore: () => client.restore("1"),
      };
      const create = await scene.send(creations[creation]);
      await scene.handle(create);
      await scene.handle(edit);
      const answers = creation === "put"
        ? [remove, create, edit]
        : [remove, edit, create];
      for (const request of answers) await scene.answer(request);
      await scene.rest();
      const about = `${change} after ${creation}`;
      assertEquals(client.ids("closed")?.toSorted(), ["1", "3"], about);
      assertEquals(client.ids("open"), ["2"], about);
    }
  }
});

Deno.test("an edit of before a deletion is asked about where the row is seen again before its response [controller/OPT-12g]", async () => {
  // law 7: the creation was in flight together with it
  for (const creation of ["create", "restore"] as const) {
    await using scene = await Scene.of(["all"]);
    const { client, server } = scene;
    const row = { ...server.rows.get("1")!, note: "B" };
    const edit = await scene.send.patch("1", { note: "A" });
    const remove = await scene.send.delete("1");
    await scene.handle(remove);
    const create = await scene.send((client) =>
      creation === "create" ? client.create(row) : client.restore("1")
    );
    await scene.answer(remove);
    await scene.handle(create);
    await scene.done.get("1");
    await scene.finish(edit, create);
    await scene.rest();
    assertEquals(client.copies("1", "lists")[0]?.note, "A", creation);
    assertEquals(scene.shown("1", "note"), "A", creation);
  }
});

Deno.test("a row that is deleted here stays deleted where a tab that has not heard of it has seen it again [controller/NEW-82] [controller/OPT-12g]", async () => {
  // the deletion of that tab began later, and was confirmed before the row came back
  const cases = [0, 1].flatMap((slow) =>
    [false, true].map((isHeard) => ({ slow, isHeard }))
  );
  for (const { slow, isHeard } of cases) {
    await using scene = await twoTabs(["all"]);
    const { server, tabs } = scene;
    const fast = 1 - slow;
    const row = server.rows.get("1")!;
    const remove = await scene.send((client) => client.delete("1"), slow);
    await scene.done((client) => client.delete("1"), fast);
    if (isHeard) await scene.hear();
    server.change(row);
    await scene.done((client) => client.list("all"), fast);
    assertEquals(tabs[fast]!.ids("all"), ["2", "3", "1"]);
    await scene.finish(remove);
    await scene.hear();
    for (const { ids } of tabs) assertEquals(ids("all"), ["2", "3"]);
    await scene.rest();
    for (const { ids } of tabs) assertEquals(ids("all"), ["2", "3"]);
  }
});

Deno.test("a row that was created again after two tabs deleted it is back in both, whatever they hear first [controller/NEW-82] [controller/OPT-12g]", async () => {
  for (const isHeard of [false, true]) {
    await using scene = await twoTabs(["all"]);
    const { server, tabs } = scene;
    const row = server.rows.get("1")!;
    const remove = await scene.send((client) => client.delete("1"), 0);
    await scene.done((client) => client.delete("1"), 1);
    if (isHeard) await scene.hear();
    await scene.handle(remove);
    server.change(row);
    await scene.done((client) => client.list("all"), 1);
    await scene.answer(remove);
    await scene.rest();
    for (const { ids } of tabs) assertEquals(ids("all"), ["2", "3", "1"]);
  }
});

Deno.test("a row that another tab writes, while nobody here knows whether it is there, is in the lists that have it [controller/NEW-82] [controller/OPT-12e]", async () => {
  // law 5: the deletion had no response; a PUT of the other tab creates the row
  for (const name of ["put", "patch"] as const) {
    await using scene = await Scene.of(["all"], { tabs: 2 });
    const { client, server } = scene;
    await scene.done((client) => client.get("1"), 1);
    await scene.hear();
    const row = server.rows.get("1")!;
    const changes = {
      put: (client: Subject) => client.put({ ...row, title: "A" }),
      patch: (client: Subject) => client.patch("1", { title: "A" }),
    };
    const change = await scene.send(changes[name], 1);
    if (name === "patch") await scene.handle(change);
    server.nextOutcome = "lost answer";
    await scene.done.delete("1");
    const [list] = server.waiting.filter(({ method }) => method === "GET");
    await scene.finish(list!, change);
    await scene.rest();
    const right = name === "put" ? ["1", "2", "3"] : ["2", "3"];
    assertEquals(client.ids("all")?.toSorted(), right);
  }
});

Deno.test("what a creation leaves to the server stands over an edit before it, also after a deletion without a response [controller/OPT-12i]", async () => {
  // law 3: it sends every field, and began later
  for (const isEditLast of [false, true]) {
    await using scene = await Scene.of(["all"]);
    const { server } = scene;
    const edit = await scene.send.patch("1", { f0: 5 });
    await scene.handle(edit);
    server.nextOutcome = "lost answer";
    await scene.done.delete("1");
    const row = { id: "1", title: "A" } as Row;
    const create = await scene.send.create(row);
    await scene.handle(create);
    const answers = isEditLast ? [create, edit] : [edit, create];
    for (const request of answers) await scene.answer(request);
    assertEquals(scene.shown("1", "f0"), 0, `${isEditLast}`);
    await scene.rest();
    assertEquals(scene.shown("1", "f0"), 0);
  }
});

Deno.test("a creation shows nothing of an edit before it, also while both are pending [controller/OPT-12c] [controller/OPT-12i]", async () => {
  // law 3: it sends every field, and began later than the edit of what is being deleted
  for (const order of [[0, 1, 2], [0, 2, 1], [2, 0, 1]]) {
    await using scene = await Scene.of(["all"], { isOptimistic: true });
    const requests = [
      await scene.send.delete("1"),
      await scene.send.patch("1", { f0: 5 }),
      await scene.send.create({ id: "1", title: "A" } as Row),
    ];
    assertEquals(scene.shown("1", "f0"), 0);
    for (const request of requests) await scene.handle(request);
    for (const index of order) {
      await scene.answer(requests[index]!);
      assertEquals(scene.shown("1", "f0"), 0, order.join());
    }
    await scene.rest();
    assertEquals([scene.shown("1", "f0"), scene.shown("1", "title")], [0, "A"]);
  }
});

Deno.test("what was read of a row after two deletions stands over what another tab read between them, by whatever clock [controller/NEW-82] [controller/OPT-12d]", async () => {
  // by the clock of the other tab its read was the later one
  await using scene = await twoTabs(["all"], { clockError: 3_600_000 });
  const { server, tabs } = scene;
  const row = server.rows.get("1")!;
  const remove = await scene.send((client) => client.delete("1"), 0);
  await scene.done((client) => client.delete("1"), 1);
  await scene.hear();
  server.change({ ...row, title: "A" });
  await scene.done((client) => client.get("1"), 1);
  await scene.finish(remove);
  server.change({ ...row, title: "B" });
  await scene.done.list("all");
  await scene.rest();
  for (const { copies } of tabs) {
    const titles = copies("1", "store").map(({ title }) => title);
    assertEquals([...new Set(titles)], ["B"]);
  }
});

Deno.test("of three edits of a field the row is asked for, when a read in between said what the first one says [controller/OPT-12g]", async () => {
  // law 7: the first one was in flight together with both others
  await using scene = new Scene();
  const { server } = scene;
  await scene.done.get("1");
  const first = await scene.send.patch("1", { f0: 1 });
  await scene.done.patch("1", { f0: 2 });
  const list = await scene.send.list("all");
  const third = await scene.send.patch("1", { f0: 3 });
  await scene.handle(third);
  await scene.handle(first);
  await scene.finish(list, first, third);
  await scene.rest();
  assertEquals(server.rows.get("1")?.f0, 1);
  assertEquals(scene.shown("1", "f0"), 1);
});

for (const [id, which] of [["1", "a row"], ["9", "an unknown row"]] as const) {
  for (const tab of [0, 1]) {
    Deno.test(`${which} whose deletion another tab has heard of is there again in both as soon as tab ${tab} sees it, and nobody asks [controller/NEW-82]`, async () => {
      // law 4: of two observations the later one; the deletion was confirmed before
      await using scene = await twoTabs(["all"]);
      const { server, tabs } = scene;
      await scene.done.delete(id);
      await scene.hear();
      server.change(newRow(id));
      await scene.done(({ list }) => list("all"), tab);
      await scene.hear();
      for (const { ids, copies } of tabs) {
        assertEquals(ids("all")?.includes(id), true);
        const titles = copies(id, "store").map(({ title }) => title);
        assertEquals([...new Set(titles)], ["new"]);
      }
      assertEquals(server.waiting, []);
    });
  }
}

Deno.test("a PUT beside a deletion in another tab has each tab request each list once, not again for the row that is there then [controller/OPT-19c] [controller/NEW-82]", async () => {
  // law 7: both tabs ask
  const { fault, background } = await carryOut(
    tesseraClient,
    sequence(`2 tabs, loaded all open closed | delete 1; 2: put 1; handle;
      handle; answer; 2: hear; answer`),
  );
  assertEquals(fault, undefined);
  assertEquals(background, 6);
});
