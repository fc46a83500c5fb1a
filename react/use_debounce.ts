"use client";
// @ts-types="npm:@types/react@^19"
import { useEffect, useRef, useState, useTransition } from "react";

/**
 * A value that follows another one after a pause, for instance a search text
 * that is still being typed. The change is a transition, so components that
 * depend on it may suspend without a fallback.
 *
 * @param value The value to follow, compared with `Object.is`.
 * @param delay Time in milliseconds without change.
 * @param updatable `false` holds the current value.
 * @returns The value, and whether content that depends on it is still pending.
 *
 * @example
 * ```ts
 * import { useDebounce } from "@tessera/client/react";
 *
 * function useSearchText(typed: string): string {
 *   const [text] = useDebounce(typed, 200);
 *   return text;
 * }
 * ```
 */
export function useDebounce<T>(
  value: T,
  delay: number,
  updatable: boolean = true,
): [value: T, isPending: boolean] {
  const [delayed, setDelayed] = useState<{ readonly value: T }>({ value });
  const [isPending, startTransition] = useTransition();
  // a transition to it may still be pending, with the one before on screen
  const latest = useRef(value);
  useEffect(() => {
    if (!updatable || Object.is(latest.current, value)) return;
    const timer = setTimeout(() => {
      latest.current = value;
      startTransition(() => setDelayed({ value }));
    }, delay);
    return () => clearTimeout(timer);
  }, [value, delay, updatable]);
  return [delayed.value, isPending];
}
