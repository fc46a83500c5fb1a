/**
 * Random sequences of everything a controller can do, against a model that is
 * as simple as it can be: a list of writes per entity, replayed on each look.
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { assertProperty } from "../support/property.ts";
import {
  ExpiryStatus,
  type Snapshot,
  type State,
} from "../../controller/mod.ts";
import { Invalidate } from "../../schema/mod.ts";
import {
  harbour,
  microtasks,
  mutating,
  reading,
  type Server,
  server,
  Vessel as CompleteVessel,
} from "./harbour.ts";
import { contentOf } from "./state/content_of.ts";

/** Shown whatever of it was received: received_test.ts is about what is not. */
class Vessel extends CompleteVessel {
  static override partial = true;
}

const ids = ["a", "b"] as const;
type Id = typeof ids[number];
type Key = Id | "list";

interface Fields {
  readonly name?: string;
  readonly berth?: string;
}

type Operation =
  | { readonly do: "set"; readonly id: Id; readonly fields: Fields }
  | { readonly do: "update"; readonly id: Id; readonly suffix: string }
  | { readonly do: "delete"; readonly id: Id }
  | { readonly do: "push"; readonly id: Id; readonly fields: Fields }
  | { readonly do: "pushList"; readonly members: readonly Id[] }
  | { readonly do: "pushError"; readonly key: Key }
  | { readonly do: "read"; readonly key: Key }
  | { readonly do: "rename"; readonly id: Id }
  | {
    readonly do: "answer";
    readonly which: number;
    readonly outcome: "success" | "failure" | "abort";
    readonly fields: Fields;
  }
  | { readonly do: "invalidate"; readonly key: Key }
  | { readonly do: "invalidateAll" }
  | { readonly do: "expireAll" }
  | { readonly do: "abort"; readonly id: Id }
  | { readonly do: "reset" };

const id = fc.constantFrom(...ids);
const key = fc.constantFrom<Key>("a", "b", "list");
const text = fc.constantFrom("x", "y", "z");
const fields: fc.Arbitrary<Fields> = fc.record(
  { name: text, berth: text },
  { requiredKeys: [] },
);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("set" as const), id, fields }),
  },
  fc.record({ do: fc.constant("update" as const), id, suffix: text }),
  fc.record({ do: fc.constant("delete" as const), id }),
  fc.record({ do: fc.constant("push" as const), id, fields }),
  fc.record({
    do: fc.constant("pushList" as const),
    members: fc.uniqueArray(id),
  }),
  fc.record({ do: fc.constant("pushError" as const), key }),
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("read" as const), key }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("rename" as const), id }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      which: fc.nat(10),
      outcome: fc.constantFrom(
        "success" as const,
        "success" as const,
        "failure" as const,
        "abort" as const,
      ),
      fields,
    }),
  },
  fc.record({ do: fc.constant("invalidate" as const), key }),
  fc.record({ do: fc.constant("invalidateAll" as const) }),
  fc.record({ do: fc.constant("expireAll" as const) }),
  fc.record({ do: fc.constant("abort" as const), id }),
  fc.record({ do: fc.constant("reset" as const) }),
);

/** Since when a field is what it is, by positions in time; 0 is never. */
interface Order {
  /** What was asked for before is too old. */
  readonly seen: number;
  /** When the newest change of it that was sent began, and when it was confirmed. */
  readonly sent: number;
  readonly sentUntil: number;
  /** As much of the newest change that an answer has told of. */
  readonly reported: number;
  readonly reportedUntil: number;
}

const never: Order = {
  seen: 0,
  sent: 0,
  sentUntil: 0,
  reported: 0,
  reportedUntil: 0,
};

interface Field extends Order {
  readonly value: string;
}

/** What is known of one entity. */
interface ModelEntity {
  readonly fields: Record<string, Field>;
  readonly isDeleted: boolean;
  /** Order of the last deletion, which wrote every field. */
  readonly deleted: Order;
}

/** When a change was under way; `until` is `Infinity` while it is. */
interface Span {
  readonly began: number;
  readonly until: number;
}

