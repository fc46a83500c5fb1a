/** Scenarios that cross the store, the controller and a real HTTP server. */
import { assert, assertEquals } from "@std/assert";
import {
  type Client,
  createClient,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../controller/mod.ts";
import { RestEndpoint } from "../../../endpoint/mod.ts";
import {
  Collection,
  Entity,
  Invalidate,
  isTemporaryPk,
} from "../../../schema/mod.ts";
import { unhandledDuring } from "../harbour.ts";
import { type HeldRequest, HeldServer } from "./held_server.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = "";
  isMoored = false;
  static override key = "Vessel";
}

const stored = { id: "1", name: "n0", berth: "b0", isMoored: false };

function newClient(): Client {
  return createClient({
    managers: [new NetworkManager()],
    gcPolicy: new ImmortalGCPolicy(),
  });
}

function vesselEndpoints(urlPrefix: string) {
  const path = "/vessels/:id";
  return {
    getVessel: new RestEndpoint({ urlPrefix, path, schema: Vessel }),
    renameVessel: new RestEndpoint({
      urlPrefix,
      path,
      method: "PATCH",
      schema: Vessel,
      getOptimisticResponse: (_snap, { id }, body) => ({ id, ...body }),
    }),
    toggle: new RestEndpoint({
      urlPrefix,
      path: "/vessels/:id/toggle",
      method: "POST",
      body: undefined,
      schema: Vessel,
      getOptimisticResponse(snap, { id }) {
        const vessel = snap.get(Vessel, { id });
        if (!vessel) throw snap.abort;
        return { id, isMoored: !vessel.isMoored };
      },
    }),
  };
}

async function load(client: Client, server: HeldServer): Promise<void> {
  const { getVessel } = vesselEndpoints(server.url);
  const loading = client.fetch(getVessel, { id: "1" });
  (await server.take("GET", "/vessels/1")).answer(stored);
  await loading;
}

function vesselOf(client: Client): Vessel {
  return client.get(Vessel, { id: "1" }) as Vessel;
}

/** The requests of three renames made in one tick, by what they set. */
async function takeRenames(
  server: HeldServer,
  bodies: readonly object[],
): Promise<HeldRequest[]> {
  const taken: HeldRequest[] = [];
  for (const _body of bodies) {
    taken.push(await server.take("PATCH", "/vessels/1"));
  }
  return bodies.map((body) =>
    taken.find((request) => request.body === JSON.stringify(body))!
  );
}

interface Renames {
  readonly title: string;
  readonly bodies: readonly object[];
  /** What the server answers to each, or the status it refuses it with. */
  readonly answers: readonly (object | number)[];
  /** What is visible before, and after each answer, in order of arrival. */
  readonly visible: readonly Partial<Vessel>[];
  readonly base: Partial<Vessel>;
}

/** Order in which the answers arrive. */
const arrival = [2, 0, 1];

const names = [{ name: "n1" }, { name: "n2" }, { name: "n3" }];
const scenarios: Renames[] = [
  {
    title: "full responses",
    bodies: names,
    answers: names.map((body) => ({ ...stored, ...body })),
    visible: [{ name: "n3" }, { name: "n3" }, { name: "n3" }, { name: "n3" }],
    base: { ...stored, name: "n3" },
  },
  {
    title: "full responses, the second failing",
    bodies: names,
    answers: [{ ...stored, name: "n1" }, 422, { ...stored, name: "n3" }],
    visible: [{ name: "n3" }, { name: "n3" }, { name: "n3" }, { name: "n3" }],
    base: { ...stored, name: "n3" },
  },
  {
    title: "full responses, the third failing",
    bodies: names,
    answers: [{ ...stored, name: "n1" }, { ...stored, name: "n2" }, 422],
    visible: [{ name: "n3" }, { name: "n2" }, { name: "n2" }, { name: "n2" }],
    base: { ...stored, name: "n2" },
  },
  {
    title: "partial responses with different fields",
    bodies: [{ name: "n1" }, { berth: "b2" }, { name: "n3" }],
    answers: [
      { id: "1", name: "n1" },
      { id: "1", berth: "b2" },
      { id: "1", name: "n3" },
    ],
    visible: Array(4).fill({ name: "n3", berth: "b2" }),
    base: { ...stored, name: "n3", berth: "b2" },
  },
  {
    title: "partial responses with different fields, the second failing",
    bodies: [{ name: "n1" }, { berth: "b2" }, { name: "n3" }],
    answers: [{ id: "1", name: "n1" }, 422, { id: "1", name: "n3" }],
    visible: [
      { name: "n3", berth: "b2" },
      { name: "n3", berth: "b2" },
      { name: "n3", berth: "b2" },
      { name: "n3", berth: "b0" },
    ],
    base: { ...stored, name: "n3" },
  },
];

