import { articleId, sameArticles } from "../harness/articles.ts";
import type {
  OptimisticStore,
  Pending,
  Workload,
} from "../harness/contract.ts";
import { keep } from "../harness/keep.ts";
import { mulberry32 } from "../harness/random.ts";
import { verify } from "../harness/verify.ts";

const series = "settle N changes of one entity, in random order";
const id = articleId(7, "string");

/** W10b: many optimistic changes of one entity end one by one, in any order; it is read after each. */
export const settlePending: Workload = {
  id: "W10b",
  title: "N pending changes of one entity end in random order",
  cases: [{ series, size: 100 }, { series, size: 1_000 }],

  targets: [{
    claim: "1,000 changes of one entity end",
    most: 200_000,
    unit: "µs",
    value: ({ median }) => median(series, 1_000, "tessera"),
  }],

  contestant(adapter, { size }) {
    const { library, role, typename = false } = adapter;
    if (!adapter.optimistic) return undefined;
    let prepared: { store: OptimisticStore; pending: Pending[] }[] = [];
    const prepare = async () => {
      const store = adapter.optimistic!(
        sameArticles(library, 100, { typename }),
      );
      const pending: Pending[] = [];
      for (let index = 0; index < size; index++) {
        pending.push(
          await store.begin(id, { title: `change ${index}`, views: index }),
        );
      }
      return { store, pending };
    };
    const settle = async ({ store, pending }: typeof prepared[number]) => {
      const random = mulberry32(size);
      const confirmed = new Set<string>();
      for (const index of shuffled(size, random)) {
        if (random() < 0.5) {
          await pending[index]!.confirm();
          confirmed.add(`change ${index}`);
        } else await pending[index]!.reject();
        keep(store.get(id));
      }
      return confirmed;
    };
    return {
      library,
      role,
      async check() {
        const trial = await prepare();
        const confirmed = await settle(trial);
        // whether the newest of them, or the one that ended last, is up to the library
        const { title } = trial.store.get(id);
        verify(
          confirmed.has(title),
          `a confirmed change is seen, not ${title}`,
        );
        trial.store.close?.();
      },
      async prepare(count) {
        for (; count > 0; count--) prepared.push(await prepare());
      },
      async run(count) {
        for (let turn = 0; turn < count; turn++) await settle(prepared[turn]!);
      },
      release() {
        for (const { store } of prepared) store.close?.();
        prepared = [];
      },
    };
  },
};

/** The numbers below a bound, in an order that is drawn. */
function shuffled(bound: number, random: () => number): number[] {
  const numbers = Array.from({ length: bound }, (_, index) => index);
  for (let last = bound - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other]!, numbers[last]!];
  }
  return numbers;
}
