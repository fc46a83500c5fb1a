/**
 * Two people use one browser, one after the other: nothing that one of them
 * wrote is sent in the name of the other, or shown to the other, in whatever
 * order pages are opened, closed, frozen and killed. Tried with a storage like
 * IndexedDB and one like `localStorage`, with and without Web Locks, with and
 * without a TabSyncManager, with clocks that are ahead and behind, with a page
 * that goes on in a session that has ended, and with a record of the session
 * that was written over.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type Client,
  Collection,
  createClient,
  Endpoint,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../mod.ts";
import { OfflineManager } from "../../../controller/live/offline.ts";
import { PersistManager } from "../../../controller/live/persist/mod.ts";
import { TabSyncManager } from "../../../controller/live/tabs.ts";
import { assertProperty } from "../../support/property.ts";
import { ManualConnection } from "../outside_world.ts";
import { type Page, Profile, turns } from "./browser_profile.ts";

class Note extends Entity {
  id = "";
  text = "";
  author = "";
}
const Notes = new Collection([Note]);

/** How the browser is. */
interface Setting {
  readonly keepsData: boolean;
  readonly hasLocks: boolean;
  readonly hasTabSync: boolean;
}

/** What happens next, in a page by its number. */
type Step =
  | { readonly kind: "open"; readonly behind: number }
  | {
    readonly kind:
      | "close"
      | "kill"
      | "reload"
      | "freeze"
      | "thaw"
      | "show"
      | "write"
      | "read"
      | "switch user"
      | "switch user, kill"
      | "kill while switching";
    readonly page: number;
  }
  | { readonly kind: "connect"; readonly isOnline: boolean }
  | { readonly kind: "wait"; readonly turns: number; readonly time: number };

const inPage = (
  weight: number,
  kind: Exclude<Step["kind"], "open" | "connect" | "wait">,
): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: fc.record({ kind: fc.constant(kind), page: fc.nat(3) }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("open" as const),
      behind: fc.constantFrom(0, 0, 3_600_000, -86_400_000),
    }),
  },
  inPage(2, "close"),
  inPage(1, "kill"),
  inPage(3, "reload"),
  inPage(1, "freeze"),
  inPage(1, "thaw"),
  inPage(2, "show"),
  inPage(6, "write"),
  inPage(3, "read"),
  inPage(3, "switch user"),
  inPage(1, "switch user, kill"),
  inPage(1, "kill while switching"),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("connect" as const),
      isOnline: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      turns: fc.nat(8),
      time: fc.constantFrom(1, 600, 40_000),
    }),
  },
);

/** Who is logged in, as a cookie says, and what was received in whose name. */
class Harbour {
  user = "ann";
  isOnline = true;
  readonly received: { readonly user: string; readonly author: string }[] = [];
  #count = 0;

  read(): unknown {
    this.#reach();
    const { user } = this;
    return [{ id: `${user} 0`, text: `${user}'s`, author: user }];
  }

  write(note: { readonly text: string; readonly author: string }): unknown {
    this.#reach();
    this.received.push({ user: this.user, author: note.author });
    return { ...note, id: `${note.author} ${++this.#count}` };
  }

  #reach(): void {
    if (!this.isOnline) throw new TypeError("fetch failed");
  }
}

/** A page of the application. */
class App {
  readonly connection: ManualConnection;
  readonly client: Client;
  readonly getNotes;
  readonly addNote;

