import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Invalidate } from "../../../mod.ts";
import type { KeyValueStorage } from "../../../controller/live/persist/mod.ts";
import { assertProperty } from "../../support/property.ts";
import { HeldClock } from "./held_clock.ts";
import { Port, Session, Texts } from "./persist_session.ts";

const day = 86_400_000;
const ids = ["a", "b:c", "%d"];

/** A row of the model: what it holds, and since when. */
type Row = readonly [name: string, date: number];

/** The storage as one process sees it, until that is killed. */
class Access {
  isDead = false;
  readonly storage: KeyValueStorage;

  constructor(texts: Texts, hasNames: boolean) {
    const whileAlive = <T>(run: () => T): T | undefined =>
      this.isDead ? undefined : run();
    this.storage = {
      getItem: (name) => whileAlive(() => texts.getItem(name)),
      setItem: (name, text) =>
        whileAlive(() => texts.setItem(name, String(text))),
      removeItem: (name) => whileAlive(() => texts.removeItem(name)),
      ...hasNames && { keys: () => texts.keys() },
    };
  }
}

Deno.test("whatever happens between two starts, what was written and is not too old is there again [controller/NEW-61] [controller/NEW-63] [controller/NEW-65] [controller/NEW-66] [controller/NEW-67]", async () => {
  const id = fc.constantFrom(...ids);
  const step = fc.oneof(
    { weight: 3, arbitrary: fc.record({ kind: fc.constant("set"), id }) },
    fc.record({ kind: fc.constant("delete"), id }),
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constantFrom("reset", "second", "most of a day", "flush"),
        id,
      }),
    },
    // started again, with a change before it is known what is kept
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom("restart", "kill", "hasten"),
        id,
      }),
    },
  );
  await assertProperty(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (steps, hasNames) => {
        const texts = new Texts();
        const clock = new HeldClock();
        /** What is in memory, and what the storage has of it. */
        let memory = new Map<string, Row>();
        let written = new Map<string, Row>();
        let access = new Access(texts, hasNames);
        let session = new Session(access.storage, clock);
        await session.persist.ready;
        const flush = async () => {
          await session.persist.flush();
          written = new Map(memory);
        };
        const start = () => {
          access = new Access(texts, hasNames);
          session = new Session(access.storage, clock);
          memory = new Map(
            [...written].filter(([, [, date]]) => clock.now() - date <= day),
          );
        };
        let count = 0;
        const set = (id: string) => {
          const name = `name ${count++}`;
          memory.set(id, [name, clock.now()]);
          return session.set(id, name);
        };
        for (const { kind, id } of steps) {
          clock.tick(1);
          switch (kind) {
            case "set":
              await set(id);
              break;
            case "delete":
              await session.client.set(new Invalidate(Port), { id }, { id });
              memory.delete(id);
              break;
            case "reset":
              await session.client.controller.resetEntireStore();
              memory.clear();
              await flush();
              break;
            case "second":
              clock.tick(1000);
              await flush();
              break;
            case "most of a day":
              clock.tick(0.7 * day);
              await flush();
              break;
            case "flush":
              await flush();
              break;
            case "restart":
              await session[Symbol.asyncDispose]();
              written = new Map(memory);
              start();
              await session.persist.ready;
              break;
            case "kill":
              access.isDead = true;
              await session[Symbol.asyncDispose]();
              start();
              await session.persist.ready;
              break;
            case "hasten":
              await session[Symbol.asyncDispose]();
              written = new Map(memory);
              start();
              void set(id);
              await session.persist.ready;
              break;
          }
          assertEquals(
            Object.fromEntries(ids.map((id) => [id, session.nameOf(id)])),
            Object.fromEntries(ids.map((id) => [id, memory.get(id)?.[0]])),
          );
        }
        assertEquals(session.errors, []);
        await session[Symbol.asyncDispose]();
      },
    ),
    100,
  );
});
