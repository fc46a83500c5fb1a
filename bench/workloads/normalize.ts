import { type Article, articles, type IdKind } from "../harness/articles.ts";
import type {
  Adapter,
  Case,
  Contestant,
  ListStore,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import { verify, verifyArticles } from "../harness/verify.ts";

const sizes = [100, 1_000, 10_000];

/** W1: the first response into an empty store. */
export const normalize: Workload = {
  id: "W1",
  title: "store articles(N) in an empty store",
  cases: [
    ...sizes.map((size) => ({ series: "string ids", size })),
    ...sizes.map((size) => ({ series: "integer ids", size })),
    {
      series: "string ids",
      size: 100_000,
      isIsolated: true,
      isLarge: true,
      roles: ["ours", "limit"],
    },
  ],

  limits(situation) {
    const { size } = situation;
    const ids = idsOf(situation);
    let payload: Article[] | undefined;
    return [
      parseLimit(() => articles(size, { ids })),
      {
        library: "Map.set",
        role: "limit",
        prepare() {
          payload ??= articles(size, { ids });
        },
        run(count) {
          for (; count > 0; count--) {
            const map = new Map<string | number, unknown>();
            for (const item of payload!) map.set(item.id, item);
            keep(map);
          }
        },
      },
    ];
  },

  targets: [10_000].flatMap((size) =>
    ["string ids", "integer ids"].map((series) => ({
      claim: `store ${
        size.toLocaleString("en-US")
      }, ${series}, over JSON.parse`,
      most: 0.8,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(series, size, "tessera"),
          median(series, size, "JSON.parse"),
        ),
    }))
  ),

  contestant(adapter, situation): Contestant | undefined {
    const ids = idsOf(situation);
    if (!canStore(adapter, situation, ids)) return undefined;
    const { library, role, typename = false } = adapter;
    const { size } = situation;
    let payload: Article[] | undefined;
    let stores: ListStore[] = [];
    return {
      library,
      role,
      check: () => checkFirstResponse(adapter, Math.min(size, 10_000), ids),
      prepare(count) {
        payload ??= articles(size, { ids, typename });
        stores = Array.from({ length: count }, () => adapter.lists!(ids));
      },
      run(count) {
        for (let index = 0; index < count; index++) {
          stores[index]!.write(payload!);
        }
      },
      release() {
        for (const store of stores) store.close?.();
        stores = [];
      },
    };
  },
};

/** Making a payload out of its text: what nobody who fetches is spared. */
export function parseLimit(payload: () => unknown): Contestant {
  let text = "";
  return {
    library: "JSON.parse",
    role: "limit",
    prepare() {
      text ||= JSON.stringify(payload());
    },
    run(count) {
      for (; count > 0; count--) keep(JSON.parse(text));
    },
  };
}

/** Asserts what holds after the first response. */
export function checkFirstResponse(
  adapter: Adapter,
  size: number,
  ids: IdKind,
): void {
  const options = { ids, typename: adapter.typename ?? false };
  const payload = articles(size, options);
  const before = JSON.stringify(payload);
  const store = adapter.lists!(ids);
  store.write(payload);
  const shown = store.read();
  verifyArticles(shown, articles(size, options));
  verify(JSON.stringify(payload) === before, "the response is left as it was");
  payload[0]!.title = "changed by the sender";
  store.writeUnrelated?.(1);
  verify(
    store.read()[0]!.title !== payload[0]!.title,
    "the response belongs to the sender, and may change afterwards",
  );
  verify(
    store.setAuthor !== undefined,
    "an author is stored once, and can be changed in one place",
  );
  const { id } = shown[0]!.author;
  store.setAuthor(id, "Ada");
  verify(
    store.read().every(({ author }) =>
      (author.id === id) === (author.name === "Ada")
    ),
    "every article of an author shows its new name",
  );
  store.close?.();
}

/** The ids of a case, by the name of its series. */
export function idsOf({ series }: Case): IdKind {
  return series.includes("integer") ? "integer" : "string";
}

/** Whether an adapter takes part with lists. */
export function canStore(
  adapter: Adapter,
  { size }: Case,
  ids: IdKind,
): boolean {
  return adapter.lists !== undefined && adapter.ids.includes(ids) &&
    size <= (adapter.largest?.lists ?? Infinity);
}
