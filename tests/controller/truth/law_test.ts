/**
 * Clauses of the law of time that no found run needs by itself, each with the
 * shortest sequence that is wrong without it. Which test holds which clause, and
 * where that is in the code, is in `clauses.ts`. Neighbours: members of lists that
 * no field decides about, numbers beside lists, what only a response says, a
 * second tab; of edits that are answered in another order: optimistic ones, two
 * tabs, other statuses, moves, lost and empty responses, deletions.
 */
import { assertEquals } from "@std/assert";
import { Entity, resource } from "../../../mod.ts";
import { Scene, type SceneOptions } from "./scene.ts";
import type { Subject } from "./contract.ts";
import { ServerInAnyOrder } from "./server_in_any_order.ts";
import { tesseraClient } from "./tessera_client.ts";

const newRow = (id: string) =>
  ({ id, title: "new", note: "", status: "open", f0: 0, f1: 0 }) as const;

Deno.test("what a response reports stands over a list that was requested before [controller/OPT-12b] [controller/OPT-12i]", async () => {
  await using scene = new Scene({ countsRevisions: true });
  await scene.done.list("all");
  const patch = await scene.send.patch("1", { title: "A" });
  const list = await scene.send.list("all");
  await scene.handle(list);
  const { requests } = scene.server;
  await scene.finish(patch, list);
  assertEquals(scene.shown("1", "rev"), 2);
  // and is not asked about
  assertEquals(scene.server.requests, requests);
});

Deno.test("a field that a response reports, and a read has brought meanwhile, is asked about [controller/OPT-12b] [controller/OPT-12i]", async () => {
  // the read may have been handled later
  await using scene = new Scene({ countsRevisions: true });
  await scene.done.list("all");
  const patch = await scene.send.patch("1", { title: "A" });
  await scene.handle(patch);
  scene.server.change({ ...scene.server.rows.get("1")!, rev: 7 });
  await scene.done.list("all");
  const { requests } = scene.server;
  await scene.answer(patch);
  await scene.rest();
  assertEquals(scene.shown("1", "rev"), scene.server.rows.get("1")!.rev);
  assertEquals(scene.server.requests, requests + 1);
});

Deno.test("of two reports the one of the change that began later shows, until the server is asked [controller/OPT-12c] [controller/OPT-12i]", async () => {
  await using scene = new Scene({ countsRevisions: true });
  await scene.done.list("all");
  const first = await scene.send.patch("1", { f0: 5 });
  const second = await scene.send.patch("1", { f1: 7 });
  await scene.handle(first);
  await scene.finish(second, first);
  assertEquals(scene.shown("1", "rev"), 3);
});

Deno.test("a list that was requested before a member was taken out does not bring it back [controller/OPT-12b] [controller/OPT-19a]", async () => {
  await using scene = new Scene();
  await scene.done.list("team");
  const list = await scene.send.list("team");
  await scene.handle(list);
  await scene.done.leave("1");
  await scene.answer(list);
  assertEquals(scene.client.ids("team"), ["2", "3"]);
});

Deno.test("an edit of what is created after a deletion stays when the deletion is answered between the two [controller/OPT-12c]", async () => {
  await using scene = new Scene();
  await scene.done.list("all");
  const remove = await scene.send.delete("1");
  const create = await scene.send.create(newRow("1"));
  const edit = await scene.send.patch("1", { title: "A" });
  for (const one of [remove, create, edit]) await scene.handle(one);
  for (const one of [edit, remove, create]) await scene.answer(one);
  assertEquals(scene.shown("1", "title"), "A");
});

for (const hasTotals of [false, true]) {
  const what = hasTotals ? "a list with its number" : "a list";
  Deno.test(`of two responses of ${what} the one that was requested later counts [controller/OPT-12d]`, async () => {
    await using scene = new Scene({ hasTotals });
    await scene.done.list("all");
    const older = await scene.send.list("all");
    await scene.handle(older);
    // what is requested after a change does not join what is under way
    await scene.done.patch("2", { title: "A" });
    scene.server.remove("1");
    const newer = await scene.send.list("all");
    await scene.finish(newer, older);
    assertEquals(scene.client.ids("all"), ["2", "3"]);
    if (hasTotals) assertEquals(scene.client.total("all"), 2);
  });
}