interface ModelResponse {
  members: readonly Id[] | undefined;
  stamp: number;
  error?: unknown;
  isInvalidated?: boolean;
  isExpired?: boolean;
}

class Entities {
  readonly byId = new Map<Id, ModelEntity>();

  copy(): Entities {
    const copy = new Entities();
    for (const [id, { fields, ...others }] of this.byId) {
      copy.byId.set(id, { ...others, fields: { ...fields } });
    }
    return copy;
  }

  /** Something that is there; `undefined` if it is deleted, and what is told of it is from before. */
  #entity(id: Id, began: number): ModelEntity | undefined {
    const { fields = {}, isDeleted = false, deleted = never } =
      this.byId.get(id) ?? {};
    if (isDeleted && began < deleted.seen) return undefined;
    const entity = { fields, isDeleted: false, deleted };
    this.byId.set(id, entity);
    return entity;
  }

  /**
   * What a server says. Returns whether a change may have written since what was
   * read of a field, which then stays as it is.
   */
  observe(id: Id, values: Fields, began: number, isRead = false): boolean {
    const entity = this.#entity(id, began);
    let isDoubtful = false;
    for (const [name, value] of Object.entries(entity ? values : {})) {
      const { fields, deleted } = entity!;
      const order = fields[name] ?? deleted;
      if (began < order.seen) continue;
      if (
        isRead && order.reportedUntil > began && fields[name]?.value !== value
      ) isDoubtful = true;
      else fields[name] = { ...order, value, seen: began };
    }
    return isDoubtful;
  }

  /** What somebody changed. An edit only observes that there is its row. */
  write(id: Id, values: Fields, { began, until }: Span): void {
    const entity = this.#entity(id, began);
    if (!entity) return;
    for (const [name, value] of Object.entries(values)) {
      const order = entity.fields[name] ?? entity.deleted;
      if (began < order.sent) continue;
      entity.fields[name] = {
        ...order,
        value,
        seen: Math.max(order.seen, until),
        sent: began,
        sentUntil: Math.max(order.sentUntil, until),
      };
    }
  }

  /** What an answer tells of a change that nobody sent. */
  report(id: Id, values: Fields, { began, until }: Span): void {
    const entity = this.#entity(id, began);
    if (!entity) return;
    for (const [name, value] of Object.entries(values)) {
      const order = entity.fields[name] ?? entity.deleted;
      if (began < order.sentUntil || began < order.reported) continue;
      entity.fields[name] = {
        ...order,
        value,
        seen: Math.max(order.seen, until),
        reported: began,
        reportedUntil: Math.max(order.reportedUntil, until),
      };
    }
  }

  /** What an answer says that was there before: a change that sends nothing may have written that as well. */
  note(id: Id, values: Fields, { until }: Span): void {
    const { fields = {} } = this.byId.get(id) ?? {};
    for (const name of Object.keys(values)) {
      const field = fields[name];
      if (!field) continue;
      const reportedUntil = Math.max(field.reportedUntil, until);
      fields[name] = { ...field, reportedUntil };
    }
  }

  /** Whether a change of a field was in flight with another one, and both say something else. */
  isDoubtful(id: Id, values: Fields, began: number): boolean {
    const { fields = {}, isDeleted, deleted = never } = this.byId.get(id) ?? {};
    if (isDeleted && began < deleted.seen) return false;
    return Object.entries(values).some(([name, value]) => {
      const { sent, sentUntil, reported, reportedUntil } = fields[name] ??
        deleted;
      return fields[name]?.value !== value &&
        (sentUntil > began && sent !== began ||
          reportedUntil > began && reported !== began);
    });
  }

  /** Whether something else was read of a field since a change began. */
  isReadSince(id: Id, values: Fields, began: number): boolean {
    const { fields = {} } = this.byId.get(id) ?? {};
    return Object.entries(values).some(([name, value]) => {
      const { seen, sentUntil, reportedUntil } = fields[name] ?? never;
      return fields[name]?.value !== value &&
        seen > Math.max(began, sentUntil, reportedUntil);
    });
  }

  delete(id: Id, stamp: number): void {
    const deleted = { ...never, seen: stamp, sent: stamp, sentUntil: stamp };
    this.byId.set(id, { fields: {}, isDeleted: true, deleted });
  }

  /** The fields that were stored of what is there. */
  known(id: Id): Fields | undefined {
    const { fields, isDeleted } = this.byId.get(id) ?? {};
    return fields === undefined || isDeleted ? undefined : Object.fromEntries(
      Object.entries(fields).map(([name, { value }]) => [name, value]),
    );
  }

  /** Name and berth as a reader sees them; `null` if deleted, `undefined` if unknown. */
  look(id: Id): { name: string; berth: string } | null | undefined {
    const entity = this.byId.get(id);
    if (entity === undefined) return undefined;
    if (entity.isDeleted) return null;
    const { name, berth } = entity.fields;
    return { name: name?.value ?? "", berth: berth?.value ?? "" };
  }
}

