import { type Article, articlesChanged } from "../harness/articles.ts";
import type {
  Contestant,
  RuleStore,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { verifyArticles } from "../harness/verify.ts";

const firstPlain = "first response, no rule";
const firstMerged = "first response, custom merge";
const plain = "again, no rule";
const merged = "again, custom merge";
const late = "again, fetched before";
const all = [firstPlain, firstMerged, plain, merged, late];
const sizes = [1_000, 10_000];

/**
 * W2m: what rules of an application add. A custom merge keeps the most views of
 * an article and the most karma of an author; a response that was requested
 * before what is stored changes nothing.
 */
export const rules: Workload = {
  id: "W2m",
  title: "store articles(N), 1 % changed, by rules of the application",
  cases: all.flatMap((series) => sizes.map((size) => ({ series, size }))),

  targets: [firstMerged, merged, late].map((series): Target => ({
    claim: `10,000, ${series}, over the reference`,
    most: 1,
    unit: "x",
    value: ({ median }) =>
      ratio(
        median(series, 10_000, "tessera"),
        median(series, 10_000, "data-client"),
      ),
  })),

  contestant(adapter, { series, size }): Contestant | undefined {
    if (!adapter.rules) return undefined;
    const { library, role } = adapter;
    const isCustom = series.endsWith("custom merge");
    const isFirst = series.startsWith("first");
    const newStore = () => adapter.rules!(isCustom);
    let payloads: Article[][] | undefined;
    let stores: RuleStore[] = [];
    let turn = 0;
    return {
      library,
      role,
      check() {
        if (isCustom) checkMerge(newStore(), size);
        else checkOrder(newStore(), size);
      },
      prepare(count) {
        payloads ??= [1, 2, 3].map((version) => payloadOf(size, version));
        if (!isFirst && stores.length > 0) return;
        stores = Array.from({ length: isFirst ? count : 1 }, newStore);
        if (!isFirst) stores[0]!.write(payloads[0]!, now);
      },
      run(count) {
        for (let index = 0; index < count; index++) {
          const payload = payloads![turn++ % 3]!;
          if (isFirst) stores[index]!.write(payload, now);
          else {stores[0]!.write(
              payload,
              series === late ? now - 1 : now + turn,
            );}
        }
      },
      release() {
        if (!isFirst) return;
        for (const store of stores) store.close?.();
        stores = [];
      },
      close() {
        for (const store of stores) store.close?.();
      },
    };
  },
};

/** When the first response was requested. */
const now = 1_700_000_000_000;

/** Articles of which one in a hundred has a version, and whose authors have different karma in each. */
function payloadOf(size: number, version: number): Article[] {
  const payload = articlesChanged(size, version);
  for (const [index, { author }] of payload.entries()) {
    author.karma += index % 7 + version;
  }
  return payload;
}

/** Asserts that the most views and karma stay, and everything else is as it came last. */
function checkMerge(store: RuleStore, size: number): void {
  const [high, low] = [payloadOf(size, 3), payloadOf(size, 1)];
  store.write(high, now);
  const karma = mostKarma([...high, ...low]);
  const shownHigh = high.map(({ author, ...article }) => ({
    ...article,
    author: { ...author, karma: karma.get(author.id)! },
  }));
  verifyArticles(store.read(), shownHigh);
  store.write(low, now + 1);
  const expected = low.map(({ author, ...article }, index) => ({
    ...article,
    views: Math.max(article.views, high[index]!.views),
    author: { ...author, karma: karma.get(author.id)! },
  }));
  verifyArticles(store.read(), expected);
  store.close?.();
}

function mostKarma(list: readonly Article[]): Map<string | number, number> {
  const most = new Map<string | number, number>();
  for (const { author: { id, karma } } of list) {
    most.set(id, Math.max(karma, most.get(id) ?? 0));
  }
  return most;
}

/** Asserts that a response which was requested before loses to what is stored, but for fields that are missing there. */
function checkOrder(store: RuleStore, size: number): void {
  const [stored, older, newer] = [1, 2, 3].map((version) =>
    articlesChanged(size, version)
  );
  const [{ slug: _, ...partial }, ...others] = stored as [
    Article,
    ...Article[],
  ];
  const slug = older![0]!.slug = "known from before";
  store.write([partial as Article, ...others], now);
  store.write(older!, now - 1_000);
  verifyArticles(store.read(), [{ ...partial, slug }, ...others]);
  store.write(newer!, now + 1_000);
  verifyArticles(store.read(), newer!);
  store.close?.();
}
