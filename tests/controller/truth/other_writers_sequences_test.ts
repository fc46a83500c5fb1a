/**
 * Sequences of clients that write in other ways than by the endpoints of a
 * resource, each of which showed something wrong, with the law that it is about.
 *
 * Neighbours that were tried: moves, PATCHes and PUTs; with and without a
 * network; optimistic and not; functions and GraphQL, also in the queue; answers
 * in either order; what reads bring in between.
 */
import { assertEquals, assertRejects } from "@std/assert";
import {
  functionClient,
  graphqlClient,
  queueingClient,
  retryingClient,
  toldClient,
} from "./other_writers.ts";
import type { SubjectFactory } from "./contract.ts";
import { carryOut } from "./run.ts";
import { Scene } from "./scene.ts";
import { PretendServer } from "./server.ts";
import { sequence } from "./steps.ts";
import { tesseraClient } from "./tessera_client.ts";

Deno.test("an updater writes what it changes, and takes back nothing that is in flight [controller/OPT-12h]", async () => {
  // law 8: for what it gives
  for (const isOptimistic of [false, true]) {
    await using scene = await Scene.of(["all"], {
      subject: toldClient,
      isOptimistic,
    });
    const patch = await scene.send.patch("3", { f0: 1 });
    const row = { ...scene.server.rows.get("3")!, title: "A" };
    await scene.client.tell!("updater", row, { title: "A" });
    assertEquals(scene.shown("3", "f0"), isOptimistic ? 1 : 0);
    scene.server.change(row);
    await scene.finish(patch);
    assertEquals([scene.shown("3", "f0"), scene.shown("3", "title")], [1, "A"]);
  }
});

Deno.test("what is read after a reset, and lacks a change from before it, is requested again when that is answered [controller/NET-15]", async () => {
  // law 2: the read began before the confirmation
  await using scene = await Scene.of(["all"], { subject: toldClient });
  const patch = await scene.send.patch("1", { note: "A" });
  await scene.client.reset!(true);
  await scene.client.flush();
  const [, list] = scene.server.waiting;
  await scene.finish(list!);
  await scene.finish(patch);
  await scene.rest();
  assertEquals(scene.shown("1", "note"), "A");
});

Deno.test("what a response reports stands over what was read before it was there, until something is read that began later [controller/OPT-12b] [controller/OPT-12i] [controller/OPT-12j]", async () => {
  // law 2; the field is another one than before the change, whoever wrote it
  await using scene = await Scene.of(["all"], { subject: toldClient });
  const { client, server } = scene;
  const patch = await scene.send.patch("1", { title: "A" });
  const readOf = async (f0: number) => {
    const row = { ...server.rows.get("1")!, f0 };
    server.change(row);
    await client.tell!("read", row, { f0 });
    assertEquals(scene.shown("1", "f0"), f0);
  };
  await readOf(2);
  await scene.handle(patch);
  await readOf(3);
  await scene.answer(patch);
  assertEquals(scene.shown("1", "f0"), 2);
  await scene.done.get("1");
  assertEquals([scene.shown("1", "f0"), scene.shown("1", "title")], [3, "A"]);
});

Deno.test("a change from before a reset is asked about once more where another one was pending with it [controller/NET-15] [controller/OPT-12g]", async () => {
  // law 7: only the server knows which came last
  for (const isFirstAnswered of [true, false]) {
    await using scene = await Scene.of(["open"], { subject: toldClient });
    const { client, server } = scene;
    const move = await scene.send.move("1", "open");
    await client.reset!(true);
    await client.flush();
    await scene.finish(server.waiting.find(({ method }) => method === "GET")!);
    const close = await scene.send.patch("1", { status: "closed" });
    await scene.handle(close);
    await scene.handle(move);
    const answers = isFirstAnswered ? [move, close] : [close, move];
    for (const request of answers) await scene.answer(request);
    await scene.rest();
    assertEquals(scene.shown("1", "status"), "open");
    assertEquals(client.ids("open")?.toSorted(), ["1", "2"]);
  }
});

