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
import { scale } from "./scale.ts";

/** A million are stored the same by W2, and changed by W2r: payloads of that size take their time. */
const casesOf = (seriesAt1M: string): readonly Case[] =>
  ["same", "1 % changed"].flatMap((series) =>
    scale(series, {
      at100K: ["tessera", "data-client", "floor"],
      at1M: series === seriesAt1M ? ["tessera"] : [],
    })
  );
const cases = casesOf("same");
const targetSizes = [1_000, 10_000];
const targetCases = cases.filter(({ size }) => targetSizes.includes(size));

/** W2: a response that is stored already, or nearly so. */
export const again: Workload = {
  id: "W2",
  title: "store articles(N) again",
  cases,
  limits: ({ size }) => [parseLimit(size)],
  contestant: (adapter, situation) => contestantOf(adapter, situation, false),
  targets: targetCases.map(({ series, size }): Target => ({
    claim: `${size.toLocaleString("en-US")} again, ${series}, over JSON.parse`,
    most: 0.4,
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
  cases: casesOf("1 % changed"),
  contestant: (adapter, situation) => contestantOf(adapter, situation, true),
  targets: targetCases.map(({ series, size }): Target => ({
    claim: `${
      size.toLocaleString("en-US")
    } again, ${series}, and read, over the reference`,
    most: series === "same" ? 0.08 : 0.18,
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
  const payloadsOf = (count: number): Article[][] =>
    [1, 2, 3].map((version) =>
      series === "same"
        ? articles(count, { typename })
        : articlesChanged(count, version, { typename })
    );
  let payloads: Article[][] | undefined;
  let store: ListStore | undefined;
  let turn = 0;
  return {
    library,
    role,
    check() {
      const [before, after] = payloadsOf(Math.min(size, 10_000));
      const store = adapter.lists!("string");
      store.write(before!);
      const first = store.read();
      verifyArticles(first, before!);
      store.write(after!);
      const second = store.read();
      verifyArticles(second, after!);
      if (isRead) checkIdentity(first, second, series === "same");
      store.close?.();
    },
    prepare() {
      if (store) return;
      payloads = payloadsOf(size);
      store = adapter.lists!("string");
      store.write(payloads[0]!);
      if (isRead) store.read();
    },
    run(count) {
      for (; count > 0; count--) {
        store!.write(payloads![turn++ % 3]!);
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
