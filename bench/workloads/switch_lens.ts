import { companies } from "../harness/companies.ts";
import type {
  Company,
  LensStore,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { keep } from "../harness/keep.ts";
import { verify } from "../harness/verify.ts";

const write = "write one lens of N";
const first = "first read of N lenses";
const warm = "switch between N lenses";
const count = 1_000;

/** W8: 1,000 companies, four of whose fields depend on the portfolio. */
export const switchLens: Workload = {
  id: "W8",
  title: "1,000 companies, 4 fields of which depend on one of N portfolios",
  cases: [
    ...[1, 5, 50].map((size) => ({ series: write, size })),
    { series: first, size: 5 },
    { series: warm, size: 5 },
  ],

  targets: [
    {
      claim: "first read per row and lens, over a row of a list (W3)",
      most: 1.3,
      unit: "x",
      value({ median }) {
        const row = median("first read", 10_000, "tessera", "W3");
        const cell = median(first, 5, "tessera");
        return row && cell ? (cell / 5 / count) / (row / 10_000) : undefined;
      },
    },
    {
      claim: "switch to a lens that was read before",
      most: 0.1,
      unit: "µs",
      value: ({ median }) => median(warm, 5, "tessera"),
    },
    {
      claim: "write one of 50 lenses, over the only one",
      most: 1.2,
      unit: "x",
      value: ({ median }) =>
        ratio(median(write, 50, "tessera"), median(write, 1, "tessera")),
    } satisfies Target,
  ],

  contestant(adapter, { series, size }) {
    const { library, role } = adapter;
    if (!adapter.lenses || size > (adapter.largest?.lenses ?? Infinity)) {
      return undefined;
    }
    // the second half has other values for the same portfolios
    const responses = Array.from(
      { length: size * 2 },
      (_, index) => companies(count, index),
    );
    const filled = (): LensStore => {
      const store = adapter.lenses!();
      for (let index = 0; index < size; index++) {
        store.write(`p${index}`, responses[index]!);
      }
      return store;
    };
    let store: LensStore;
    let fresh: LensStore[] = [];
    let k = 0;
    const check = () => {
      store = filled();
      checkLenses(store, responses, size);
      for (let index = 0; index < size; index++) store.read(`p${index}`);
    };
    if (series === first) {
      return {
        library,
        role,
        check,
        prepare(count) {
          fresh = Array.from({ length: count }, filled);
        },
        run(count) {
          for (let turn = 0; turn < count; turn++) {
            for (let index = 0; index < size; index++) {
              keep(fresh[turn]!.read(`p${index}`));
            }
          }
        },
        release() {
          for (const store of fresh) store.close?.();
          fresh = [];
        },
        close: () => store.close?.(),
      };
    }
    return {
      library,
      role,
      check,
      run(count) {
        for (; count > 0; count--) {
          k++;
          const portfolio = `p${k % size}`;
          if (series === warm) keep(store.read(portfolio));
          else store.write(portfolio, responses[k % responses.length]!);
        }
      },
      close: () => store.close?.(),
    };
  },
};

function checkLenses(
  store: LensStore,
  responses: readonly Company[][],
  size: number,
): void {
  const shown: (readonly Company[])[] = [];
  for (let index = 0; index < size; index++) {
    const expected = responses[index]!;
    const rows = store.read(`p${index}`);
    shown.push(rows);
    verify(rows.length === count, `portfolio ${index} has all companies`);
    for (const row of expected.keys()) {
      for (const field of Object.keys(expected[row]!) as (keyof Company)[]) {
        verify(
          rows[row]![field] === expected[row]![field],
          `company ${row} has the ${field} of portfolio ${index}`,
        );
      }
    }
  }
  for (let index = 0; index < size; index++) {
    verify(
      store.read(`p${index}`) === shown[index],
      "switching back gives the same list",
    );
  }
  if (size < 2) return;
  store.write("p0", responses[size]!);
  verify(
    store.read("p0")[0]!.pctEquity === responses[size]![0]!.pctEquity,
    "a lens that is written shows the new values",
  );
  verify(
    store.read("p1")[0]!.pctEquity === responses[1]![0]!.pctEquity,
    "another lens keeps its values",
  );
  store.write("p0", responses[0]!);
}