Deno.test("a row that a deletion from before a reset took away leaves its lists, although a move of it is answered later [controller/NET-15] [controller/OPT-12g]", async () => {
  // law 7: the lists are read once more, and say which came last
  const { story, fault } = await carryOut(
    toldClient,
    sequence(`any order, loaded all open, ending 2 | delete 1; get 1; reset;
      handle 3; answer 0; move 1 open`),
  );
  assertEquals(fault, undefined, story.join("\n"));
});

Deno.test("of two calls that send nothing of a row, the server says which came last [controller/OPT-12g]", async () => {
  // law 7: what both report is in doubt, also where it was so before
  for (const isFirstAnswered of [true, false]) {
    await using scene = await Scene.of(["open"], { subject: functionClient });
    const close = await scene.send.patch("1", { status: "closed" });
    const open = await scene.send.patch("1", { status: "open" });
    await scene.handle(close);
    await scene.handle(open);
    const answers = isFirstAnswered ? [close, open] : [open, close];
    await scene.finish(...answers);
    await scene.rest();
    assertEquals(scene.shown("1", "status"), "open");
    assertEquals(scene.client.ids("open")?.toSorted(), ["1", "2"]);
  }
});

Deno.test("a call that sends nothing of a row and is answered with nothing has its readers ask once, unless a response was expected [controller/OPT-12j] [endpoint/RSP-22]", async () => {
  for (const isOptimistic of [false, true]) {
    await using scene = await Scene.of(["open", "closed"], {
      subject: functionClient,
      isOptimistic,
    });
    const { requests } = scene.server;
    scene.server.nextOutcome = "answered 204";
    const close = await scene.send.patch("1", { status: "closed" });
    await scene.finish(close);
    if (isOptimistic) assertEquals(scene.shown("1", "status"), "closed");
    await scene.rest();
    assertEquals(scene.shown("1", "status"), "closed");
    assertEquals(scene.client.ids("open"), ["2"]);
    assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
    assertEquals(scene.server.requests - requests, isOptimistic ? 1 : 3);
  }
});

Deno.test("a deletion by a function that resolves with nothing has succeeded [endpoint/RSP-22]", async () => {
  await using scene = await Scene.of(["all"], { subject: functionClient });
  scene.server.nextOutcome = "answered 204";
  let outcome = "pending";
  await scene.done((client) =>
    client.delete("1").then(() => outcome = "fulfilled")
  );
  assertEquals(outcome, "fulfilled");
  assertEquals(scene.client.ids("all"), ["2", "3"]);
});

for (
  const [name, subject] of [
    ["a function", functionClient],
    [
      "GraphQL",
      (setting: Parameters<typeof functionClient>[0]) =>
        graphqlClient(setting, true),
    ],
  ] as const
) {
  Deno.test(`a deletion by ${name} that finds nothing any more is confirmed [controller/OPT-12e]`, async () => {
    await using scene = await Scene.of(["all"], { subject });
    scene.server.remove("1");
    const remove = await scene.send((client) =>
      assertRejects(() => client.delete("1"))
    );
    await scene.finish(remove);
    assertEquals(scene.client.ids("all"), ["2", "3"]);
  });

  Deno.test(`a change by ${name} whose answer is lost has the lists asked that may have the row [controller/OPT-12e]`, async () => {
    await using scene = await Scene.of(["open", "closed"], { subject });
    scene.server.nextOutcome = "lost answer";
    await scene.done.patch("1", { status: "closed" });
    await scene.rest();
    assertEquals(scene.client.ids("open"), ["2"]);
    assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
  });
}

Deno.test("a change that is sent again shows over what is read between its attempts [controller/NEW-26]", async () => {
  // law 7: it is in flight until its last response
  await using scene = await Scene.of(["all"], {
    subject: retryingClient,
    isOptimistic: true,
  });
  scene.server.nextOutcome = "failed";
  await scene.done.patch("1", { f0: 1 });
  const [again] = scene.server.waiting;
  void scene.client.list("all");
  await scene.client.flush();
  await scene.finish(scene.server.waiting[1]!);
  assertEquals(scene.shown("1", "f0"), 1);
  await scene.finish(again!);
  assertEquals(scene.shown("1", "f0"), 1);
});

