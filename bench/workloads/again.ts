import {
  type Article,
  articles,
  articlesChanged,
  isChanged,
} from "../harness/articles.ts";
import type {
  Adapter,
  ArticleView,
  Case,
  Contestant,
  ListStore,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import { verify, verifyArticles } from "../harness/verify.ts";
import { canStore, parseLimit } from "./normalize.ts";

const cases: readonly Case[] = ["same", "1 % changed"].flatMap((series) =>
  [1_000, 10_000].map((size) => ({ series, size }))
);

/** W2: a response that is stored already, or nearly so. */
export const again: Workload = {
  id: "W2",
  title: "store articles(N) again",
  cases,
  limits: ({ size }) => [parseLimit(() => articles(size))],
  contestant: (adapter, situation) => contestantOf(adapter, situation, false),
  targets: cases.map(({ series, size }): Target => ({
    claim: `${size.toLocaleString("en-US")} again, ${series}, over JSON.parse`,
    most: 0.6,
    unit: "x",
    value: (findings) =>
      ratio(
        findings.median(series, size, "tessera"),
        findings.median(series, size, "JSON.parse"),
      ),
  })),
};

/** W2r: the same, and what a reader does then. */
export const againAndRead: Workload = {
  id: "W2r",
  title:
    "store articles(N) again and read the list; what is equal is identical",
  cases,
  contestant: (adapter, situation) => contestantOf(adapter, situation, true),
  targets: cases.map(({ series, size }): Target => ({
    claim: `${
      size.toLocaleString("en-US")
    } again, ${series}, and read, over the reference`,
    most: series === "same" ? 0.15 : 0.18,
    unit: "x",
    value: (findings) =>
      ratio(
        findings.median(series, size, "tessera"),
        findings.median(series, size, "data-client"),
      ),
  })),
};

function contestantOf(
  adapter: Adapter,
  situation: Case,
  isRead: boolean,
): Contestant | undefined {
  if (!canStore(adapter, situation, "string")) return undefined;
  const { library, role, typename = false } = adapter;
  const { size, series } = situation;
  const payloads: Article[][] = [1, 2, 3].map((version) =>
    series === "same"
      ? articles(size, { typename })
      : articlesChanged(size, version, { typename })
  );
  let store: ListStore | undefined;
  let turn = 0;
  return {
    library,
    role,
    check() {
      const store = adapter.lists!("string");
      store.write(payloads[0]!);
      const first = store.read();
      verifyArticles(first, payloads[0]!);
      store.write(payloads[1]!);
      const second = store.read();
      verifyArticles(second, payloads[1]!);
      if (isRead) checkIdentity(first, second, series === "same");
      store.close?.();
    },
    prepare() {
      if (store) return;
      store = adapter.lists!("string");
      store.write(payloads[0]!);
      if (isRead) store.read();
    },
    run(count) {
      for (; count > 0; count--) {
        store!.write(payloads[turn++ % 3]!);
        if (isRead) keep(store!.read());
      }
    },
    close() {
      store?.close?.();
      store = undefined;
    },
  };
}

/** Asserts that exactly what changed has a new identity. */
function checkIdentity(
  first: readonly ArticleView[],
  second: readonly ArticleView[],
  isSame: boolean,
): void {
  const kept = first.filter((item, index) => item === second[index]).length;
  const expected = isSame
    ? first.length
    : first.filter((_, index) => !isChanged(index)).length;
  verify(
    kept === expected,
    `what did not change keeps its identity; ${
      Math.floor(kept / expected * 100)
    } % of it does`,
  );
  verify((first === second) === isSame, "only a list that changed is new");
}