Deno.test("of two responses with a row the one that was requested later counts [controller/OPT-12d]", async () => {
  await using scene = new Scene();
  await scene.done.list("all");
  const older = await scene.send.get("1");
  await scene.handle(older);
  scene.server.change({ ...newRow("1"), title: "B" });
  const newer = await scene.send.list("all");
  await scene.finish(newer, older);
  assertEquals(scene.shown("1", "title"), "B");
});

for (const outcome of ["lost unheard", "lost answer"] as const) {
  Deno.test(`a member whose taking out has no response stays until the list was asked: ${outcome} [controller/OPT-12e]`, async () => {
    await using scene = new Scene();
    await scene.done.list("team");
    scene.server.nextOutcome = outcome;
    await scene.done((client) => client.leave("1").catch(() => {}));
    const all = ["1", "2", "3"];
    assertEquals(scene.client.ids("team"), all);
    await scene.rest();
    const isOut = outcome === "lost answer";
    assertEquals(scene.client.ids("team"), isOut ? ["2", "3"] : all);
  });
}

Deno.test("a list that has a row which is seen after a deletion without a response is not asked once more [controller/OPT-12e]", async () => {
  await using scene = new Scene();
  await scene.done.get("1");
  scene.server.nextOutcome = "lost unheard";
  await scene.done.delete("1");
  const list = await scene.send.list("all");
  const read = await scene.send.get("1");
  await scene.handle(list);
  await scene.finish(read);
  await scene.answer(list);
  assertEquals(scene.server.waiting, []);
  assertEquals(scene.client.ids("all"), ["1", "2", "3"]);
});

Deno.test("a list that lacks a row which another tab sees, after a deletion without a response, is asked [controller/OPT-12e] [controller/NEW-82]", async () => {
  await using scene = new Scene({ tabs: 2 });
  await scene.done((one) => one.list("open"), 0);
  await scene.done((one) => one.list("open"), 1);
  await scene.hear();
  scene.server.nextOutcome = "lost answer";
  await scene.done((one) => one.delete("1"), 1);
  await scene.done((one) => one.list("all"), 1);
  assertEquals(scene.tabs[1]!.ids("all"), ["2", "3"]);
  scene.server.change(newRow("1"));
  await scene.done((one) => one.get("1"), 0);
  await scene.rest();
  assertEquals(scene.tabs[1]!.ids("all")?.toSorted(), ["1", "2", "3"]);
});

Deno.test("a list is asked about in both tabs where one took out what the other one put in, and neither had heard of that [controller/OPT-12g] [controller/NEW-82]", async () => {
  await using scene = new Scene({
    tabs: 2,
    // so that the server handles last what began first
    clockError: 3_600_000,
    subject: (setting) =>
      tesseraClient(setting, {
        write: (client, { getTeam }) => ({
          create: ({ id }) => client.fetch(getTeam.push, { id }),
        }),
      }),
  });
  for (const tab of [0, 1]) await scene.done((one) => one.list("team"), tab);
  await scene.hear();
  const join = await scene.send((one) => one.join("1"), 1);
  const leave = await scene.send((one) => one.leave("1"), 0);
  await scene.finish(join, leave);
  await scene.rest();
  for (const one of scene.tabs) assertEquals(one.ids("team"), ["2", "3"]);
});

Deno.test("an edit that began earlier, and is answered after a later one, is in flight until then: a third edit that overlapped with it is asked about, whatever was read between their responses [controller/OPT-12c] [controller/OPT-12g]", async () => {
  await using scene = new Scene();
  await scene.done.list("open");
  await scene.done.list("closed");
  const first = await scene.send.patch("1", { status: "closed" });
  await scene.done.patch("1", { status: "open" });
  const third = await scene.send.patch("1", { status: "open" });
  await scene.handle(third);
  await scene.finish(first);
  await scene.done.list("open");
  await scene.done.list("closed");
  await scene.finish(third);
  await scene.rest();
  assertEquals(scene.client.ids("open"), ["2"]);
  assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
});