Deno.test("a queued deletion that finds nothing any more takes no row away that was created after it began [controller/OPT-12c] [controller/NEW-43]", async () => {
  // law 3: the later write wins, whenever the earlier one is confirmed
  for (const isOptimistic of [false, true]) {
    await using scene = await Scene.of(["all"], {
      subject: queueingClient,
      isOptimistic,
    });
    scene.server.nextOutcome = "lost answer";
    const remove = await scene.send.delete("1");
    const { rows } = scene.server;
    void scene.client.create({ ...rows.get("1")!, title: "A" });
    await scene.client.flush();
    await scene.finish(remove);
    await scene.rest();
    assertEquals(scene.shown("1", "title"), "A");
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
  }
});

Deno.test("a queued creation that is in its own way has the lists asked that may have the row [controller/OPT-12e] [controller/NEW-46]", async () => {
  // law 5: 409 to a repeated POST
  for (const isOptimistic of [false, true]) {
    await using scene = await Scene.of(["all"], {
      subject: queueingClient,
      isOptimistic,
    });
    scene.server.nextOutcome = "lost answer";
    const row = { ...scene.server.rows.get("1")!, id: "4" };
    const create = await scene.send((client) =>
      assertRejects(() => client.create(row))
    );
    await scene.finish(create);
    await scene.rest();
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3", "4"]);
  }
});

Deno.test("a queued change of what was shown by a refused creation does not bring back what was deleted [controller/OPT-12e] [controller/NEW-43]", async () => {
  // law 5: what it waits for is refused before it is sent
  for (const name of ["move", "patch", "put"] as const) {
    for (const isOnline of [true, false]) {
      await using scene = await Scene.of(["all", "closed"], {
        subject: queueingClient,
        isOptimistic: true,
      });
      const { client, server } = scene;
      const row = { ...server.rows.get("1")!, title: "A" };
      await scene.done.delete("1");
      client.connect!(isOnline);
      const change = {
        move: () => client.move("1", "closed"),
        patch: () => client.patch("1", { title: "B" }),
        put: () => client.put({ ...row, title: "B" }),
      }[name];
      for (const write of [() => client.create(row), change]) {
        write().catch(() => {});
      }
      await client.flush();
      assertEquals(client.copies("1", "store").length > 0, true);
      client.connect!(true);
      await client.flush();
      server.waiting[0]!.outcome = "refused";
      await scene.finish(server.waiting[0]!);
      assertEquals(client.copies("1", "store"), [], name);
      assertEquals(client.ids("closed"), ["3"]);
    }
  }
});

Deno.test("a queued change of a status is in the list that it joined, also where the server has carried it out before it says so [controller/OPT-12a] [controller/OPT-19b] [controller/NEW-43]", async () => {
  // law 1: what reads say of the row in between takes nothing back
  for (const name of ["move", "patch"] as const) {
    await using scene = await Scene.of(["all", "open"], {
      subject: queueingClient,
      isOptimistic: true,
    });
    const { client, server } = scene;
    const edit = await scene.send.patch("3", { title: "A" });
    void (name === "move"
      ? client.move("3", "open")
      : client.patch("3", { status: "open" }));
    await client.flush();
    server.nextOutcome = "lost answer";
    await scene.finish(edit);
    const [change] = server.waiting;
    await scene.handle(change!);
    await scene.done.list("team");
    await scene.answer(change!);
    await scene.done.list("closed");
    assertEquals(client.ids("open"), ["1", "2", "3"], name);
    await scene.rest();
    assertEquals(client.ids("open"), ["1", "2", "3"]);
  }
});

Deno.test("a queued change of a status that is sent again is in the list that it joined, also where a read has shown in between what it did [controller/OPT-19b] [controller/NEW-43]", async () => {
  // law 7: it is in flight from its first attempt to its last response
  for (const isOptimistic of [false, true]) {
    for (const name of ["move", "patch"] as const) {
      await using scene = await Scene.of(["closed", "all"], {
        subject: queueingClient,
        isOptimistic,
      });
      const { client, server } = scene;
      server.nextOutcome = "lost answer";
      const change = await scene.send((client) =>
        name === "move"
          ? client.move("2", "closed")
          : client.patch("2", { status: "closed" })
      );
      await scene.handle(change);
      await scene.done.list("all");
      await scene.answer(change);
      const again = server.waiting.find(({ method }) => method === "PATCH");
      await scene.finish(again!);
      assertEquals(client.ids("closed")?.toSorted(), ["2", "3"], name);
      await scene.rest();
      assertEquals(client.ids("closed")?.toSorted(), ["2", "3"]);
    }
  }
});

