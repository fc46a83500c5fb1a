import { articleId, articles, sameArticles } from "../harness/articles.ts";
import type {
  Adapter,
  OptimisticStore,
  Pending,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import { verify } from "../harness/verify.ts";
import { scale } from "./scale.ts";

const pendings = [0, 1, 20];
const targetSizes = [1_000, 10_000];
const seriesOf = (pending: number) => `${pending} pending`;

/** W10: an entity changes while other changes wait for their response. */
export const pendingChanges: Workload = {
  id: "W10",
  title: "set one of N entities and read it, beside pending changes of others",
  cases: pendings.flatMap((pending) =>
    scale(seriesOf(pending), {
      at100K: ["tessera", "relay-runtime"],
      at1M: ["tessera"],
    })
  ),

  targets: targetSizes.map((size): Target => ({
    claim: `${size.toLocaleString("en-US")}, 20 pending, over none`,
    most: 1.3,
    unit: "x",
    value: ({ median }) =>
      ratio(
        median(seriesOf(20), size, "tessera"),
        median(seriesOf(0), size, "tessera"),
      ),
  })),

  contestant(adapter, { series, size }) {
    const { library, role, typename = false } = adapter;
    if (
      !adapter.optimistic || size > (adapter.largest?.optimistic ?? Infinity)
    ) {
      return undefined;
    }
    const pending = parseInt(series);
    const first = size >= 1_000 ? 500 : 50;
    let store: OptimisticStore;
    let k = 0;
    return {
      library,
      role,
      async check() {
        await checkPending(adapter, Math.min(size, 10_000));
        store = adapter.optimistic!(
          sameArticles(library, size, { typename }),
        );
        for (let index = 0; index < pending; index++) {
          await begin(store, index);
        }
      },
      run(count) {
        for (; count > 0; count--) {
          k++;
          const id = articleId(
            first + k % (size >= 1_000 ? 400 : 50),
            "string",
          );
          store.set(id, { title: `t${k}`, views: k });
          keep(store.get(id));
        }
      },
      close: () => store.close?.(),
    };
  },
};

/** Asserts that pending changes are seen, and end as if they never had been. */
async function checkPending(adapter: Adapter, size: number): Promise<void> {
  const { typename = false } = adapter;
  const seed = articles(size, { typename });
  const store = adapter.optimistic!(seed);
  const changes: Pending[] = [];
  for (let index = 0; index < 4; index++) {
    changes.push(await begin(store, index));
    const shown = store.get(articleId(index, "string"));
    verify(shown.title === `pending ${index}`, "a pending change is seen");
  }
  const other = articleId(size >> 1, "string");
  store.set(other, { title: "confirmed", views: 5 });
  verify(store.get(other).title === "confirmed", "another change is seen");
  await changes[2]!.confirm();
  await changes[3]!.reject();
  await changes[0]!.reject();
  await changes[1]!.confirm();
  for (let index = 0; index < 4; index++) {
    const { title } = store.get(articleId(index, "string"));
    const expected = index === 1 || index === 2
      ? `pending ${index}`
      : seed[index]!.title;
    verify(
      title === expected,
      `after ${index % 3 ? "confirming" : "rejecting"}, article ${index} ` +
        `has the title ${expected}, not ${title}`,
    );
  }
  verify(store.get(other).title === "confirmed", "another change stays");
  store.close?.();
}

function begin(
  store: OptimisticStore,
  index: number,
): Pending | Promise<Pending> {
  return store.begin(articleId(index, "string"), {
    title: `pending ${index}`,
    views: index,
  });
}