for (const isRestored of [true, false]) {
  const [twice, once] = isRestored
    ? ["restored", "deletion"] as const
    : ["deleted", "restoration"] as const;
  Deno.test(`a row that is ${twice} twice is asked about after a ${once} that overlapped with the first of these, which is answered last but one [controller/OPT-12c] [controller/OPT-12g]`, async () => {
    await using scene = new Scene();
    await scene.done.list("all");
    const call = (isThere: boolean) =>
      isThere ? scene.send.restore("1") : scene.send.delete("1");
    if (isRestored) await scene.done.delete("1");
    const first = await call(isRestored);
    const second = await call(isRestored);
    await scene.finish(second);
    const third = await call(!isRestored);
    await scene.handle(third);
    await scene.finish(first, third);
    await scene.rest();
    const listed = scene.server.listed("all").map(({ id }) => id);
    assertEquals(listed.includes("1"), isRestored);
    assertEquals(scene.client.ids("all")?.toSorted(), listed.toSorted());
  });
}

Deno.test("what a response reports late overlaps with what the response to a third edit reports, whatever was read between the two [controller/OPT-12c] [controller/OPT-12g] [controller/OPT-12i]", async () => {
  await using scene = new Scene({ countsRevisions: true });
  await scene.done.list("all");
  const first = await scene.send.patch("1", { f0: 5 });
  await scene.done.patch("1", { f1: 7 });
  const third = await scene.send.patch("1", { title: "A" });
  await scene.handle(third);
  await scene.finish(first);
  await scene.done.list("all");
  await scene.finish(third);
  await scene.rest();
  assertEquals(scene.shown("1", "rev"), scene.server.rows.get("1")!.rev);
});

for (const isOptimistic of [false, true]) {
  for (const isIn of [true, false]) {
    const what = isIn
      ? "taken out and put in again"
      : "put in and taken out again";
    const way = isOptimistic ? "optimistic" : "not optimistic";
    Deno.test(`a list is asked about where a member was ${what} at once, ${way} [controller/OPT-12g]`, async () => {
      await using scene = new Scene({ isOptimistic });
      if (!isIn) await scene.done.leave("1");
      await scene.done.list("team");
      const leave = (client: Subject) => client.leave("1");
      const join = (client: Subject) => client.join("1");
      const first = await scene.send(isIn ? leave : join);
      const second = await scene.send(isIn ? join : leave);
      await scene.handle(second);
      await scene.finish(first);
      await scene.answer(second);
      assertEquals(scene.client.ids("team")?.includes("1"), isIn);
      await scene.rest();
      const listed = scene.server.listed("team").map(({ id }) => id);
      assertEquals(listed.includes("1"), !isIn);
      assertEquals(scene.client.ids("team")?.toSorted(), listed.toSorted());
    });
  }
}

Deno.test("a list is asked about where a member is put in, whose taking out overlapped with that and was answered after another putting in, whatever was read meanwhile [controller/OPT-12c] [controller/OPT-12g]", async () => {
  await using scene = new Scene();
  await scene.done.list("team");
  const leave = await scene.send.leave("1");
  await scene.done.join("1");
  const join = await scene.send.join("1");
  await scene.handle(join);
  await scene.finish(leave);
  await scene.done.list("team");
  await scene.finish(join);
  await scene.rest();
  assertEquals(scene.client.ids("team"), ["2", "3"]);
});

for (const isFirst of [false, true]) {
  const title = isFirst
    ? "a list that comes for the first time has a member that was put in after it was taken out, whichever is answered last [controller/OPT-12c]"
    : "a member that was put in again stays in a list that was requested before an earlier taking out of it was confirmed [controller/OPT-12b] [controller/OPT-12c]";
  Deno.test(title, async () => {
    await using scene = new Scene();
    if (!isFirst) await scene.done.list("team");
    const leave = await scene.send.leave("1");
    await scene.handle(leave);
    await scene.done.join("1");
    const list = await scene.send.list("team");
    await scene.handle(list);
    await scene.finish(leave, list);
    assertEquals(scene.client.ids("team")?.toSorted(), ["1", "2", "3"]);
  });
}