for (const { title, bodies, answers, visible, base } of scenarios) {
  Deno.test(`three renames in one tick answered 3, 1, 2 show the newest that has not failed: ${title} [controller/ACC-2]`, async () => {
    await using server = new HeldServer();
    await using client = newClient();
    const { renameVessel } = vesselEndpoints(server.url);
    await load(client, server);
    const check = (step: number) => {
      const { name, berth } = vesselOf(client);
      const shown = { ...stored, name, berth };
      assertEquals(shown, { ...shown, ...visible[step] }, `step ${step}`);
    };
    const fetches = bodies.map((body) =>
      client.fetch(renameVessel, { id: "1" }, body)
    );
    const settled = Promise.allSettled(fetches);
    check(0);
    const requests = await takeRenames(server, bodies);
    for (const [step, index] of arrival.entries()) {
      const answer = answers[index]!;
      if (typeof answer === "number") requests[index]!.refuse(answer);
      else requests[index]!.answer(answer);
      await fetches[index]!.catch(() => {});
      await committed(client, bodies.length - step - 1);
      check(step + 1);
    }
    await settled;
    assertEquals(client.getState().optimistic, []);
    assertEquals(client.getState().getEntity("Vessel", "1"), base as never);
  });
}

Deno.test("four toggles answered late and in order alternate and end as the server says, without a flicker [controller/ACC-3]", async () => {
  await using server = new HeldServer();
  await using client = newClient();
  const { toggle } = vesselEndpoints(server.url);
  await load(client, server);
  const shown: boolean[] = [];
  client.subscribe((state) => {
    const { isMoored } = state.getEntity("Vessel", "1") as unknown as Vessel;
    if (shown.at(-1) !== isMoored) shown.push(isMoored);
  });
  const fetches = [1, 2, 3, 4].map(() => client.fetch(toggle, { id: "1" }));
  assertEquals(shown, [true, false, true, false]);
  const requests: HeldRequest[] = [];
  for (const _fetch of fetches) {
    requests.push(await server.take("POST", "/vessels/1/toggle"));
  }
  let isMoored = false;
  for (const [index, request] of requests.entries()) {
    isMoored = !isMoored;
    request.answer({ ...stored, isMoored });
    await fetches[index];
    await committed(client, fetches.length - index - 1);
  }
  assertEquals(shown, [true, false, true, false]);
  assertEquals(client.getState().getEntity("Vessel", "1"), stored);
});

class Item extends Entity {
  id = "";
  text = "";
  static override key = "Item";
}

const a = { id: "a", text: "a" };
const b = { id: "b", text: "b" };
const x = { id: "x", text: "x" };

type Happening =
  | "list starts"
  | "list arrives with x"
  | "list arrives without x"
  | "list arrives with b"
  | "list arrives without b"
  | "push starts"
  | "push settles"
  | "push fails"
  | "delete starts"
  | "delete settles";

/** The rows of the matrix of list refetches and mutations. */
const matrix: readonly (readonly [readonly Happening[], readonly string[]])[] =
  [
    [
      ["list starts", "push starts", "push settles", "list arrives without x"],
      ["a", "b", "x"],
    ],
    [
      ["push starts", "list starts", "list arrives with x", "push settles"],
      ["a", "b", "x"],
    ],
    [
      ["push starts", "list starts", "list arrives without x", "push settles"],
      ["a", "b", "x"],
    ],
    [
      [
        "delete starts",
        "delete settles",
        "list starts",
        "list arrives without b",
      ],
      ["a"],
    ],
    [
      ["list starts", "delete starts", "delete settles", "list arrives with b"],
      ["a"],
    ],
    [
      ["delete starts", "list starts", "delete settles", "list arrives with b"],
      ["a"],
    ],
    [
      ["push starts", "list starts", "push settles", "list arrives without x"],
      ["a", "b", "x"],
    ],
    [
      ["push starts", "list starts", "push fails", "list arrives without x"],
      ["a", "b"],
    ],
  ];