Deno.test("a change of a status of a row that is being created is in the list that it joined, whatever brings the row meanwhile [controller/OPT-12a] [controller/OPT-19b]", async () => {
  // what was visible when it began counts, as well as what was confirmed
  for (const name of ["move", "patch"] as const) {
    await using scene = await Scene.of(["open"], { isOptimistic: true });
    const { client, server } = scene;
    const closed = await scene.send.list("closed");
    await scene.handle(closed);
    const row = { ...server.rows.get("1")!, id: "4" };
    const create = await scene.send.create(row);
    await scene.handle(create);
    await scene.answer(closed);
    const change = await scene.send((client) =>
      name === "move"
        ? client.move("4", "closed")
        : client.patch("4", { status: "closed" })
    );
    await scene.answer(create);
    await scene.handle(change);
    await scene.done.list("all");
    assertEquals(client.ids("closed")?.toSorted(), ["3", "4"], name);
    assertEquals(client.ids("open"), ["1", "2"]);
    await scene.answer(change);
    await scene.rest();
    assertEquals(client.ids("closed")?.toSorted(), ["3", "4"], name);
  }
});

Deno.test("a queued change of a status of a row whose creation had no answer is in the list that it joined [controller/OPT-12e] [controller/OPT-19b] [controller/NEW-46]", async () => {
  for (const name of ["move", "patch"] as const) {
    await using scene = await Scene.of(["open", "closed"], {
      subject: queueingClient,
      isOptimistic: true,
    });
    const { client, server } = scene;
    const row = { ...server.rows.get("3")!, id: "4" };
    server.nextOutcome = "lost answer";
    const create = await scene.send((client) =>
      assertRejects(() => client.create(row))
    );
    void (name === "move"
      ? client.move("4", "open")
      : client.patch("4", { status: "open" }));
    await scene.finish(create);
    await scene.rest();
    assertEquals(client.ids("open")?.toSorted(), ["1", "2", "4"], name);
    assertEquals(client.ids("closed"), ["3"]);
  }
});

Deno.test("a queued change of a status that survives a reload has the row in the list that it joined [controller/NEW-43] [controller/OPT-19b]", async () => {
  const storage = new Map<string, string>();
  const open = (server: PretendServer) =>
    queueingClient({
      fetch: server.fetchOf(),
      isOptimistic: true,
      hasTotals: false,
      page: { tab: 0, channel: undefined, storage, clockError: 0 },
    });
  const server = new PretendServer({
    hasTotals: false,
    countsRevisions: false,
  });
  const before = open(server);
  for (const name of ["open", "closed"] as const) {
    void before.list(name);
    await before.flush();
    server.handle(0);
    server.answer(0);
    await before.flush();
  }
  before.connect!(false);
  void before.patch("3", { status: "open" }).catch(() => {});
  await before.flush();
  await before.save!();
  await before.dispose();
  const after = open(server);
  after.connect!(false);
  await after.resume!(["open", "closed"], []);
  await after.flush();
  assertEquals(after.ids("closed"), []);
  assertEquals(after.ids("open"), ["1", "2", "3"]);
  await after.dispose();
});

Deno.test("what a call was expected to change of a row that is being deleted and created again shows over the creation [controller/OPT-12c] [controller/OPT-12j]", async () => {
  // law 3: the change began last
  await using scene = await Scene.of(["open"], {
    subject: functionClient,
    isOptimistic: true,
  });
  const row = scene.server.rows.get("1")!;
  const remove = await scene.send.delete("1");
  const create = await scene.send.create({ ...row, title: "A" });
  const close = await scene.send.patch("1", { status: "closed" });
  for (const request of [remove, create, close]) await scene.handle(request);
  for (const request of [remove, close, create]) {
    await scene.answer(request);
    assertEquals(scene.shown("1", "status"), "closed");
  }
  assertEquals(scene.client.ids("open"), ["2"]);
});