Deno.test("a member that was put in twice, and then taken out by somebody else, is not put in once more by the earlier call, which is answered last [controller/OPT-12b] [controller/OPT-12c]", async () => {
  await using scene = new Scene();
  await scene.done.list("team");
  const first = await scene.send.join("1");
  await scene.handle(first);
  await scene.done.join("1");
  scene.server.remove("1");
  const list = await scene.send.list("team");
  await scene.handle(list);
  await scene.finish(first, list);
  assertEquals(scene.client.ids("team"), ["2", "3"]);
});

for (const isOptimistic of [false, true]) {
  const way = isOptimistic ? "optimistic" : "not optimistic";
  Deno.test(`a list that is on its way for the first time does not undo what took a member out, ${way} [controller/OPT-12b] [controller/OPT-19a]`, async () => {
    await using scene = new Scene({ isOptimistic });
    const list = await scene.send.list("team");
    await scene.handle(list);
    await scene.done.leave("1");
    await scene.answer(list);
    assertEquals(scene.client.ids("team"), ["2", "3"]);
  });
}

for (const isListFirst of [false, true]) {
  const way = isListFirst ? "and comes before" : "and comes after";
  Deno.test(`a list that comes for the first time is asked about where a member was put in and taken out at once, ${way} the later response [controller/OPT-12g]`, async () => {
    await using scene = new Scene();
    const leave = await scene.send.leave("1");
    const join = await scene.send.join("1");
    await scene.handle(join);
    await scene.finish(leave);
    const list = await scene.send.list("team");
    await scene.handle(list);
    await scene.finish(...isListFirst ? [list, join] : [join, list]);
    await scene.rest();
    assertEquals(scene.client.ids("team"), ["2", "3"]);
  });

  Deno.test(`a list that comes for the first time knows that a member was taken out after it was put in, ${way} the response to the latter [controller/OPT-12c]`, async () => {
    await using scene = new Scene();
    const join = await scene.send.join("1");
    await scene.handle(join);
    await scene.done.leave("1");
    const list = await scene.send.list("team");
    await scene.finish(...isListFirst ? [list, join] : [join, list]);
    assertEquals(scene.client.ids("team"), ["2", "3"]);
  });
}

Deno.test("a list that was requested after a member was put in does not get it by the response to an earlier taking out [controller/OPT-12b] [controller/OPT-12c]", async () => {
  await using scene = new Scene();
  const leave = await scene.send.leave("1");
  const join = await scene.send.join("1");
  for (const one of [join, leave]) await scene.handle(one);
  await scene.answer(join);
  await scene.done.list("team");
  await scene.answer(leave);
  assertEquals(scene.client.ids("team"), ["2", "3"]);
});

/** Two tabs, of which the second one has rows, but not the list of the team. */
async function lackingTeam(options: SceneOptions = {}): Promise<Scene> {
  const scene = new Scene({ tabs: 2, ...options });
  await scene.done((one) => one.list("all"), 1);
  await scene.hear();
  return scene;
}

for (const outcome of ["answered", "answered 204", "lost answer"] as const) {
  const what = outcome === "lost answer" ? "asks about" : "goes by";
  Deno.test(`a list ${what} what a tab that lacks it takes out and puts in: ${outcome} [controller/OPT-12h] [controller/NEW-82]`, async () => {
    await using scene = await lackingTeam();
    await scene.done((one) => one.list("team"), 0);
    for (const method of ["leave", "join", "leave"] as const) {
      const { requests } = scene.server;
      scene.server.nextOutcome = outcome;
      await scene.done((one) => one[method]("1"), 1);
      await scene.rest();
      const isIn = method === "join";
      assertEquals(scene.client.ids("team")?.includes("1"), isIn);
      if (outcome !== "lost answer" && !isIn) {
        assertEquals(scene.server.requests, requests + 1);
      }
    }
  });
}