  constructor(
    readonly page: Page,
    readonly harbour: Harbour,
    { hasTabSync }: Setting,
  ) {
    const { clock, visibility, profile } = page;
    const connection = this.connection = new ManualConnection(harbour.isOnline);
    const storage = profile.storageOf(page);
    const environment = { clock, connection, visibility, random: () => 0 };
    this.getNotes = new Endpoint(async () => {
      const notes = harbour.read();
      await page.turn();
      return notes;
    }, { name: "getNotes", schema: Notes, dataExpiryLength: 60_000 });
    this.addNote = new Endpoint(
      async (note: { readonly text: string; readonly author: string }) => {
        const written = harbour.write(note);
        await page.turn();
        return written;
      },
      {
        name: "addNote",
        schema: Notes.push,
        sideEffect: true as const,
        getOptimisticResponse: (_: unknown, note: object) => note,
      },
    );
    this.client = page.run(() =>
      createClient({
        managers: [
          new PersistManager({ storage, ...environment }),
          ...hasTabSync ? [new TabSyncManager(environment)] : [],
          new OfflineManager({
            storage,
            endpoints: { addNote: this.addNote },
            ...environment,
          }),
          new NetworkManager(environment),
        ],
        gcPolicy: new ImmortalGCPolicy(),
        clock,
      })
    );
    // as hooks do
    this.client.subscribe(() => {});
  }

  write(text: string): void {
    const author = this.harbour.user;
    this.page.run(() =>
      this.client.fetch(this.addNote, { text, author }).catch(() => {})
    );
  }

  read(): void {
    this.page.run(() => this.client.fetch(this.getNotes).catch(() => {}));
  }

  reset(): Promise<void> {
    return this.page.run(() => this.client.resetEntireStore());
  }

  /** Who wrote what is on the screen. */
  get authors(): string[] {
    const rows = this.client.controller.getVisibleState().getEntities("Note");
    return [...rows?.entries() ?? []].map(([, row]) =>
      String((row as { author?: string }).author)
    );
  }

  close(): void {
    this.page.run(() => {
      this.page.visibility.set(false);
      void this.client.dispose();
    });
    this.page.kill();
  }
}

/** One browser from the first page to the last step. */
class Run {
  readonly harbour = new Harbour();
  readonly profile: Profile;
  apps: App[] = [];

  constructor(readonly setting: Setting) {
    this.profile = new Profile(setting.keepsData, setting.hasLocks);
    this.open();
  }

  open(behind = 0): App {
    const app = new App(this.profile.open(behind), this.harbour, this.setting);
    this.apps.push(app);
    return app;
  }

  close(app: App, isKilled = false): void {
    this.apps = this.apps.filter((other) => other !== app);
    if (isKilled || app.page.isFrozen) app.page.kill();
    else app.close();
  }

  /** Until nothing goes on any more. */
  async settle(): Promise<void> {
    for (let round = 0; round < 3; round++) {
      await turns(4);
      this.profile.clock.tick(600);
    }
    await turns(4);
  }

  connect(isOnline: boolean): void {
    this.harbour.isOnline = isOnline;
    for (const { page, connection } of this.apps) {
      page.run(() => connection.set(isOnline));
    }
  }

  /** Logs one person out and another one in, as the guide about authentication has it. */
  async switchUser(app: App, ending: Step["kind"]): Promise<void> {
    const reset = app.reset();
    if (ending === "kill while switching") {
      // nothing is promised; the user begins again elsewhere
      await turns(1);
      this.close(app, true);
      app = this.apps.find(({ page }) => !page.isFrozen) ?? this.open();
      return await this.switchUser(app, "switch user");
    }
    let isReset = false;
    void reset.then(() => isReset = true);
    for (let waited = 0; !isReset; waited++) {
      assert(waited < 2000, "A reset never ends.");
      await turns(1);
      this.profile.clock.tick(1);
    }
    const before = this.harbour.user;
    if (this.apps.length === 1) {
      assert(!this.profile.text.includes(before), this.profile.text);
    }
    this.harbour.user = before === "ann" ? "bob" : "ann";
    if (ending === "switch user, kill") this.close(app, true);
    else await this.#entered(app);
  }

