import {
  type Article,
  articleId,
  articles,
  sameArticles,
} from "../harness/articles.ts";
import type {
  Adapter,
  Case,
  Contestant,
  ListStore,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import {
  verify,
  verifyArticles,
  verifySharedAuthors,
} from "../harness/verify.ts";
import { arrayCopy, canStore, parseLimit } from "./normalize.ts";
import { everySize, scale } from "./scale.ts";

const first = "first read";
const warm = "nothing changed";
const unrelated = "after an unrelated write";
const changed = "after one change";
/** W3: reading a list of articles with their authors. */
export const readList: Workload = {
  id: "W3",
  title: "read a list of N",
  cases: [first, warm, unrelated, changed].flatMap((series) =>
    scale(series, {
      at100K: ["tessera", "data-client", "floor"],
      at1M: series === changed ? ["tessera", "floor"] : ["tessera"],
    })
  ),

  limits({ series, size }) {
    if (series === first) return [parseLimit(size)];
    if (series !== changed) return [];
    return [arrayCopy(size)];
  },

  contestant(adapter, situation) {
    const { series } = situation;
    if (!canStore(adapter, situation, "string")) return undefined;
    if (series === first) return firstRead(adapter, situation);
    return rereads(adapter, situation);
  },

  targets: [
    {
      claim: "first read of 10,000, over JSON.parse",
      most: 0.4,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(first, 10_000, "tessera"),
          median(first, 10_000, "JSON.parse"),
        ),
    },
    ...[warm, unrelated].flatMap((series): Target[] => [
      ...everySize.map((size): Target => ({
        claim: `read ${size.toLocaleString("en-US")} again, ${series}`,
        most: series === warm ? 0.03 : 0.05,
        unit: "µs",
        value: ({ median }) => median(series, size, "tessera"),
      })),
      {
        claim: `growth of reading again, ${series}`,
        most: 0.1,
        unit: "",
        value: ({ growth }) => growth(series, "tessera"),
      },
    ]),
    {
      claim: "read 10,000 after one change",
      most: 40,
      unit: "µs",
      value: ({ median }) => median(changed, 10_000, "tessera"),
    },
    {
      claim: "read 10,000 after one change, over the floor",
      most: 1.5,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(changed, 10_000, "tessera"),
          median(changed, 10_000, "floor"),
        ),
    },
  ],
};

function firstRead(adapter: Adapter, { size }: Case): Contestant {
  const { library, role, typename = false } = adapter;
  let payload: Article[] | undefined;
  let stores: ListStore[] = [];
  return {
    library,
    role,
    check() {
      const some = Math.min(size, 10_000);
      const store = adapter.lists!("string");
      store.write(articles(some, { typename }));
      const shown = store.read();
      verifyArticles(shown, articles(some));
      verifySharedAuthors(shown);
      store.close?.();
    },
    prepare(count) {
      const response = payload ??= sameArticles(library, size, {
        typename,
      });
      stores = Array.from({ length: count }, () => {
        const store = adapter.lists!("string");
        store.write(response);
        return store;
      });
    },
    run(count) {
      for (let index = 0; index < count; index++) keep(stores[index]!.read());
    },
    release() {
      for (const store of stores) store.close?.();
      stores = [];
    },
  };
}

function rereads(
  adapter: Adapter,
  { series, size }: Case,
): Contestant | undefined {
  const { library, role, typename = false } = adapter;
  const isAble = adapter.lists!("string");
  if (series === unrelated && !isAble.writeUnrelated) return undefined;
  if (series === changed && !isAble.set) return undefined;
  isAble.close?.();
  let store: ListStore | undefined;
  let k = 0;
  const idOf = (turn: number) => articleId((turn * 37) % size, "string");
  const patchOf = (turn: number) => ({ title: `t${turn}`, views: turn });
  return {
    library,
    role,
    check() {
      const some = Math.min(size, 10_000);
      const store = adapter.lists!("string");
      store.write(articles(some, { typename }));
      checkIdentity(store, series, some);
      store.close?.();
    },
    prepare() {
      if (store) return;
      store = adapter.lists!("string");
      store.write(sameArticles(library, size, { typename }));
      store.read();
    },
    run: {
      [warm](count: number) {
        for (; count > 0; count--) keep(store!.read());
      },
      // only the reading counts: what a write costs is told by W5
      [unrelated](count: number) {
        let elapsed = 0;
        for (; count > 0; count--) {
          store!.writeUnrelated!(k++);
          const start = performance.now();
          keep(store!.read());
          elapsed += performance.now() - start;
        }
        return elapsed;
      },
      [changed](count: number) {
        for (; count > 0; count--) {
          k++;
          store!.set!(idOf(k), patchOf(k));
          keep(store!.read());
        }
      },
    }[series]!,
    close: () => store?.close?.(),
  };
}

/** Asserts that what did not change is the same object, and what did is another one. */
function checkIdentity(store: ListStore, series: string, size: number): void {
  const before = store.read();
  verify(store.read() === before, "reading again gives the same list");
  if (series === warm) return;
  if (store.writeUnrelated) {
    store.writeUnrelated(-1);
    verify(
      store.read() === before,
      "an unrelated write leaves the list the same",
    );
  }
  if (series === unrelated) return;
  const changedIndex = 37 % size;
  const old = before[changedIndex]!;
  store.set!(old.id, { title: "other", views: -1 });
  const after = store.read();
  verify(after[changedIndex]!.title === "other", "the change is seen");
  verify(old.title !== "other", "what was read before stays as it was");
  verify(after !== before, "a list of which a member changed is another one");
  expectKept(before, after, (index) => index !== changedIndex);
  if (!store.setAuthor) return;
  const authorId = after[0]!.author.id;
  store.setAuthor(authorId, "Ada");
  const last = store.read();
  verify(last[0]!.author.name === "Ada", "the change of an author is seen");
  expectKept(after, last, (index) => after[index]!.author.id !== authorId);
}

function expectKept(
  before: readonly unknown[],
  after: readonly unknown[],
  isKept: (index: number) => boolean,
): void {
  const expected = before.filter((_, index) => isKept(index)).length;
  const kept = before.filter((item, index) => item === after[index]).length;
  verify(
    kept === expected,
    `what did not change keeps its identity; ${
      Math.floor(kept / expected * 100)
    } % of it does`,
  );
}
