import { articleId, articles, sameArticles } from "../harness/articles.ts";
import type { AllStore, Target, Workload } from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import { verify } from "../harness/verify.ts";
import { arrayCopy } from "./normalize.ts";
import { scale } from "./scale.ts";

const changed = "after one change";
const warm = "nothing changed";

/** W7: everything that is stored of a kind. */
export const readAll: Workload = {
  id: "W7",
  title: "read all N articles there are",
  cases: [changed, warm].flatMap((series) =>
    scale(series, { at100K: ["tessera", "floor"] })
  ),

  limits({ series, size }) {
    if (series === warm) return [];
    return [arrayCopy(size)];
  },

  targets: [
    {
      claim: "all 10,000 after one change, over the reference (quoted)",
      most: 0.02,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(changed, 10_000, "tessera"),
          median(changed, 10_000, "data-client (quoted)"),
        ),
    },
    {
      claim: "all 10,000 after one change, over the floor",
      most: 1.5,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(changed, 10_000, "tessera"),
          median(changed, 10_000, "floor"),
        ),
    },
    {
      claim: "all 10,000 after one change",
      most: 60,
      unit: "µs",
      value: ({ median }) => median(changed, 10_000, "tessera"),
    },
    {
      claim: "all 10,000 again, nothing changed",
      most: 0.03,
      unit: "µs",
      value: ({ median }) => median(warm, 10_000, "tessera"),
    } satisfies Target,
  ],

  contestant(adapter, { series, size }) {
    const { library, role, typename = false } = adapter;
    if (!adapter.all || size > (adapter.largest?.all ?? Infinity)) {
      return undefined;
    }
    let store: AllStore;
    let k = 0;
    return {
      library,
      role,
      check() {
        const some = Math.min(size, 10_000);
        store = adapter.all!(articles(some, { typename }));
        checkAll(store, some);
        store.close?.();
        store = adapter.all!(sameArticles(library, size, { typename }));
        store.read();
      },
      run(count) {
        for (; count > 0; count--) {
          if (series === changed) {
            k++;
            const id = articleId((k * 37) % size, "string");
            store.set(id, { title: `t${k}`, views: k });
          }
          keep(store.read());
        }
      },
      close: () => store.close?.(),
    };
  },
};

function checkAll(store: AllStore, size: number): void {
  const before = store.read();
  const ids = new Set(before.map(({ id }) => id));
  verify(
    before.length === size && ids.size === size,
    `each of ${size} articles is there once`,
  );
  verify(store.read() === before, "reading again gives the same list");
  const id = articleId(37 % size, "string");
  store.set(id, { title: "other", views: -1 });
  const after = store.read();
  const known = new Map(before.map((item) => [item.id, item]));
  verify(after !== before, "a list of which a member changed is another one");
  for (const item of after) {
    verify(
      (item === known.get(item.id)) === (item.id !== id),
      "exactly the member that changed is new",
    );
  }
  verify(
    after.find((item) => item.id === id)?.title === "other",
    "the change is seen",
  );
  if (!store.remove) return;
  store.remove(id);
  const rest = store.read();
  verify(
    rest.length === size - 1 && !rest.some((item) => item.id === id),
    "what is deleted is absent",
  );
}