  /** After a login the store is reset once more. */
  async #entered(app: App): Promise<void> {
    void app.reset();
    await this.settle();
    this.look(app);
  }

  /** The user looks at a page. */
  look(app: App): void {
    const { user } = this.harbour;
    assertEquals(app.authors.filter((author) => author !== user), []);
  }

  async take(next: Step): Promise<void> {
    this.profile.clock.tick(1);
    if (next.kind === "open") {
      this.look(this.open(next.behind));
      return;
    }
    if (next.kind === "connect") return this.connect(next.isOnline);
    if (next.kind === "wait") {
      await turns(next.turns);
      this.profile.clock.tick(next.time);
      return;
    }
    if (this.apps.length === 0) this.open();
    const app = this.apps[next.page % this.apps.length]!;
    if (next.kind === "thaw") return app.page.thaw();
    if (next.kind === "close") return this.close(app);
    if (next.kind === "kill") return this.close(app, true);
    if (next.kind === "reload") {
      this.close(app);
      const again = this.open();
      await this.settle();
      return this.look(again);
    }
    if (next.kind === "freeze") {
      app.page.run(() => app.page.visibility.set(false));
      return app.page.freeze();
    }
    // who does something in a page looks at it
    await this.show(app);
    if (next.kind === "write") app.write(`${this.harbour.user}'s draft`);
    else if (next.kind === "read") app.read();
    else if (next.kind !== "show") await this.switchUser(app, next.kind);
  }

  async show(app: App): Promise<void> {
    app.page.thaw();
    app.page.run(() => app.page.visibility.set(false));
    app.page.run(() => app.page.visibility.set(true));
    await this.settle();
    this.look(app);
  }
}

const settings: fc.Arbitrary<Setting> = fc.record({
  keepsData: fc.boolean(),
  hasLocks: fc.boolean(),
  hasTabSync: fc.boolean(),
});

async function play(setting: Setting, steps: readonly Step[]): Promise<void> {
  const run = new Run(setting);
  using _profile = run.profile;
  for (const next of steps) await run.take(next);
  // whatever is left goes on in the end
  run.connect(true);
  for (const { page } of run.apps) page.thaw();
  await run.settle();
  const last = run.open();
  await run.settle();
  run.profile.clock.tick(40_000);
  await run.settle();
  run.look(last);
  const wrong = run.harbour.received.filter(({ user, author }) =>
    user !== author
  );
  assertEquals(wrong, []);
}

Deno.test("what somebody wrote offline in a page that is closed is not sent in the name of who logs in next [controller/NEW-52] [controller/NEW-53]", async () => {
  for (const keepsData of [true, false]) {
    for (const hasLocks of [true, false]) {
      for (const hasTabSync of [true, false]) {
        await play({ keepsData, hasLocks, hasTabSync }, [
          { kind: "open", behind: 0 },
          { kind: "connect", isOnline: false },
          { kind: "write", page: 0 },
          { kind: "wait", turns: 8, time: 600 },
          { kind: "close", page: 0 },
          { kind: "connect", isOnline: true },
          { kind: "switch user", page: 0 },
          { kind: "reload", page: 0 },
        ]);
      }
    }
  }
});

Deno.test("a logout in a page that was just opened ends the session of one whose clock was a day ahead [controller/NEW-53]", async () => {
  for (const hasLocks of [true, false]) {
    const run = new Run({ keepsData: true, hasLocks, hasTabSync: false });
    const { profile, harbour: { received } } = run;
    using _profile = profile;
    const session = profile.clock.now() + 86_400_000;
    profile.items.set("offline:reset", String(session));
    profile.items.set("offline", [{
      id: "1",
      name: "addNote",
      args: [{ text: "draft", author: "ann" }],
      stamp: session,
      scope: "default",
      revision: 0,
      session,
    }]);
    const [app] = run.apps;
    await turns(1);
    void app!.reset();
    run.harbour.user = "bob";
    await run.settle();
    await run.settle();
    await run.settle();
    assertEquals(received, []);
    assert(Number(profile.items.get("offline:reset")) > session);
  }
});