Deno.test("what a call is expected to change of a row that is being deleted and restored shows on the page of the row, and stands over the restored row [controller/OPT-12] [controller/OPT-12c] [controller/OPT-12j]", async () => {
  // law 1 and 3: the change began last, although nothing of the call says what it changes
  for (const order of [[0, 1, 2], [0, 2, 1], [1, 0, 2], [2, 1, 0]]) {
    await using scene = await Scene.of(["all"], {
      subject: functionClient,
      isOptimistic: true,
    });
    await scene.done.get("1");
    const requests = [
      await scene.send.delete("1"),
      await scene.send.restore("1"),
      await scene.send.patch("1", { status: "closed" }),
    ];
    assertEquals(scene.shown("1", "status"), "closed");
    for (const request of requests) await scene.handle(request);
    const answered = new Set<number>();
    for (const index of order) {
      await scene.answer(requests[index]!);
      answered.add(index);
      // what was deleted shows nowhere until it is known to be restored
      const isGone = answered.has(0) && !answered.has(1);
      assertEquals(
        scene.shown("1", "status"),
        isGone ? undefined : "closed",
        `${[...answered]}`,
      );
    }
    await scene.rest();
    assertEquals(scene.shown("1", "status"), "closed", order.join());
    assertEquals(scene.client.ids("all")?.toSorted(), ["1", "2", "3"]);
  }
});

Deno.test("a call that sends nothing of a row and has no answer has the lists asked that were requested before, and come later [controller/OPT-12e] [controller/OPT-12j]", async () => {
  // law 5: whether the list knows of it nobody can say
  await using scene = await Scene.of(["open"], { subject: functionClient });
  const list = await scene.send.list("closed");
  scene.server.nextOutcome = "lost answer";
  const close = await scene.send.patch("1", { status: "closed" });
  await scene.handle(list);
  await scene.handle(close);
  await scene.answer(close);
  await scene.answer(list);
  await scene.rest();
  assertEquals(scene.client.ids("open"), ["2"]);
  assertEquals(scene.client.ids("closed")?.toSorted(), ["1", "3"]);
});

Deno.test("a member that is taken out, and is not there when that is sent again, is out of the list [controller/OPT-12e] [controller/NEW-46]", async () => {
  // law 5, as for a deletion: what is absent is what was meant
  for (const isOptimistic of [false, true]) {
    await using scene = await Scene.of(["team"], {
      subject: queueingClient,
      isOptimistic,
    });
    scene.server.nextOutcome = "lost answer";
    const leave = await scene.send((client) =>
      assertRejects(() => client.leave("1"))
    );
    await scene.finish(leave);
    await scene.rest();
    assertEquals(scene.client.ids("team"), ["2", "3"]);
  }
});

Deno.test("a member that is taken out and not found is out of the list, and what else was sent of it is not stored [controller/OPT-12e]", async () => {
  await using scene = new Scene({
    hasTotals: false,
    subject: (setting) => {
      const client = tesseraClient(setting, {
        write: (client, rows) => ({
          leave: (id) =>
            client.fetch(rows.getTeam.remove, { id, title: "A" } as never),
        }),
      });
      return client;
    },
  });
  await scene.done.list("team");
  await scene.done.list("all");
  await scene.done((client) => client.leave("1"));
  scene.server.nextOutcome = "answered";
  await scene.done.list("team");
  const again = await scene.send((client) => client.leave("1").catch(() => {}));
  await scene.finish(again);
  assertEquals(scene.client.ids("team"), ["2", "3"]);
  assertEquals(scene.shown("1", "title"), "title 1");
});

Deno.test("of three calls that send nothing of a row the last one shows, although what it expects showed already [controller/OPT-12c] [controller/OPT-12j]", async () => {
  // law 3: the one in between, by which it showed, had no answer
  const { story, fault } = await carryOut(
    functionClient,
    sequence(`optimistic, loaded open closed, ending 3 | patchStatus 1 closed;
      patchStatus 1 open, failed; patchStatus 1 open`),
  );
  assertEquals(fault, undefined, story.join("\n"));
});

Deno.test("a row that two calls change that send nothing of it is in a list that was read between them [controller/OPT-12j] [controller/OPT-19b]", async () => {
  // law 2: the list was requested before the second one was confirmed
  await using scene = await Scene.of(["open", "closed"], {
    subject: functionClient,
    isOptimistic: true,
  });
  const open = await scene.send.patch("3", { status: "open" });
  const list = await scene.send.list("closed");
  const close = await scene.send.patch("3", { status: "closed" });
  for (const request of [open, list, close]) await scene.handle(request);
  for (const request of [close, open, list]) {
    await scene.answer(request);
    assertEquals(scene.client.ids("closed"), ["3"]);
  }
});

