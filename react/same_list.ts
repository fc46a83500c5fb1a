"use client";
// @ts-types="npm:@types/react@^19"
import { useState } from "react";

/** A list, as long as it has the same members. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [stable, setStable] = useState(list);
  if (isSameList(stable, list)) return stable;
  setStable(list);
  return list;
}

/** Whether two lists have the same members. */
export function isSameList(
  a: readonly unknown[],
  b: readonly unknown[],
): boolean {
  return a.length === b.length &&
    a.every((member, index) => Object.is(member, b[index]));
}
