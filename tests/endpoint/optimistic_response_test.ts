import {
  assert,
  assertEquals,
  assertFalse,
  assertInstanceOf,
  assertRejects,
  assertStrictEquals,
} from "@std/assert";
import * as entry from "../../endpoint/mod.ts";
import {
  Collection,
  createClient,
  RestEndpoint,
  type SnapshotInterface,
} from "../../mod.ts";
import { spyOnConsole } from "./spies.ts";
import { nextTask } from "../support/next_task.ts";
import { Vessel } from "./harbour.ts";

type Deferred = ReturnType<typeof Promise.withResolvers<unknown>>;

/** An endpoint function whose calls are answered one by one, when the test says so. */
function deferred() {
  const requests: Deferred[] = [];
  return {
    requests,
    fetch(): Promise<unknown> {
      const request = Promise.withResolvers<unknown>();
      requests.push(request);
      return request.promise;
    },
  };
}

const args = { id: "7" };
const getVessel = new RestEndpoint({
  path: "/vessels/:id",
  schema: Vessel,
  fetch: ({ id }: { id: string | number }) =>
    Promise.resolve({ id, name: "Ada", berth: 1 }),
});

function moving(answers: ReturnType<typeof deferred>) {
  return new RestEndpoint({
    path: "/vessels/:id",
    method: "PATCH",
    body: {} as { berth: number },
    schema: Vessel,
    fetch: () => answers.fetch(),
    getOptimisticResponse(_snap, { id }, { berth }) {
      return { id, berth };
    },
  });
}

Deno.test("an optimistic response is seen at once, over what is stored [endpoint/OPT-1]", async () => {
  using client = createClient();
  await client.fetch(getVessel, args);
  const answers = deferred();
  const promise = client.fetch(moving(answers), args, { berth: 4 });
  assertEquals(client.get(Vessel, args)?.berth, 4);
  assertEquals(client.get(Vessel, args)?.name, "Ada");
  answers.requests[0]!.resolve({ id: "7", berth: 5 });
  await promise;
  await client.allSettled();
  assertEquals(client.get(Vessel, args)?.berth, 5);
});

Deno.test("a failure takes it back, and only that of the failed call [endpoint/OPT-2]", async () => {
  using client = createClient();
  await client.fetch(getVessel, args);
  const answers = deferred();
  const move = moving(answers);
  const first = client.fetch(move, args, { berth: 4 });
  const second = client.fetch(move, args, { berth: 5 });
  assertEquals(client.get(Vessel, args)?.berth, 5);
  answers.requests[1]!.reject(new Error("no"));
  await assertRejects(() => second, Error, "no");
  await nextTask();
  assertEquals(client.get(Vessel, args)?.berth, 4);
  answers.requests[0]!.resolve({ id: "7", berth: 6 });
  await first;
  await client.allSettled();
  assertEquals(client.get(Vessel, args)?.berth, 6);
});

Deno.test("it gets a snapshot of the store and the arguments of the call [endpoint/OPT-3]", async () => {
  using client = createClient();
  await client.fetch(getVessel, args);
  const failing = getVessel.extend({
    path: "/failing/:id",
    fetch: () => Promise.reject(new Error("not found")),
  });
  await assertRejects(() => client.fetch(failing, args));
  const answers = deferred();
  const seen: unknown[] = [];
  let snapshot: SnapshotInterface | undefined;
  const before = Date.now();
  const update = new RestEndpoint({
    path: "/vessels/:id",
    method: "PUT",
    body: {} as { berth: number },
    schema: Vessel,
    fetch: () => answers.fetch(),
    getOptimisticResponse(snap, parameters, body) {
      snapshot = snap;
      seen.push(this, parameters, body);
      const entity = snap.get(Vessel, { id: "7" });
      const { data, expiresAt } = snap.getResponse(getVessel, { id: "7" });
      const meta = snap.getResponseMeta(getVessel, { id: "7" });
      assertStrictEquals(data, entity);
      assertEquals(meta.expiresAt, expiresAt);
      assertEquals(snap.getError(failing, { id: "7" })?.message, "not found");
      assertStrictEquals(snap.getError(getVessel, { id: "7" }), undefined);
      return { ...entity, ...body };
    },
  });
  const body = { berth: 4 };
  const promise = client.fetch(update, args, body);
  assertStrictEquals(seen[0], update);
  assertEquals(seen.slice(1, 3), [args, body]);
  assert(snapshot!.fetchedAt >= before);
  assert(snapshot!.fetchedAt <= Date.now() + 1);
  assertEquals(client.get(Vessel, args)?.berth, 4);
  answers.requests[0]!.resolve({ id: "7" });
  await promise;
});

Deno.test("throwing snap.abort makes no change, and the request goes on [endpoint/OPT-4] [endpoint/ERR-6]", async () => {
  using errors = spyOnConsole("error");
  using client = createClient();
  await client.fetch(getVessel, args);
  const answers = deferred();
  const aborts: unknown[] = [];
  const move = moving(answers).extend({
    getOptimisticResponse(snap: SnapshotInterface) {
      aborts.push(snap.abort);
      throw snap.abort;
    },
  });
  const promise = client.fetch(move, args, { berth: 4 });
  assertEquals(client.get(Vessel, args)?.berth, 1);
  answers.requests[0]!.resolve({ id: "7", berth: 5 });
  assertEquals((await promise).berth, 5);
  await client.allSettled();
  assertEquals(client.get(Vessel, args)?.berth, 5);
  assertInstanceOf(aborts[0], Error);
  assert(aborts.every((abort) => abort === aborts[0]));
  assertEquals(errors.lines, []);
  assertFalse("AbortOptimistic" in entry);
});

Deno.test("an optimistic push shows up in the list at once and is replaced by the real one [endpoint/OPT-8]", async () => {
  using client = createClient();
  const answers = deferred();
  const list = new RestEndpoint({
    path: "/vessels",
    schema: new Collection([Vessel]),
    fetch: () => Promise.resolve([{ id: "1", name: "a" }]),
  });
  const create = list.push.extend({
    fetch: () => answers.fetch(),
    getOptimisticResponse(_snap: SnapshotInterface, body: unknown) {
      return body;
    },
  });
  await client.fetch(list);
  const promise = client.fetch(create, { name: "new" });
  const names = () => client.read(list).data?.map(({ name }) => name);
  assertEquals(names(), ["a", "new"]);
  answers.requests[0]!.resolve({ id: "9", name: "new" });
  await promise;
  await client.allSettled();
  assertEquals(names(), ["a", "new"]);
  assertEquals(client.read(list).data![1]!.pk(), "9");
});