interface Flight {
  readonly kind: "read" | "rename";
  readonly target: Key;
  readonly stamp: number;
  readonly call: Server<[{ id: string }]>["calls"][number];
  /** Whether the store was reset while it was on its way. */
  isOfBefore?: boolean;
  outdated?: "invalidated" | "expired";
  /** Of a rename: what was confirmed when it began. */
  readonly before: Fields | undefined;
  /** The store was emptied, or the request aborted: the answer is nobody's. */
  isDiscarded: boolean;
  /** Later fetches join it; they may or may not where a mutation was confirmed that changed nothing one can see. */
  isShared: boolean | "perhaps";
}

class Model {
  entities = new Entities();
  responses = new Map<Key, ModelResponse>();
  layers: {
    readonly id: Id;
    readonly stamp: number;
    /** Whether it has ever shown a name. */
    hasChanged: boolean;
  }[] = [];
  /** When only the server knew what an entity is. */
  doubts = new Map<Id, number>();
  flights: Flight[] = [];
  #stamp = 0;

  next(): number {
    return ++this.#stamp;
  }

  /** Base with all pending layers on top. */
  visible(): Entities {
    const visible = this.entities.copy();
    for (const layer of this.layers) {
      const { id, stamp: began } = layer;
      const current = visible.look(id);
      // the recipe gives up for what is not there
      if (!current) continue;
      layer.hasChanged = true;
      const span = { began, until: Infinity };
      visible.write(id, { name: `${current.name}!` }, span);
    }
    return visible;
  }

  respond(
    key: Key,
    members: readonly Id[],
    fields: Fields,
    stamp: number,
    outdated?: Flight["outdated"],
  ): void {
    for (const member of members) {
      if (this.entities.observe(member, fields, stamp, true)) {
        this.doubts.set(member, this.next());
      }
    }
    if (outdated === "invalidated" || this.#isOlder(key, stamp)) return;
    this.responses.set(key, {
      members,
      stamp,
      isExpired: outdated === "expired",
    });
  }

  fail(
    key: Key,
    error: unknown,
    stamp: number,
    outdated?: Flight["outdated"],
  ): void {
    if (outdated === "invalidated" || this.#isOlder(key, stamp)) return;
    const members = this.responses.get(key)?.members;
    this.responses.set(key, {
      members,
      stamp,
      error,
      isExpired: outdated === "expired",
    });
  }

  /** A result of an older request does not replace a newer one that still holds. */
  #isOlder(key: Key, stamp: number): boolean {
    const stored = this.responses.get(key);
    return stored !== undefined && stored.stamp > stamp &&
      stored.error === undefined && !stored.isInvalidated;
  }

  /** What is written here is confirmed at once, and there is the row. */
  set(id: Id, fields: Fields, stamp: number): void {
    this.entities.write(id, fields, { began: stamp, until: stamp });
  }

  invalidate(key: Key): void {
    const stamp = this.responses.get(key)?.stamp ?? 0;
    this.responses.set(key, { members: undefined, stamp, isInvalidated: true });
  }
}

class Harbour {
  readonly model = new Model();
  readonly network = server();
  readonly client = harbour();
  readonly #states: { readonly state: State; readonly text: string }[] = [];
  readonly getVessel = reading("getVessel", this.network, { schema: Vessel });
  readonly getList = reading("getList", this.network, { schema: [Vessel] });
  readonly rename = mutating("rename", this.network, {
    schema: Vessel,
    getOptimisticResponse(snapshot: Snapshot, { id }: { id: string }) {
      const vessel = snapshot.get(Vessel, { id });
      if (!vessel) throw snapshot.abort;
      return { id, name: `${vessel.name}!` };
    },
  });

