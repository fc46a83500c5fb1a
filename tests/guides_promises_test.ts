/**
 * What the guides about tabs, offline work, persistence and logging in promise,
 * and the test that holds each promise. A sentence that changes is looked at
 * again here, together with its test; so is a test that is renamed.
 *
 * @module
 */
import { assertEquals } from "@std/assert";

const root = new URL("../", import.meta.url);

/** Sentences of a guide, or the parts of them that promise something, with the title of a test up to its rules. */
type Promises = readonly (readonly [promise: string, test: string])[];

const live = "tests/controller/live/";
const browser = "tests/browser/";

const promises: Record<string, Promises> = {
  "docs/offline.md": [
    [
      "Each change is shown at once and waits in a queue. The queue survives a reload.",
      `${browser}offline_queue_test.ts: a page goes on without a network and after a reload, sends each change once in order, and shows data again that was reset without a network`,
    ],
    [
      "When the server can be reached, the changes are sent, one after the other.",
      `${live}offline_test.ts: what is changed offline is seen at once, kept, and sent in order when the network is back`,
    ],
    [
      "Other mutations fail offline, as they always did.",
      `${live}offline_test.ts: only mutations that are named are queued, extended ones as well`,
    ],
    [
      "Without one it is sent all the same, but shows only after the response.",
      `${live}offline_test.ts: a change without an optimistic response waits unseen, its promise pending, and shows with its response`,
    ],
    [
      "Errors reach the caller as always.",
      `${live}offline_test.ts: a program that is online sends at once, keeps nothing, and its callers get their errors`,
    ],
    [
      "when the request gets no response, or when others wait in front of it.",
      `${live}offline_test.ts: a mutation that gets no answer waits, and those of its scope behind it`,
    ],
    [
      "The promise of a change that waits stays pending.",
      `${live}offline_test.ts: a change without an optimistic response waits unseen, its promise pending, and shows with its response`,
    ],
    [
      "`offline.discard(id)` takes one back, `offline.clear()` takes back all.",
      `${live}offline_test.ts: entries are one list until something changes, and can be given up`,
    ],
    [
      "a change has the same key each time it is sent.",
      `${live}offline_test.ts: each attempt has the same idempotency key, which servers get in a header where the endpoint names one`,
    ],
    [
      "Changes are sent one at a time, in the order in which they were made.",
      `${live}offline_property_test.ts: each of a thousand queued mutations has its effect once, in the order of its scope, whatever happens`,
    ],
    [
      "Each scope has an order of its own.",
      `${live}offline_test.ts: scopes are sent side by side, each in its order`,
    ],
    [
      "A change that waits shows over every response, also over one that was requested later.",
      `${live}offline_test.ts: what waits shows over every answer, and under what was written later; what was sent does not`,
    ],
    [
      "A change begins when it was made, not when it is sent.",
      `${live}offline_test.ts: an optimistic response knows when the change was made, however long it has waited`,
    ],
    [
      "the newest one replaces an older one that waits under the same key.",
      `${live}offline_test.ts: a newer change takes the place of one that waits, where the endpoint says so`,
    ],
    [
      "that id takes the place of the temporary one in everything that waits.",
      `${live}offline_test.ts: what another scope still creates is waited for, and keys are replaced at any depth`,
    ],
    [
      "the change is given up, its promise rejects, the next one is sent",
      `${live}offline_test.ts: what the server refuses is taken back, its caller told, and the queue goes on`,
    ],
    [
      "the change waits for `retry(id)` or `discard(id)`, others behind it",
      `${live}offline_test.ts: a refused entry that is held stops its scope until somebody decides; other arguments have another key`,
    ],
    [
      "it is sent again with these arguments",
      `${live}offline_test.ts: onError may answer later, with other arguments, or have it tried again`,
    ],
    [
      '`"discard"` for a refusal, `"hold"` after all attempts',
      `${live}offline_test.ts: a server that cannot now is asked again, as late as it says, and after eight times the entry is held`,
    ],
    [
      "with a `DependencyError`.",
      `${live}offline_test.ts: what depends on a creation that is given up is given up, too`,
    ],
    [
      "`onError` is also told of a storage that fails",
      `${live}offline_test.ts: a storage that throws, is full or never answers costs only what it would have kept`,
    ],
    [
      "`await controller.resetEntireStore()` empties the queue",
      `${live}offline_test.ts: a reset empties the queue, unless it is to stay`,
    ],
    [
      "The reset also removes what other tabs have queued, even closed and frozen ones",
      `${live}two_users_test.ts: nothing of one person is shown to another, or sent in the name of another, in whatever order pages come and go`,
    ],
    [
      "Tabs share the queue and send in one order. If you close a tab, another one sends the rest.",
      `${browser}offline_queue_test.ts: tabs send in one order, and one sends what a closed tab has left`,
    ],
    [
      "A change that is older than seven days (`maxAge`) is not sent",
      `${live}offline_test.ts: what is kept and makes no sense any more is dropped and reported`,
    ],
    [
      "a further one rejects with a `QueueFullError`.",
      `${live}offline_test.ts: a full queue refuses at once, and shows nothing`,
    ],
    [
      "Scripts keep the queue in a file.",
      `${live}offline_process_test.ts: a process that is killed with changes in its queue, and killed again while it sends them, sends each once and in order`,
    ],
    [
      "**Files need `indexedDBStorage`.**",
      `${browser}offline_files_test.ts: files, Blobs and typed arrays that wait are as they were after a reload`,
    ],
    [
      "`onError` is told when a change with a file begins to wait there.",
      `${browser}offline_files_test.ts: a storage of texts says at once that a file would not survive, and sends it all the same`,
    ],
    [
      "tabs send each change once as elsewhere.",
      `${browser}insecure_tabs_test.ts: tabs that queue at one moment lose nothing, and what they leave is sent once`,
    ],
    [
      "**A frozen tab sends nothing** until somebody comes back to it.",
      `${browser}insecure_tabs_test.ts: nobody sends what a frozen tab has queued, and it does so itself`,
    ],
  ],
  "docs/tabs.md": [
    [
      "the others show it at once, without a request.",
      `${live}tabs_test.ts: what one tab stores the others show, without a request, and tell nobody`,
    ],
    [
      "invalidation, expiry, and a reset. A logout that resets the store logs out all tabs",
      `${live}tabs_test.ts: invalidation, expiry and a reset are told`,
    ],
    [
      "`syncReset: false` keeps it here",
      `${live}tabs_test.ts: a reset stays here where that is asked for`,
    ],
    [
      "**Not told**: optimistic changes before they are confirmed, errors,",
      `${live}tabs_test.ts: optimistic changes and errors are not told, confirmed changes are`,
    ],
    [
      "and data that has left memory.",
      `${live}tabs_test.ts: what leaves the memory of one tab stays in the others`,
    ],
    [
      "**Changes at the same time** end equal in all tabs.",
      `${browser}equal_tabs_test.ts: whatever tabs change, they end equal to each other and to the server`,
    ],
    [
      "If both add to one list, the list has both.",
      `${live}tabs_test.ts: changes of different fields, and of a list, at the same time are all there`,
    ],
    [
      "the tabs that show it request it once more",
      "tests/controller/truth/sequences_test.ts: edits of one field that began at once in two tabs are asked about in both",
    ],
    [
      "does not take that change back, also where the clocks of the tabs differ.",
      `${browser}equal_tabs_test.ts: whatever tabs change, they end equal to each other and to the server`,
    ],
    [
      "Tabs of another version are not heard.",
      `${live}tabs_test.ts: messages of another version, and such that make no sense, are not heard`,
    ],
    [
      "**A frozen tab** shows what it last had.",
      `${live}frozen_tab_test.ts: a frozen tab shows what it last had, and hears what it has missed when it goes on`,
    ],
    [
      "one requests, and the others show what it got.",
      `${browser}tabs_test.ts: two tabs show the same, and one of them polls`,
    ],
    [
      "A hidden tab leaves this to one that is visible.",
      `${live}tabs_test.ts: a tab that is hidden, or shows it no more, leaves polling to another`,
    ],
    [
      "`sharePolling: false` lets each tab poll.",
      `${live}tabs_test.ts: each tab polls where polling is not to be shared`,
    ],
    [
      "the other tabs are told which entities have changed, and request those that they show.",
      `${live}tabs_test.ts: in mode expire the others are told what to request again`,
    ],
    [
      "`onError` is told of it.",
      `${live}tabs_test.ts: what cannot be sent is requested again by the others`,
    ],
  ],
  "docs/persistence.md": [
    [
      "Data that is still fresh is not requested again; stale data is shown and requested.",
      `${browser}persist_test.ts: a page shows after a reload what IndexedDB keeps, without a request`,
    ],
    [
      "Only items that have changed are written",
      `${live}persist_test.ts: of a change only what changed is written`,
    ],
    [
      "and when the page is left.",
      `${live}persist_test.ts: a page that is left writes without reading, and a reset is at once`,
    ],
    [
      "Deno scripts and servers",
      `${live}deno_kv_test.ts: a script finds in Deno KV what it has kept there, and nothing after a reset`,
    ],
    [
      "any object with `getItem`, `setItem`, `removeItem`",
      `${live}persist_test.ts: a storage without names has them kept for it, and a file holds everything`,
    ],
    [
      "**Not kept**: optimistic changes, errors, invalidated responses,",
      `${live}persist_test.ts: what must not be kept is not`,
    ],
    [
      "`maxAge` is how long something is kept, a day by default.",
      `${live}persist_test.ts: what is deleted, too old or reset is removed`,
    ],
    [
      "`mirrorGC: true` removes it there, too.",
      `${live}persist_test.ts: it can be paused, cleared, and told to forget what memory forgets`,
    ],
    [
      "`prefix` is needed only if two stores use one storage.",
      `${live}persist_test.ts: two stores of one storage keep their own things under a prefix each`,
    ],
    [
      "A tab with the old version stops writing.",
      `${live}persist_test.ts: an older version stops writing where a newer one has begun`,
    ],
    [
      "`await controller.resetEntireStore()` removes everything, so a logout leaves nothing.",
      `${browser}two_users_test.ts: a browser that dies when a logout has ended keeps nothing of before it`,
    ],
    [
      "So what a frozen tab of the last user writes later is not restored. A tab that missed the logout empties its store when somebody comes back to it.",
      `${live}two_users_test.ts: nothing of one person is shown to another, or sent in the name of another, in whatever order pages come and go`,
    ],
    [
      "Data is restored in short pieces",
      `${live}persist_scale_test.ts: 10,000 entities are restored in pieces of less than 8 ms, and lose to what is newer`,
    ],
    [
      "at most for `restoreTimeout` (half a second).",
      `${live}persist_test.ts: a request waits for what is kept of its response, but not for ever`,
    ],
    [
      "Without a network it waits on",
      `${live}persist_test.ts: without a network a request waits on for what is kept, until there is a network`,
    ],
    [
      "Data that has arrived from the server meanwhile is newer and stays.",
      `${live}persist_test.ts: what arrived meanwhile is newer than what is restored`,
    ],
    [
      "A lazy response is restored with its entities",
      `${live}persist_test.ts: lazy things are restored when they are read, with what they consist of, others never`,
    ],
    [
      "The application goes on without it.",
      `${live}persist_test.ts: a storage that fails, or holds nonsense, harms nobody`,
    ],
    [
      "A full storage loses the oldest quarter of its items.",
      `${live}persist_test.ts: a full storage loses what is oldest`,
    ],
  ],
  "docs/how_to/authentication.md": [
    [
      "A reset removes all data of the last user, finally also from storages",
      `${browser}two_users_test.ts: a browser that dies when a logout has ended keeps nothing of before it`,
    ],
    [
      "and requests again what is on screen.",
      "tests/react/use_suspense_test.tsx: a reset makes readers request again",
    ],
  ],
};

const plain = (text: string) => text.replace(/\s+/g, " ");

const read = (path: string) =>
  plain(Deno.readTextFileSync(new URL(path, root)));

for (const [guide, held] of Object.entries(promises)) {
  Deno.test(`${guide} promises what tests hold`, () => {
    const text = read(guide);
    assertEquals(
      held.map(([promise]) => promise).filter((promise) =>
        !text.includes(promise)
      ),
      [],
      "The guide says it in other words now: compare them with the test.",
    );
    assertEquals(
      held.map(([, test]) => test).filter((test) => {
        const [path, title] = test.split(/: (.*)/s);
        return !read(path!).includes(title!);
      }),
      [],
      "There is no such test.",
    );
  });
}
