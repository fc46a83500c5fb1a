"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useRef } from "react";

/** Options that a provider reads at its first render only. */
const names = [
  "managers",
  "initialState",
  "Controller",
  "gcPolicy",
  "onReport",
] as const;
type Options = { readonly [Name in typeof names[number]]?: unknown };

/** Says in development that a change has no effect, once for each option of a provider. */
export function useChangeReports(options: Options): void {
  const { current: first } = useRef(options);
  useEffect(() => {
    const known = reported.get(first) ?? new Set();
    reported.set(first, known);
    for (const name of names) {
      if (first[name] === options[name] || known.has(name)) continue;
      known.add(name);
      console.warn(
        `<DataProvider> reads \`${name}\` when it is rendered first. Another value has no effect. ` +
          "Make the value outside the component, or hold it with useState. " +
          "To begin anew, give <DataProvider> another `key`.",
      );
    }
  });
}

/** Options about which there was a message, by those of the first render. */
const reported = new WeakMap<Options, Set<string>>();