  endpoint(key: Key): typeof this.getVessel {
    return key === "list"
      ? this.getList as unknown as typeof this.getVessel
      : this.getVessel;
  }

  async run(operation: Operation): Promise<void> {
    this.#remember();
    this.#apply(operation);
    await microtasks();
    this.check(operation);
  }

  #apply(operation: Operation): void {
    const { model, client, network } = this;
    switch (operation.do) {
      case "set": {
        const { id, fields } = operation;
        model.set(id, fields, model.next());
        client.set(Vessel, { id }, { id, ...fields });
        break;
      }
      case "update": {
        const { id, suffix } = operation;
        const current = model.entities.look(id);
        const stamp = model.next();
        if (current) {
          model.set(id, { name: current.name + suffix }, stamp);
        }
        client.set(Vessel, { id }, ({ name }) => ({ id, name: name + suffix }));
        break;
      }
      case "delete": {
        const { id } = operation;
        model.entities.delete(id, model.next());
        client.controller.set(new Invalidate(Vessel), { id }, { id });
        break;
      }
      case "push": {
        const { id, fields } = operation;
        model.respond(id, [id], fields, model.next());
        this.#settleReads(id);
        client.setResponse(this.getVessel, { id }, { id, ...fields });
        break;
      }
      case "pushList": {
        const { members } = operation;
        model.respond("list", members, {}, model.next());
        this.#settleReads("list");
        const response = members.map((id) => ({ id }));
        client.setResponse(this.getList, { id: "list" }, response);
        break;
      }
      case "pushError": {
        const { key } = operation;
        const error = new Error("pushed");
        model.fail(key, error, model.next());
        this.#settleReads(key);
        client.setError(this.endpoint(key), { id: key }, error);
        break;
      }
      case "read": {
        const { key } = operation;
        const joined = model.flights.findLast((flight) =>
          flight.kind === "read" && flight.target === key && flight.isShared
        );
        const stamp = model.next();
        client.fetch(this.endpoint(key), { id: key });
        const isAnother = joined?.isShared === "perhaps" &&
          network.calls.length > this.#takeOffs;
        if (!joined || isAnother) this.#takeOff("read", key, stamp);
        break;
      }
      case "rename": {
        const { id } = operation;
        const stamp = model.next();
        model.layers.push({ id, stamp, hasChanged: false });
        client.fetch(this.rename, { id }).catch(() => {});
        this.#takeOff("rename", id, stamp);
        break;
      }
      case "answer": {
        const { which, outcome, fields } = operation;
        const [flight] = model.flights.splice(
          which % Math.max(1, model.flights.length),
          1,
        );
        if (flight !== undefined) this.#answer(flight, outcome, fields);
        break;
      }
      case "invalidate": {
        const { key } = operation;
        model.invalidate(key);
        this.#outdate("invalidated", key);
        client.invalidate(this.endpoint(key), { id: key });
        break;
      }
      case "invalidateAll":
        for (const key of [...model.responses.keys()]) model.invalidate(key);
        this.#outdate("invalidated");
        client.invalidateAll({ testKey: (key) => key.startsWith("get") });
        break;
      case "expireAll":
        this.#expireAll();
        client.expireAll({ testKey: (key) => key.startsWith("get") });
        break;
      case "abort": {
        const { id } = operation;
        for (const flight of model.flights) {
          if (flight.kind !== "rename" || flight.target !== id) continue;
          // whether it was carried out nobody knows
          if (!flight.isDiscarded) model.doubts.set(id, model.next());
          flight.isDiscarded = true;
          flight.isOfBefore = false;
        }
        model.layers = model.layers.filter((layer) => layer.id !== id);
        client.controller.abort(this.rename, { id });
        break;
      }
      case "reset":
        model.entities = new Entities();
        model.responses.clear();
        model.layers = [];
        model.doubts.clear();
        for (const flight of model.flights) {
          flight.isOfBefore ||= !flight.isDiscarded;
          flight.isDiscarded = true;
          flight.isShared = false;
        }
        model.next();
        client.resetEntireStore();
        break;
    }
    assertEquals(
      network.calls.length,
      this.#takeOffs,
      "as many requests as the model expects",
    );
  }