Deno.test("what a call made of a row that was created again before it is in its lists, although it sends nothing of the row [controller/OPT-12g] [controller/OPT-12j]", async () => {
  // law 7: whether it came after the creation only the server knows
  await using scene = await Scene.of(["open", "closed"], {
    subject: functionClient,
  });
  const { client, server } = scene;
  const row = server.rows.get("1")!;
  const close = await scene.send.patch("1", { status: "closed" });
  const remove = await scene.send.delete("1");
  await scene.finish(remove);
  const create = await scene.send.create(row);
  await scene.handle(create);
  await scene.finish(close, create);
  await scene.rest();
  assertEquals(client.ids("closed")?.toSorted(), ["1", "3"]);
  assertEquals(client.ids("open"), ["2"]);
});

Deno.test("a change of a row whose creation had no answer has the lists asked that it may be in [controller/OPT-12e] [controller/OPT-12g]", async () => {
  // law 5: that its creation is in the way of another attempt says nothing
  await using scene = await Scene.of(["open"], { subject: retryingClient });
  const { client, server } = scene;
  const closed = await scene.send.list("closed");
  await scene.handle(closed);
  const row = server.rows.get("1")!;
  const remove = await scene.send.delete("1");
  server.nextOutcome = "lost answer";
  const create = await scene.send.create(row);
  const change = await scene.send.patch("1", { status: "closed" });
  for (const request of [remove, create, change]) await scene.handle(request);
  for (const request of [closed, remove, create, change]) {
    await scene.answer(request);
  }
  await scene.rest();
  assertEquals(client.ids("closed")?.toSorted(), ["1", "3"]);
  assertEquals(client.ids("open"), ["2"]);
});

Deno.test("a row that a call puts back after one without an answer, which sends nothing of it either, is in a list that was read between them [controller/OPT-12e] [controller/OPT-12j]", async () => {
  // law 5: what its response sees of the row, lists lack that were requested before
  for (const isListLast of [false, true]) {
    await using scene = await Scene.of(["open"], { subject: functionClient });
    const { client, server } = scene;
    server.nextOutcome = "lost answer";
    const close = await scene.send.patch("1", { status: "closed" });
    await scene.finish(close);
    const [list] = server.waiting;
    const open = await scene.send.patch("1", { status: "open" });
    for (const request of [list!, open]) await scene.handle(request);
    const answers = isListLast ? [open, list!] : [list!, open];
    for (const request of answers) await scene.answer(request);
    await scene.rest();
    assertEquals(client.ids("open")?.toSorted(), ["1", "2"], `${isListLast}`);
  }
});

Deno.test("a row that a call puts back after one that was answered with nothing, which sends nothing of it either, is in a list that was read between them [controller/OPT-12e] [controller/OPT-12j]", async () => {
  await using scene = await Scene.of(["open"], { subject: functionClient });
  const { client, server } = scene;
  server.nextOutcome = "answered 204";
  await scene.done.patch("1", { status: "closed" });
  const [list] = server.waiting;
  await scene.handle(list!);
  const open = await scene.send.patch("1", { status: "open" });
  await scene.handle(open);
  await scene.answer(list!);
  await scene.answer(open);
  await scene.rest();
  assertEquals(client.ids("open")?.toSorted(), ["1", "2"]);
});

Deno.test("what a call responds that sends nothing of a row is asked about where a read that began meanwhile says something else [controller/OPT-12g] [controller/OPT-12j]", async () => {
  // law 2: it may have written what was there before, and then it stands over the read
  await using scene = await Scene.of(["open"], { subject: functionClient });
  const { client, server } = scene;
  server.nextOutcome = "answered 204";
  const close = await scene.send.patch("1", { status: "closed" });
  await scene.finish(close);
  const open = await scene.send.patch("1", { status: "open" });
  await scene.done.list("closed");
  assertEquals(scene.shown("1", "status"), "closed");
  await scene.finish(open);
  await scene.rest();
  assertEquals(scene.shown("1", "status"), "open");
  assertEquals(client.ids("open")?.toSorted(), ["1", "2"]);
  assertEquals(client.ids("closed"), ["3"]);
});

