import {
  type Article,
  type ArticleOptions,
  articles,
  type IdKind,
} from "../harness/articles.ts";
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
import { scale } from "./scale.ts";

const limits = ["JSON.parse", "Map.set"];

/** W1: the first response into an empty store. */
export const normalize: Workload = {
  id: "W1",
  title: "store articles(N) in an empty store",
  cases: [
    ...scale("string ids", {
      at100K: ["tessera", "data-client", "normalizr", "floor", ...limits],
      at1M: ["tessera", "data-client", "floor", "JSON.parse"],
    }),
    ...scale("integer ids", { at100K: ["tessera"] }),
  ],

  limits(situation) {
    const { size } = situation;
    const ids = idsOf(situation);
    let payload: Article[] | undefined;
    return [
      parseLimit(size, { ids }),
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
      most: series === "string ids" ? 0.3 : 0.5,
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

/**
 * Making a payload out of its text: what nobody who fetches is spared. Out of
 * ten texts where one would be too long for the engine.
 */
export function parseLimit(
  size: number,
  options: ArticleOptions = {},
): Contestant {
  let texts: string[] | undefined;
  return {
    library: "JSON.parse",
    role: "limit",
    prepare() {
      if (texts) return;
      const payload = articles(size, options);
      const length = size > 100_000 ? size / 10 : size;
      texts = [];
      for (let start = 0; start < size; start += length) {
        texts.push(JSON.stringify(payload.slice(start, start + length)));
      }
    },
    run(count) {
      for (; count > 0; count--) keep(texts!.map((text) => JSON.parse(text)));
    },
  };
}

/** Copying a list: what nobody who makes a new one is spared. */
export function arrayCopy(size: number): Contestant {
  let list: readonly Article[] | undefined;
  return {
    library: "array copy",
    role: "limit",
    prepare() {
      list ??= articles(size);
    },
    run(count) {
      for (; count > 0; count--) keep(list!.slice());
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