  #takeOffs = 0;

  #takeOff(kind: Flight["kind"], target: Key, stamp: number): void {
    const call = this.network.calls[this.#takeOffs++]!;
    const isShared = kind === "read";
    const before = kind === "rename"
      ? this.model.entities.known(target as Id)
      : undefined;
    this.model.flights.push({
      kind,
      target,
      stamp,
      call,
      before,
      isShared,
      isDiscarded: false,
    });
  }

  /** A pushed value ends the waiting for a read; its answer is still taken. */
  #settleReads(key: Key): void {
    for (const flight of this.model.flights) {
      if (flight.kind === "read" && flight.target === key) {
        flight.isShared = false;
      }
    }
  }

  #expireAll(): void {
    for (const response of this.model.responses.values()) {
      response.isExpired = true;
    }
    this.#outdate("expired");
  }

  #outdate(kind: "invalidated" | "expired", key?: Key): void {
    for (const flight of this.model.flights) {
      if (flight.kind !== "read") continue;
      if (key !== undefined && flight.target !== key) continue;
      flight.isShared = false;
      if (flight.outdated !== "invalidated") flight.outdated = kind;
    }
  }

  #answer(
    flight: Flight,
    outcome: "success" | "failure" | "abort",
    fields: Fields,
  ): void {
    const { model } = this;
    const { kind, target, stamp, call, outdated, isDiscarded, isOfBefore } =
      flight;
    const members = target === "list" ? [...ids] : [target];
    const error = outcome === "abort"
      ? new DOMException("aborted", "AbortError")
      : new Error("down");
    if (outcome === "success") {
      const all = members.map((id) => ({ id, ...fields }));
      call.resolve(target === "list" ? all : all[0]);
    } else call.reject(error);
    if (isDiscarded) {
      // what was read since may lack it
      if (isOfBefore && kind === "rename" && outcome === "success") {
        this.#expireAll();
      }
      return;
    }
    if (kind === "rename") {
      const layer = model.layers.find((layer) => layer.stamp === stamp);
      model.layers = model.layers.filter((other) => other !== layer);
      if (outcome !== "success") {
        model.doubts.set(target as Id, model.next());
      } else {
        const before = JSON.stringify(model.entities.look(target as Id));
        this.#confirm(flight, fields, layer?.hasChanged === true);
        const isOther =
          before !== JSON.stringify(model.entities.look(target as Id));
        // whoever fetches from now on wants to see it
        for (const other of model.flights) {
          other.isShared &&= isOther ? false : "perhaps";
        }
      }
    } else if (outcome === "success") {
      model.respond(target, members, fields, stamp, outdated);
    } else if (outcome === "failure") {
      model.fail(target, error, stamp, outdated);
    }
  }

  /** What a rename changed is what its layer has, and what its answer tells. */
  #confirm(
    { target, stamp: began, before }: Flight,
    fields: Fields,
    isNameSent: boolean,
  ): void {
    const { model } = this;
    const id = target as Id;
    const span = { began, until: model.next() };
    const current = model.entities.look(id);
    // an answer without a field says that what was expected has happened
    const isAcknowledging = Object.keys(fields).length === 0;
    if (isAcknowledging && current) fields = { name: `${current.name}!` };
    const sent: Record<string, string> = {};
    const reported: Record<string, string> = {};
    const seen: Record<string, string> = {};
    for (const [name, value] of Object.entries(fields)) {
      const kind = name === "name" && isNameSent
        ? sent
        : before?.[name as "name"] === value
        ? seen
        : reported;
      kind[name] = value;
    }
    const stored = model.entities.known(id) ?? {};
    const known = Object.fromEntries(
      Object.entries(seen).filter(([name]) => name in stored),
    );
    const isDoubtful = model.entities
      .isDoubtful(id, { ...known, ...sent, ...reported }, began) ||
      model.entities.isReadSince(id, reported, began);
    model.entities.observe(id, seen, began);
    model.entities.note(id, seen, span);
    model.entities.write(id, sent, span);
    model.entities.report(id, reported, span);
    if (isDoubtful || isAcknowledging && !(isNameSent && current)) {
      model.doubts.set(id, model.next());
    }
  }

  check(operation: Operation): void {
    const visible = this.model.visible();
    const what = JSON.stringify(operation);
    for (const id of ids) {
      const vessel = this.client.get(Vessel, { id });
      assertEquals(
        vessel && { name: vessel.name, berth: vessel.berth },
        visible.look(id) ?? undefined,
        `${id} after ${what}`,
      );
    }
    for (const key of ["a", "b", "list"] as const) {
      this.#checkResponse(key, visible, what);
    }
  }

  #checkResponse(key: Key, visible: Entities, what: string): void {
    const { data, error, expiryStatus, expiresAt } = this.client.read(
      this.endpoint(key),
      { id: key },
    );
    const stored = this.model.responses.get(key);
    const expected = expectedReading(key, stored, visible);
    const seen = key === "list"
      ? (data as unknown as Vessel[] | undefined)?.map(({ id }) => id)
      : data && (data as Vessel).id;
    assertEquals(
      { data: seen, error, expiryStatus },
      { ...expected, error: stored?.error },
      `${key} after ${what}`,
    );
    if (stored !== undefined && !stored.isInvalidated) {
      const rows = key === "list" ? stored.members ?? [] : [key];
      const isDoubtful = rows.some((id) =>
        (this.model.doubts.get(id) ?? 0) > stored.stamp
      );
      assertEquals(
        expiresAt === 1,
        stored.isExpired === true || isDoubtful,
        `${key} ${what}`,
      );
    }
  }

  #remember(): void {
    const state = this.client.getState();
    const visible = this.client.controller.getVisibleState();
    for (const each of [state, visible]) {
      this.#states.push({ state: each, text: contentOf(each) });
    }
  }

  /** No state that was handed out has changed since. */
  checkStates(): void {
    for (const { state, text } of this.#states) {
      assertEquals(contentOf(state), text);
    }
  }
}