for (const [happenings, expected] of matrix) {
  for (const kind of ["JSON", "FormData"] as const) {
    Deno.test(`${happenings.join(", ")}: the list is ${expected.join(" ")}, body ${kind} [controller/ACC-5] [controller/OPT-19]`, async () => {
      await using server = new HeldServer();
      await using client = newClient();
      const unhandled = await unhandledDuring(async () => {
        const list = new Matrix(client, server, kind);
        await list.load();
        for (const happening of happenings) await list.perform(happening);
        assertEquals(list.texts, expected);
        assertEquals(client.getState().optimistic, []);
        const pks = [...client.getState().getEntities("Item")!.keys()];
        assertEquals(pks.filter(isTemporaryPk), []);
      });
      assertEquals(unhandled, []);
    });
  }
}

/** A list, and what may happen to it. */
class Matrix {
  readonly #client: Client;
  readonly #server: HeldServer;
  readonly #body: object;
  readonly #getItems;
  readonly #push;
  readonly #remove;
  #running = new Map<
    string,
    { fetch: Promise<unknown>; request: HeldRequest }
  >();

  constructor(client: Client, server: HeldServer, kind: "JSON" | "FormData") {
    this.#client = client;
    this.#server = server;
    this.#body = { text: "x" };
    if (kind === "FormData") {
      const form = new FormData();
      form.append("text", "x");
      this.#body = form;
    }
    const urlPrefix = server.url;
    const items = new Collection([Item]);
    this.#getItems = new RestEndpoint({
      urlPrefix,
      path: "/items",
      schema: items,
    });
    this.#push = new RestEndpoint({
      urlPrefix,
      path: "/items",
      method: "POST",
      schema: items.push,
      getOptimisticResponse: (_snap, body) => body,
    });
    this.#remove = new RestEndpoint({
      urlPrefix,
      path: "/items/:id",
      method: "DELETE",
      schema: new Invalidate(Item),
      getOptimisticResponse: (_snap, params) => params,
    });
  }

  get texts(): string[] {
    const { data } = this.#client.read(this.#getItems);
    return (data as Item[]).map(({ text }) => text);
  }

  async load(): Promise<void> {
    await this.perform("list starts");
    await this.#settle("list", (request) => request.answer([a, b]));
  }

  async perform(happening: Happening): Promise<void> {
    const client = this.#client;
    switch (happening) {
      case "list starts":
        client.expireAll({ testKey: () => true });
        return await this.#start(
          "list",
          client.fetch(this.#getItems),
          "GET",
          "/items",
        );
      case "push starts":
        return await this.#start(
          "push",
          client.fetch(this.#push, this.#body as never),
          "POST",
          "/items",
        );
      case "delete starts":
        return await this.#start(
          "delete",
          client.fetch(this.#remove, { id: "b" }),
          "DELETE",
          "/items/b",
        );
      case "push fails":
        return await this.#settle("push", (request) => request.refuse(422));
      case "push settles":
        return await this.#settle("push", (request) => request.answer(x));
      case "delete settles":
        return await this.#settle(
          "delete",
          (request) => request.answer({ id: "b" }),
        );
      default: {
        const list = {
          "list arrives with x": [a, b, x],
          "list arrives without x": [a, b],
          "list arrives with b": [a, b],
          "list arrives without b": [a],
        }[happening];
        await this.#settle("list", (request) => request.answer(list));
      }
    }
  }

  async #start(
    name: string,
    fetch: Promise<unknown>,
    method: string,
    path: string,
  ): Promise<void> {
    fetch.catch(() => {});
    const request = await this.#server.take(method, path);
    this.#running.set(name, { fetch, request });
  }

  async #settle(
    name: string,
    answer: (request: HeldRequest) => void,
  ): Promise<void> {
    const { fetch, request } = this.#running.get(name)!;
    const layers = this.#client.getState().optimistic.length;
    answer(request);
    await fetch.catch(() => {});
    if (name !== "list") await committed(this.#client, layers - 1);
  }
}

/** A mutation's promise settles before its result is committed; this waits for the commit. */
async function committed(client: Client, layers: number): Promise<void> {
  for (let turn = 0; turn < 100; turn++) {
    if (client.getState().optimistic.length === layers) return;
    await undefined;
  }
  assert(false, `there are not ${layers} layers`);
}
