import type {
  ResultStore,
  ResultValue,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { verify } from "../harness/verify.ts";
import { largeCase, largeSizes, sizes } from "./scale.ts";

const series = "one of N results";

/** W5: one response is stored, beside few or many others. */
export const changeResult: Workload = {
  id: "W5",
  title: "store one response beside N others",
  cases: [
    ...[10, ...sizes].map((size) => ({ series, size })),
    ...largeSizes.map((size) => largeCase(series, size)),
  ],

  targets: [
    ...[10_000, 100_000].map((size): Target => ({
      claim: `beside ${size.toLocaleString("en-US")}, over beside 10`,
      most: 2,
      unit: "x",
      value: ({ median }) =>
        ratio(median(series, size, "tessera"), median(series, 10, "tessera")),
    })),
    {
      claim: "beside 10",
      most: 0.6,
      unit: "µs",
      value: ({ median }) => median(series, 10, "tessera"),
    },
    {
      claim: "growth",
      most: 0.1,
      unit: "",
      value: ({ growth }) => growth(series, "tessera"),
    },
  ],

  contestant(adapter, { size }) {
    const { library, role } = adapter;
    if (!adapter.results || size > (adapter.largest?.results ?? Infinity)) {
      return undefined;
    }
    let store: ResultStore;
    let v = 0;
    const keyOf = (turn: number) => `k${(turn * 7919) % size}`;
    const change = (count: number) => {
      for (; count > 0; count--) {
        v++;
        store.set(keyOf(v), resultValue(v));
      }
    };
    return {
      library,
      role,
      check() {
        store = adapter.results!(size);
        const neighbour = keyOf(2);
        change(1);
        verify(store.get(keyOf(1)).v === 1, "the new value is read");
        verify(
          store.get(neighbour).s === "value 0",
          "a neighbour keeps its value",
        );
        verify(
          !store.hasMeta ||
            store.hasMeta(keyOf(1)) && store.hasMeta(neighbour),
          "each result knows its age",
        );
      },
      run: change,
      close: () => store.close?.(),
    };
  },
};

/** What is stored under a key. */
export function resultValue(v: number): ResultValue {
  return { v, s: `value ${v}`, ok: true };
}