function expectedReading(
  key: Key,
  stored: ModelResponse | undefined,
  visible: Entities,
): { data: unknown; expiryStatus: ExpiryStatus } {
  const { Invalid, InvalidIfStale, Valid } = ExpiryStatus;
  const hasError = stored?.error !== undefined;
  if (key === "list") {
    const members = stored?.members?.filter((id) => visible.look(id));
    if (stored?.isInvalidated) {
      return { data: undefined, expiryStatus: Invalid };
    }
    return { data: members, expiryStatus: members ? Valid : InvalidIfStale };
  }
  const entity = visible.look(key);
  const data = entity ? key : undefined;
  if (stored?.isInvalidated) return { data, expiryStatus: Invalid };
  if (entity === null) {
    return { data, expiryStatus: hasError ? InvalidIfStale : Invalid };
  }
  return { data, expiryStatus: entity ? Valid : InvalidIfStale };
}

Deno.test("random sequences of all methods leave what a naive model says [controller/ACC-14] [controller/STA-2]", async () => {
  const unhandled: unknown[] = [];
  const listener = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    unhandled.push(event.reason);
  };
  addEventListener("unhandledrejection", listener);
  try {
    await assertProperty(
      fc.asyncProperty(
        fc.array(operation, { minLength: 5, maxLength: 40 }),
        async (operations) => {
          const harbour = new Harbour();
          using _client = harbour.client;
          for (const operation of operations) await harbour.run(operation);
          harbour.checkStates();
          await new Promise((resolve) => setTimeout(resolve, 0));
          assertEquals(unhandled, []);
        },
      ),
      300,
    );
  } finally {
    removeEventListener("unhandledrejection", listener);
  }
});