Deno.test("a logout right after that of another page, which was killed at it, leaves nothing queued [controller/NEW-53]", async () => {
  for (const keepsData of [true, false]) {
    for (const hasLocks of [true, false]) {
      for (const behind of [0, -86_400_000]) {
        await play({ keepsData, hasLocks, hasTabSync: true }, [
          { kind: "connect", isOnline: false },
          { kind: "open", behind },
          { kind: "write", page: 0 },
          { kind: "kill while switching", page: 1 },
        ]);
      }
    }
  }
});

/** What a page was about to tell when it was frozen, and goes on to tell to a page that was opened after a logout. */
const frozen: { readonly [about: string]: readonly Step[] } = {
  "what it read": [
    { kind: "open", behind: 0 },
    { kind: "read", page: 1 },
    { kind: "freeze", page: 1 },
    { kind: "switch user, kill", page: 0 },
    { kind: "open", behind: 0 },
  ],
  "what it read, to the second page that was opened": [
    { kind: "open", behind: 0 },
    { kind: "read", page: 1 },
    { kind: "freeze", page: 1 },
    { kind: "open", behind: 0 },
    { kind: "kill", page: 2 },
    { kind: "switch user, kill", page: 0 },
    { kind: "open", behind: 0 },
  ],
  "what it wrote, to a page that was just reloaded": [
    { kind: "open", behind: 0 },
    { kind: "write", page: 1 },
    { kind: "freeze", page: 1 },
    { kind: "write", page: 0 },
    { kind: "write", page: 0 },
    { kind: "switch user", page: 0 },
    { kind: "freeze", page: 0 },
    { kind: "reload", page: 0 },
    { kind: "thaw", page: 0 },
  ],
};
for (const [about, steps] of Object.entries(frozen)) {
  Deno.test(`a page that was frozen before a logout tells nobody ${about} [controller/NEW-86]`, async () => {
    for (const keepsData of [true, false]) {
      for (const hasLocks of [true, false]) {
        await play({ keepsData, hasLocks, hasTabSync: true }, steps);
      }
    }
  });
}

Deno.test("a logout in a page whose clock is behind ends the session that another page has begun meanwhile [controller/NEW-53] [controller/NEW-65]", async () => {
  for (const keepsData of [true, false]) {
    for (const hasLocks of [true, false]) {
      for (const hasTabSync of [true, false]) {
        await play({ keepsData, hasLocks, hasTabSync }, [
          { kind: "open", behind: 3_600_000 },
          { kind: "write", page: 1 },
          { kind: "switch user", page: 0 },
          { kind: "open", behind: 0 },
          { kind: "read", page: 2 },
          { kind: "kill while switching", page: 0 },
          { kind: "switch user", page: 1 },
          { kind: "close", page: 0 },
          { kind: "reload", page: 0 },
          { kind: "open", behind: 0 },
        ]);
      }
    }
  }
});

Deno.test("a page that finds its session written over by an earlier one does not write that over a later one [controller/NEW-53] [controller/NEW-65]", async () => {
  for (const keepsData of [true, false]) {
    for (const hasLocks of [true, false]) {
      const run = new Run({ keepsData, hasLocks, hasTabSync: false });
      const { items } = run.profile;
      using _profile = run.profile;
      const [app] = run.apps;
      await run.switchUser(app!, "switch user");
      const other = run.open();
      app!.write("bob's draft");
      await run.settle();
      for (const name of ["dc:s", "offline:reset"]) items.set(name, "1");
      await run.show(app!);
      await run.switchUser(other, "switch user, kill");
      await run.show(app!);
      run.look(run.open());
    }
  }
});

Deno.test("nothing of one person is shown to another, or sent in the name of another, in whatever order pages come and go [controller/NEW-50] [controller/NEW-53] [controller/NEW-65] [controller/NEW-86]", () =>
  assertProperty(
    fc.asyncProperty(
      settings,
      fc.array(step, { minLength: 5, maxLength: 20 }),
      play,
    ),
    500,
  ));
