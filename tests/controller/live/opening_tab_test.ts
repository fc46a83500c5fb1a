/**
 * A tab that was just opened does not know yet which session it is in, where
 * something is stored: what it hears and tells meanwhile is neither lost nor
 * of a session that has ended. Tried with a storage like IndexedDB and one like
 * `localStorage`, with one for all tabs and one for each (`sessionStorage`),
 * with and without a logout before, with a tab that is closed right after, and
 * with a storage that gives no answer. Frozen tabs are in two_users_test.ts.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import {
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import {
  type KeyValueStorage,
  PersistManager,
} from "../../../controller/live/persist/mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { type Page, Profile, turns } from "./browser_profile.ts";

class Port extends Entity {
  id = "";
  name = "";
}

/** Managers that store something, by what stores. */
const stores = {
  PersistManager: (page: Page, storage: KeyValueStorage) =>
    new PersistManager({ storage, ...page }),
  OfflineManager: (page: Page, storage: KeyValueStorage) =>
    new OfflineManager({ storage, endpoints: {}, ...page }),
};

/** One tab of the application. */
class Tab {
  readonly client;

  constructor(
    readonly page: Page,
    storage: KeyValueStorage = page.profile.storageOf(page),
    store: keyof typeof stores = "PersistManager",
  ) {
    const { clock, visibility } = page;
    this.client = page.run(() =>
      createClient({
        managers: [
          stores[store](page, storage),
          new TabSyncManager({ clock, visibility }),
          new NetworkManager({ clock }),
        ],
        gcPolicy: new ImmortalGCPolicy(),
        clock,
      })
    );
  }

  rename(id: string, name: string): void {
    this.page.run(() => void this.client.set(Port, { id }, { id, name }));
  }

  nameOf(id: string): string | undefined {
    return this.client.get(Port, { id })?.name;
  }

  close(): void {
    this.page.run(() => void this.client.dispose());
    this.page.kill();
  }
}

async function pass(profile: Profile, time = 50): Promise<void> {
  await turns(20);
  profile.clock.tick(time);
  await turns(20);
}

/** Until nothing is on its way, not even in a storage that is slow. */
async function settle(profile: Profile): Promise<void> {
  for (let round = 0; round < 40; round++) await pass(profile);
}

/** A storage of one tab. */
function ownStorage(): KeyValueStorage {
  const own = new Map<string, unknown>();
  return {
    getItem: (name) => own.get(name),
    setItem: (name, value) => void own.set(name, value),
    removeItem: (name) => void own.delete(name),
    keys: () => [...own.keys()],
  };
}

/** One that takes longer than other tabs take to answer. */
function slowStorage(page: Page): KeyValueStorage {
  const storage = page.profile.storageOf(page);
  const late = async <T>(work: () => T) => {
    await new Promise<void>((resolve) => page.clock.setTimeout(resolve, 120));
    return await work();
  };
  return {
    getItem: (name) => late(() => storage.getItem(name)),
    setItem: (name, value) => late(() => storage.setItem(name, value)),
    removeItem: (name) => late(() => storage.removeItem(name)),
    keys: () => late(() => storage.keys!() as string[]),
  };
}

const storages = {
  "like IndexedDB": (page: Page) => page.profile.storageOf(page),
  "like localStorage": (page: Page) => page.profile.storageOf(page),
  "one for each tab": ownStorage,
  slow: slowStorage,
};

/** In browsers with all kinds of storages, before and after a logout. */
async function everywhere(
  run: (profile: Profile, open: () => Tab, where: string) => Promise<void>,
): Promise<void> {
  for (const store of ["PersistManager", "OfflineManager"] as const) {
    for (const [kind, storageOf] of Object.entries(storages)) {
      for (const isAfterLogout of [true, false]) {
        using profile = new Profile(kind === "like IndexedDB", true);
        const open = () => {
          const page = profile.open();
          return new Tab(page, storageOf(page), store);
        };
        if (isAfterLogout) {
          const before = open();
          await settle(profile);
          before.page.run(() => void before.client.resetEntireStore());
          await settle(profile);
          before.close();
        }
        await run(profile, open, `${store}, ${kind}, ${isAfterLogout}`);
      }
    }
  }
}

Deno.test("what another tab tells and then closes, a tab that was just opened shows, and the last of it [controller/NEW-82] [controller/NEW-86]", () =>
  everywhere(async (profile, open, where) => {
    const left = open();
    await settle(profile);
    const right = open();
    left.rename("rtm", "first");
    await turns(1);
    left.rename("rtm", "second");
    await turns(1);
    left.close();
    await settle(profile);
    assertEquals(right.nameOf("rtm"), "second", where);
    right.close();
  }));

Deno.test("tabs that are opened at once show each other's changes from the start [controller/NEW-82] [controller/NEW-86]", () =>
  everywhere(async (profile, open, where) => {
    const tabs = [open(), open(), open()];
    for (const [index, tab] of tabs.entries()) tab.rename(`${index}`, "new");
    await settle(profile);
    for (const tab of tabs) {
      assertEquals(
        tabs.map((_, index) => tab.nameOf(`${index}`)),
        ["new", "new", "new"],
        where,
      );
    }
    for (const tab of tabs) tab.close();
  }));

Deno.test("what a tab stores while it is opened it tells also where nobody answers it [controller/NEW-82]", () =>
  everywhere(async (profile, open, where) => {
    const listener = profile.open();
    const heard: unknown[] = [];
    listener.run(() => {
      new BroadcastChannel("data-client:6:").onmessage = ({ data }) =>
        heard.push(...data.parts.map(({ pk }: { pk: string }) => pk));
    });
    const tab = open();
    tab.rename("rtm", "new");
    await settle(profile);
    assertEquals(heard, ["rtm"], where);
    tab.close();
  }));

Deno.test("a tab that was just opened tells what it stored before it was closed [controller/NEW-82]", () =>
  everywhere(async (profile, open, where) => {
    const left = open();
    await settle(profile);
    const right = open();
    await settle(profile);
    right.rename("rtm", "last");
    right.close();
    await settle(profile);
    assertEquals(left.nameOf("rtm"), "last", where);
    left.close();
  }));

Deno.test("a tab whose storage gives no answer hears and tells all the same [controller/NEW-86]", async () => {
  using profile = new Profile(true, true);
  const left = new Tab(profile.open());
  await pass(profile);
  const never = () => new Promise<undefined>(() => {});
  const storage = {
    getItem: never,
    setItem: never,
    removeItem: never,
    keys: never as () => Promise<string[] | undefined> as () => Promise<
      string[]
    >,
  };
  const right = new Tab(profile.open(), storage);
  left.rename("rtm", "from the left");
  right.rename("ham", "from the right");
  await pass(profile, 499);
  await pass(profile, 1);
  await pass(profile);
  assertEquals(right.nameOf("rtm"), "from the left");
  assertEquals(left.nameOf("ham"), "from the right");
  left.close();
  right.close();
});
