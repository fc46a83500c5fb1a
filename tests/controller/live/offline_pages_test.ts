/**
 * Tabs on one storage. Tried with tabs that are opened together, closed and
 * frozen, with and without Web Locks, with a storage like IndexedDB, and with
 * one like `localStorage`, where a tab sees later what others wrote.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Client,
  createClient,
  Endpoint,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { assertProperty } from "../../support/property.ts";
import { ManualConnection } from "../outside_world.ts";
import { type Page, Profile, turns } from "./browser_profile.ts";

class Tab {
  readonly connection: ManualConnection;
  readonly offline: OfflineManager;
  readonly client: Client;
  readonly write;

  constructor(readonly page: Page, sent: string[], isOnline: boolean) {
    const { clock, visibility, profile } = page;
    const connection = this.connection = new ManualConnection(isOnline);
    const environment = { clock, connection, visibility, random: () => 0 };
    this.write = new Endpoint((text: string) => {
      if (!connection.isOnline()) throw new TypeError("fetch failed");
      sent.push(text);
      return Promise.resolve({});
    }, { name: "write", sideEffect: true });
    this.offline = new OfflineManager({
      storage: profile.storageOf(page),
      endpoints: { write: this.write },
      ...environment,
    });
    this.client = page.run(() =>
      createClient({
        managers: [this.offline, new NetworkManager(environment)],
        gcPolicy: new ImmortalGCPolicy(),
        clock,
      })
    );
  }

  /** The manager is stopped, as where the components above it go. */
  stop(): void {
    this.page.run(() => this.offline.cleanup());
  }

  start(): void {
    this.page.run(() => this.offline.init());
  }

  send(text: string): void {
    this.page.run(() => this.client.fetch(this.write, text).catch(() => {}));
  }

  close(): void {
    this.page.run(() => void this.client.dispose());
    this.page.kill();
  }
}

/** What happens next; often: a tab is opened, or somebody writes in one. */
const kinds =
  "open open connect disconnect write write write close freeze thaw wait"
    .split(" ");

interface Step {
  readonly kind: string;
  readonly tab?: number;
  readonly time?: number;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...kinds),
  tab: fc.nat(3),
  time: fc.constantFrom(1, 600, 1200),
});

async function play(
  keepsData: boolean,
  hasLocks: boolean,
  steps: readonly Step[],
): Promise<[sent: string[], written: number]> {
  using profile = new Profile(keepsData, hasLocks);
  profile.delay = 20;
  const sent: string[] = [];
  let isOnline = false;
  let tabs: Tab[] = [];
  const open = () => {
    const tab = new Tab(profile.open(), sent, isOnline);
    tabs.push(tab);
    return tab;
  };
  const connect = (online: boolean) => {
    isOnline = online;
    for (const { page, connection } of tabs) {
      page.run(() => connection.set(online));
    }
  };
  /** Time passes, and nobody is too busy to answer within it. */
  const pass = async (time: number) => {
    for (let left = time; left > 0; left -= 100) {
      await turns(5);
      profile.clock.tick(Math.min(left, 100));
    }
    await turns(5);
  };
  const settle = (rounds: number) => pass(rounds * 600);
  let written = 0;
  open();
  await settle(1);
  for (const { kind, tab: number = 0, time = 600 } of steps) {
    profile.clock.tick(1);
    if (kind === "open") {
      if (tabs.length < 4) open();
      continue;
    }
    if (kind === "wait") await pass(time);
    else if (/connect$/.test(kind)) connect(kind === "connect");
    else {
      const tab = tabs[number % tabs.length] ?? open();
      if (kind === "freeze") tab.page.freeze();
      else if (kind === "thaw") tab.page.thaw();
      else if (kind === "write") {
        if (!tab.page.isFrozen) tab.send(`text ${++written}`);
      } else {
        // one that dies in the middle of a request is sent again
        tab.page.thaw();
        await settle(2);
        tabs = tabs.filter((other) => other !== tab);
        tab.close();
      }
    }
  }
  for (const { page } of tabs) page.thaw();
  connect(true);
  await settle(8);
  open();
  await settle(8);
  return [sent.sort(), written];
}

Deno.test("each change is sent once, however many tabs are opened, closed and frozen, with Web Locks and without [controller/NEW-50]", () =>
  assertProperty(
    fc.asyncProperty(
      fc.tuple(fc.boolean(), fc.boolean()),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (setting, steps) => {
        const left = ["write", "close"].map((kind) => ({ kind }));
        const [sent, written] = await play(...setting, [...left, ...steps]);
        const all = Array.from({ length: written }, (_, n) => `text ${n + 1}`);
        assertEquals(sent, all.sort());
      },
    ),
    300,
  ));

for (const keepsData of [true, false]) {
  for (const isLate of [true, false]) {
    const storage = keepsData ? "like IndexedDB" : "like localStorage";
    const when = isLate ? "had sent it" : "had it";
    Deno.test(`a tab that was stopped and is started again does not send what another tab took over, which ${when} by then, with a storage ${storage} [controller/NEW-50]`, async () => {
      using profile = new Profile(keepsData, true);
      const pass = async (time: number) => {
        for (let left = time; left > 0; left -= 100) {
          await turns(5);
          profile.clock.tick(100);
        }
        await turns(5);
      };
      const sent: string[] = [];
      const one = new Tab(profile.open(), sent, false);
      await pass(600);
      one.send("text");
      await pass(600);
      one.stop();
      await pass(600);
      const other = new Tab(profile.open(), sent, isLate);
      await pass(1200);
      assertEquals(sent, isLate ? ["text"] : []);
      one.start();
      await pass(600);
      one.send("another");
      for (const { page, connection } of [one, other]) {
        page.run(() => connection.set(true));
      }
      await pass(3000);
      assertEquals(sent.toSorted(), ["another", "text"]);
      other.close();
      await pass(1200);
      assertEquals(sent.toSorted(), ["another", "text"]);
      assertEquals(one.offline.entries(), []);
      one.close();
    });
  }
}