Deno.test("a read that began while a call was in flight that sends nothing of a row takes nothing back, and the row is asked for [controller/OPT-12g] [controller/OPT-12j]", async () => {
  // law 2: the call may have written what was there before, after one of which nobody knows
  for (const outcome of ["answered 204", "lost answer"] as const) {
    for (const subject of [functionClient, tesseraClient]) {
      await using scene = await Scene.of(["open"], { subject });
      const { client, server } = scene;
      server.nextOutcome = outcome;
      const close = await scene.send.patch("1", { status: "closed" });
      await scene.finish(close);
      const open = await scene.send.patch("1", { status: "open" });
      const read = await scene.send.get("1");
      for (const request of [read, open]) await scene.handle(request);
      for (const request of [open, read]) {
        await scene.answer(request);
        assertEquals(scene.shown("1", "status"), "open", outcome);
      }
      await scene.rest();
      assertEquals(scene.shown("1", "status"), "open", outcome);
      assertEquals(client.ids("open")?.toSorted(), ["1", "2"]);
    }
  }
});

Deno.test("what somebody else changed beside a call that sends nothing of a row is asked for where a read brings it that began before the response [controller/OPT-12g] [controller/OPT-12j]", async () => {
  await using scene = await Scene.of(["all"], { subject: functionClient });
  const { server } = scene;
  const close = await scene.send.patch("1", { status: "closed" });
  const read = await scene.send.get("1");
  await scene.handle(close);
  server.change({ ...server.rows.get("1")!, note: "B" });
  await scene.handle(read);
  await scene.answer(close);
  await scene.answer(read);
  await scene.rest();
  assertEquals(scene.shown("1", "status"), "closed");
  assertEquals(scene.shown("1", "note"), "B");
});

const queuedClient: SubjectFactory = (setting) => functionClient(setting, true);

/**
 * Runs that a generator found, without the steps that they do not need. Each was
 * wrong with its first client; the others are neighbours.
 */
const foundRuns: Readonly<
  Record<string, readonly [SubjectFactory[], steps: string]>
> = {
  "a row that is put back after a change without an answer joins the list that came without it before, although no call sends anything of it [controller/OPT-12e] [controller/OPT-12j]":
    // law 2: whether the first one was carried out nobody knows when the second one begins
    [
      [functionClient, tesseraClient, retryingClient],
      `loaded closed | patchStatus 3 open, lost answer; handle; answer;
      patchStatus 3 closed`,
    ],
  "what was read of a change whose first attempt was carried out shows where its second one finds the row deleted [controller/OPT-12b] [controller/OPT-12e]":
    // law 2: the read began after the change before it was confirmed
    [
      [retryingClient, tesseraClient, functionClient],
      `loaded open | patchStatus 1 open; move 1 closed, lost answer; handle;
      answer; get 1; delete 1, lost answer`,
    ],
  "a queued change that the server carried out before the page was reloaded is in the list that it joins [controller/OPT-12a] [controller/OPT-19b] [controller/NEW-43]":
    // law 2: what was seen of the row before the reload takes nothing back
    [
      [queueingClient, queuedClient],
      `loaded open closed | patchStatus 1 closed; get 1; move 2 closed; handle;
      connect off; handle; answer 3; reload`,
    ],
  "a queued move of a row whose creation had no answer is in the list that it joins, also where the move is sent twice [controller/OPT-12e] [controller/OPT-19b] [controller/NEW-46]":
    // law 2: the list was requested while the row was visible in the one that it left
    [
      [queueingClient, queuedClient],
      `loaded open | move 1 closed; create 4 open, lost answer; list all;
      move 4 closed, lost answer; list closed`,
    ],
};

for (const [title, [subjects, found]] of Object.entries(foundRuns)) {
  Deno.test(title, async () => {
    for (const subject of subjects) {
      for (const isOptimistic of [false, true]) {
        const run = sequence(found, { isOptimistic });
        const { story, fault } = await carryOut(subject, run);
        assertEquals(fault, undefined, story.join("\n"));
      }
    }
  });
}
