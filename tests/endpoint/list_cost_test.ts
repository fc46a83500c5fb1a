/**
 * What a mutation costs beside filtered and sorted lists, in calls of what the
 * application says of its rows: the same in each run, and beside any number of
 * lists.
 */
// deno-lint-ignore-file no-explicit-any -- rows of any class
import { assertEquals } from "@std/assert";
import { Collection, createClient, Entity, RestEndpoint } from "../../mod.ts";
import { insertBefore } from "../../schema/merge_membership.ts";

/** Calls of what an application says of its rows. */
let calls = { processed: 0, identified: 0, compared: 0, serialized: 0 };

/** Those that something makes. */
function counted(run: () => unknown): typeof calls {
  calls = { processed: 0, identified: 0, compared: 0, serialized: 0 };
  run();
  return calls;
}

class Card extends Entity {
  id = "";
  title = "";
  board = "";
  static override key = "Card";
  static override process(input: any): any {
    calls.processed++;
    return { ...input };
  }
  static override pk(value: any): string {
    calls.identified++;
    return value.id;
  }
}

const getCards = new RestEndpoint({
  path: "/cards",
  searchParams: {} as Record<string, unknown>,
  schema: new Collection([Card], {
    nonFilterArgumentKeys: ["sort"],
    order: () => (left: any, right: any) => {
      calls.compared++;
      return left.title < right.title ? -1 : left.title > right.title ? 1 : 0;
    },
  }),
});

const patchCard = new RestEndpoint({
  path: "/cards/:id",
  method: "PATCH",
  body: {} as Record<string, unknown>,
  schema: Card,
});

/** A client with lists of five cards each, that go by a field. */
function withLists(count: number, field: string) {
  const client = createClient();
  const argsOf = (list: number) => ({
    [field]: `${list}`,
    sort: "title",
  });
  for (let list = 0; list < count; list++) {
    const rows = [0, 1, 2, 3, 4].map((index) => ({
      id: `${list}-${index}`,
      title: `${index}`,
      [field]: `${list}`,
    }));
    client.setResponse(getCards, argsOf(list), rows);
  }
  return {
    /** Stores that the middle card of the first list was changed. */
    patch(body: Record<string, unknown>) {
      const response = { id: "0-2", ...JSON.parse(JSON.stringify(body)) };
      return counted(() =>
        client.setResponse(patchCard, { id: "0-2" }, body, response)
      );
    },
    /** Stores that a card was created in the first list. */
    push(body: Record<string, unknown>) {
      const args = { [field]: "0" };
      const response = { id: "new", ...args, ...body };
      return counted(() =>
        client.setResponse(getCards.push, args, body, response)
      );
    },
    titlesOf: (list: number) =>
      client.read(getCards, argsOf(list)).data!.map(({ title }: any) => title)
        .join(""),
    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  };
}

/** A text that counts how often it is made JSON. */
class Note {
  toJSON() {
    calls.serialized++;
    return "x";
  }
}

const note = new Note();

for (const field of ["board", "lane"]) {
  for (const count of [3, 300]) {
    Deno.test(`a response that moves a row is looked at once, and compared with neighbours, beside ${count} lists by ${field} [endpoint/RSP-23]`, async () => {
      await using lists = withLists(count, field);
      // once to see whether it is an entity, and once to store it
      const looked = { processed: 2, identified: 2, serialized: 0 };
      // with itself, with the last one, and in the middle of the others
      assertEquals(lists.patch({ [field]: "1", note }), {
        ...looked,
        compared: 5,
      });
      assertEquals([0, 1].map(lists.titlesOf), ["0134", "012234"]);
      // it is in its old place, so that only its neighbours say whether it stays
      for (const list of [0, 1, 0]) {
        assertEquals(lists.patch({ [field]: `${list}`, note }), {
          ...looked,
          compared: 3,
        });
      }
      assertEquals([0, 1].map(lists.titlesOf), ["01234", "01234"]);
    });
  }

  Deno.test(`a response that creates a row is looked at once beside lists by ${field} [endpoint/RSP-23]`, async () => {
    await using lists = withLists(3, field);
    const looked = { processed: 2, identified: 2, serialized: 0, compared: 5 };
    assertEquals(lists.push({ title: "9", note }), looked);
    assertEquals([0, 1].map(lists.titlesOf), ["012349", "01234"]);
  });
}

Deno.test("a row joins a long list with two looks at each of its members, and is put before one of them [schema/COL-70]", () => {
  let looks = 0;
  const members = Array.from({ length: 1_000 }, (_, index) => `${index}`);
  const get = (list: any, name: string | symbol) => {
    if (/^\d/.test(String(name))) looks++;
    return list[name];
  };
  const list = new Proxy(members, { get });
  const joined = insertBefore("500")(list, ["new"]);
  // whether it is there, where the other one is, and a copy
  assertEquals([joined.indexOf("new"), looks], [500, 1_000 + 501 + 1_000]);
});

Deno.test("a write beside two parts of a sorted list looks once at the first and the last row of each [schema/COL-70]", async () => {
  let made = 0;
  class Call extends Entity {
    id = "";
    at = new Date(0);
    static override key = "Call";
    static override schema = {
      at: (text: string) => {
        made++;
        return new Date(text);
      },
    };
  }
  const getCalls = new RestEndpoint({
    path: "/calls",
    searchParams: {} as { page: number },
    schema: new Collection([Call], {
      order: () => (left: any, right: any) => left.at - right.at,
    }),
  });
  const patchCall = new RestEndpoint({
    path: "/calls/:id",
    method: "PATCH",
    body: {} as { at: string },
    schema: Call,
  });
  await using client = createClient();
  const dayOf = (day: number) => `2026-01-${day}`;
  for (const page of [1, 2]) {
    const rows = [1, 2, 3, 4, 5].map((index) => ({
      id: `${page}-${index}`,
      at: dayOf(page * 10 + index),
    }));
    client.setResponse(getCalls, { page }, rows);
  }
  const move = (id: string, day: number) => {
    made = 0;
    client.setResponse(patchCall, { id }, { at: dayOf(day) }, {
      id,
      at: dayOf(day),
    });
    return made;
  };
  move("1-2", 12);
  // for each part both ends, both versions of the row, and two by which it is
  // seen what is compared; the others are where the row is placed
  assertEquals([move("1-3", 15), move("1-3", 13)], [18, 17]);
});