Deno.test("a list that is on its way for the first time is asked about when a tab that lacks it has taken something out [controller/OPT-12h] [controller/NEW-82]", async () => {
  await using scene = await lackingTeam();
  const list = await scene.send((one) => one.list("team"), 0);
  await scene.handle(list);
  // it says nothing of the row, of which lists would be asked about otherwise
  scene.server.nextOutcome = "answered 204";
  await scene.done((one) => one.leave("1"), 1);
  await scene.hear();
  await scene.answer(list);
  assertEquals(scene.client.ids("team"), ["2", "3"]);
  assertEquals(scene.server.waiting.map(({ path }) => path), ["/team/rows"]);
});

Deno.test("a list that a tab hears of for the first time has what that tab took out of it before [controller/OPT-12h] [controller/NEW-82]", async () => {
  await using scene = await lackingTeam();
  const list = await scene.send((one) => one.list("team"), 0);
  await scene.handle(list);
  const leave = await scene.send((one) => one.leave("1"), 1);
  await scene.finish(leave, list);
  await scene.hear();
  const again = await scene.send((one) => one.list("team"), 1);
  for (const one of scene.tabs) assertEquals(one.ids("team"), ["2", "3"]);
  await scene.finish(again);
});

for (const clockError of [0, 3_600_000, -3_600_000]) {
  Deno.test(`a list is asked about where a tab that lacks it takes out what it had not heard was put in, its clock off by ${clockError} ms [controller/OPT-12g] [controller/NEW-82]`, async () => {
    await using scene = await lackingTeam({ clockError });
    await scene.done((one) => one.list("team"), 0);
    const join = await scene.send((one) => one.join("1"), 0);
    const leave = await scene.send((one) => one.leave("1"), 1);
    await scene.handle(leave);
    await scene.finish(join, leave);
    await scene.rest();
    assertEquals(scene.client.ids("team")?.toSorted(), ["1", "2", "3"]);
  });
}

Deno.test("a list is asked about where a tab that lacks it puts in and takes out at once [controller/OPT-12g] [controller/NEW-82]", async () => {
  await using scene = await lackingTeam();
  await scene.done((one) => one.list("team"), 0);
  const leave = await scene.send((one) => one.leave("1"), 1);
  const join = await scene.send((one) => one.join("1"), 1);
  await scene.handle(join);
  await scene.finish(leave, join);
  await scene.rest();
  assertEquals(scene.client.ids("team"), ["2", "3"]);
});

Deno.test("lists that are on their way for the first time when rows are written end as the server has them, also where rows lack a parameter of the path [controller/OPT-19b] [controller/OPT-19c] [schema/COL-70]", async () => {
  class Task extends Entity {
    id = "";
    size = 0;
  }
  const sizes = new Map([["1", 3], ["2", 5], ["3", 5]]);
  const server = new ServerInAnyOrder(({ path, query, body }) => {
    const id = String(body.id ?? path.at(-1));
    if (body.size) sizes.set(id, body.size as number);
    const rows = [...sizes].map(([id, size]) => ({ id, size }))
      .sort((left, right) => left.size - right.size)
      .filter(({ size }) => `${size}` === (query.size ?? `${size}`));
    const page = query.page ? rows.slice(0, 1) : rows;
    return { body: sizes.has(id) ? { id, size: sizes.get(id) } : page };
  });
  const { getList, create, partialUpdate } = resource({
    path: "/teams/:team/tasks/:id",
    searchParams: {} as { size?: number; page?: number } | undefined,
    schema: Task,
    order: () => (left, right) => left.size - right.size,
    fetchResponse: server.fetchResponse as typeof fetch,
  });
  await using client = server.open();
  const team = "a";
  const lists = [{ team }, { team, size: 5, page: 1 }, { team, size: 1 }];
  for (const list of lists) client.subscribe(getList, [list], () => {});
  await server.flush();
  for (const _ of lists) await server.handle();
  client.fetch(create, { team }, { id: "4", size: 2 });
  client.fetch(partialUpdate, { team, id: "2" }, { size: 1 });
  await server.flush();
  for (let count = 0; count < 2; count++) await server.handle();
  for (let count = 0; count < 2; count++) await server.answer(3);
  await server.rest();
  const ids = lists.map((list) =>
    client.read(getList, list).data?.map(({ id }) => id)
  );
  assertEquals(ids, [["2", "4", "1", "3"], ["3"], ["2"]]);
});
