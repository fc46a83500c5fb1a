// @ts-types="npm:@types/react@^19"
import { createElement, Fragment } from "react";
import { isDevelopment } from "../schema/engine.ts";
import type { EndpointSelector } from "./endpoint_selector.ts";
import type { ReaderSource } from "./reader_source.ts";

/** What a component waited for and has now. */
interface Arrival {
  readonly selector: EndpointSelector;
  readonly data: unknown;
}

/** A render of a component, which takes one task. */
interface Render {
  readonly component: object | null;
  readonly arrivals: Arrival[];
}

const none: Render = { component: {}, arrivals: [] };
let current: Render = none;

/** Pairs of names that were reported. */
const reported = new WeakMap<ReaderSource, Set<string>>();

/** A component goes on with data. */
export function noteArrival(selector: EndpointSelector, data: unknown): void {
  if (!isDevelopment()) return;
  const { key, source } = selector;
  if (source.pending.waits.get(key)?.until === undefined) return;
  const component = componentRendering();
  if (component === null) return;
  if (current.component !== component) {
    if (current === none) queueMicrotask(() => current = none);
    current = { component, arrivals: [] };
  }
  current.arrivals.push({ selector, data });
}

/**
 * A component waits. Where it has waited for something else first that this
 * request has nothing to do with, a message says how to wait for both at once.
 */
export function noteWait(
  selector: EndpointSelector,
  wait: Promise<unknown>,
): void {
  if (!isDevelopment()) return;
  if (current.component !== componentRendering()) return;
  const earlier = current.arrivals.find((arrival) =>
    arrival.selector.source === selector.source &&
    arrival.selector.key !== selector.key &&
    !isDerived(selector.args, arrival)
  );
  if (earlier === undefined) return;
  const check = () => {
    if (isInSequence(earlier.selector, selector)) {
      report(earlier.selector, selector);
    }
  };
  wait.then(check, check);
}

/** Who made a request before the response to the first one had no need to wait. */
function isInSequence(first: EndpointSelector, second: EndpointSelector) {
  const state = second.source.getState();
  const received = state.getMeta(first.key!)?.date;
  const requested = state.getMeta(second.key!)?.fetchedAt;
  return received !== undefined && requested !== undefined &&
    requested >= received;
}

function report(first: EndpointSelector, second: EndpointSelector): void {
  const names = `${nameOf(first)} and ${nameOf(second)}`;
  let known = reported.get(second.source);
  if (known === undefined) reported.set(second.source, known = new Set());
  if (known.has(names)) return;
  known.add(names);
  console.info(
    `A component waited for ${names} one after the other. If the second does not need the first, ` +
      "useSuspenseAll([[first, ...args], [second, ...args]]) from @tessera/client/react requests both at once.",
  );
}

function nameOf({ endpoint, key }: EndpointSelector): string {
  return (endpoint as { name?: string }).name || key!;
}

/** React notes in each element which component made it; nothing else tells. */
function componentRendering(): object | null {
  const { _owner } = createElement(Fragment) as { _owner?: object | null };
  return _owner ?? null;
}

/** Whether arguments have something of the data that the first request had not. */
function isDerived(args: readonly unknown[], earlier: Arrival): boolean {
  const known = leavesOf(earlier.selector.args);
  const found = leavesOf(earlier.data);
  return [...leavesOf(args)].some((leaf) =>
    found.has(leaf) && !known.has(leaf)
  );
}

const maximumDepth = 6;
const maximumLeaves = 1000;

/** Texts and numbers in a value, as texts; of a large value a part. */
function leavesOf(
  value: unknown,
  leaves: Set<string> = new Set(),
  depth = 0,
): Set<string> {
  if (typeof value === "object" && value !== null) {
    if (depth === maximumDepth) return leaves;
    for (const member of Object.values(value)) {
      if (leaves.size >= maximumLeaves) break;
      leavesOf(member, leaves, depth + 1);
    }
  } else if (value !== undefined && value !== null && value !== "") {
    if (typeof value !== "function" && typeof value !== "boolean") {
      leaves.add(String(value));
    }
  }
  return leaves;
}
