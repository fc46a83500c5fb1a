/**
 * Pages that are no secure context have no Web Locks. Tried with pages that are
 * opened together, closed and frozen, and with both kinds of storages.
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

  send(text: string): void {
    this.page.run(() => this.client.fetch(this.write, text).catch(() => {}));
  }

  close(): void {
    this.page.run(() => void this.client.dispose());
    this.page.kill();
  }
}

type Step =
  | { readonly kind: "open" | "connect" | "disconnect" }
  | {
    readonly kind: "close" | "freeze" | "thaw" | "write";
    readonly tab: number;
  }
  | { readonly kind: "wait"; readonly time: number };

const alone = (kind: "open" | "connect" | "disconnect") =>
  fc.constant<Step>({ kind });
const inTab = (kind: "close" | "freeze" | "thaw" | "write") =>
  fc.record({ kind: fc.constant(kind), tab: fc.nat(3) });

const step: fc.Arbitrary<Step> = fc.oneof(
  alone("open"),
  alone("open"),
  alone("connect"),
  alone("disconnect"),
  inTab("write"),
  inTab("write"),
  inTab("write"),
  inTab("close"),
  inTab("freeze"),
  inTab("thaw"),
  fc.record({
    kind: fc.constant("wait" as const),
    time: fc.constantFrom(1, 600, 1200),
  }),
);

async function play(
  keepsData: boolean,
  steps: readonly Step[],
): Promise<[sent: string[], written: number]> {
  using profile = new Profile(keepsData, false);
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
  for (const next of steps) {
    profile.clock.tick(1);
    if (next.kind === "open") {
      if (tabs.length < 4) open();
    } else if (next.kind === "connect") connect(true);
    else if (next.kind === "disconnect") connect(false);
    else if (next.kind === "wait") {
      await pass(next.time);
    } else if ("tab" in next) {
      const tab = tabs[next.tab % tabs.length] ?? open();
      if (next.kind === "freeze") tab.page.freeze();
      else if (next.kind === "thaw") tab.page.thaw();
      else if (next.kind === "write") {
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

Deno.test("without Web Locks a tab sends what a closed one has left, and not what one has that lives [controller/NEW-50]", async () => {
  for (const keepsData of [false, true]) {
    const [sent] = await play(keepsData, [
      { kind: "write", tab: 0 },
      { kind: "write", tab: 0 },
      { kind: "open" },
      { kind: "wait", time: 600 },
      { kind: "wait", time: 600 },
      { kind: "close", tab: 0 },
      { kind: "write", tab: 0 },
      { kind: "connect" },
      { kind: "open" },
      { kind: "open" },
    ]);
    assertEquals(sent, ["text 1", "text 2", "text 3"]);
  }
});

Deno.test("without Web Locks each change is sent once, however many tabs are opened, closed and frozen [controller/NEW-50]", () =>
  assertProperty(
    fc.asyncProperty(
      fc.boolean(),
      fc.array(step, { minLength: 5, maxLength: 25 }),
      async (keepsData, steps) => {
        const [sent, written] = await play(keepsData, [
          { kind: "write", tab: 0 },
          { kind: "close", tab: 0 },
          ...steps,
        ]);
        const all = Array.from({ length: written }, (_, n) => `text ${n + 1}`);
        assertEquals(sent, all.sort());
      },
    ),
    300,
  ));
