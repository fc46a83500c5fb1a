import type { Controller, FetchAction } from "../../controller/mod.ts";
import { mockLayer, type MockOptions } from "../../controller/mock/mod.ts";
import { isDevelopment } from "../../schema/engine.ts";

interface UncommittedLayer {
  readonly options: MockOptions;
  readonly controller: Controller;
}

/**
 * Layers of resolvers that are not committed yet. While something below one
 * suspends at first, React throws its memory away and renders it anew; the
 * content it is given stays the same.
 */
const uncommitted = new WeakMap<
  Controller,
  WeakMap<object, UncommittedLayer>
>();

/**
 * A controller that answers from fixtures.
 *
 * @param outer Everything else goes there.
 * @param children The content of the resolver.
 * @param options Fixtures and interceptor data.
 * @param isSilent Whether to say nothing about requests that go further.
 */
export function layerFor(
  outer: Controller,
  children: unknown,
  options: MockOptions,
  isSilent: boolean,
): Controller {
  if (!isObject(children)) return newLayer(outer, options, isSilent);
  let layers = uncommitted.get(outer);
  if (layers === undefined) uncommitted.set(outer, layers = new WeakMap());
  const known = layers.get(children);
  if (known && isSameList(known.options.fixtures, options.fixtures)) {
    return known.controller;
  }
  const controller = newLayer(outer, options, isSilent);
  layers.set(children, { options, controller });
  return controller;
}

/** The resolver with this content is committed: from now on it remembers by itself. */
export function forgetLayer(outer: Controller, children: unknown): void {
  if (isObject(children)) uncommitted.get(outer)?.delete(children);
}

/** Whether two lists contain the same. */
export function isSameList(
  a: readonly unknown[] | undefined,
  b: readonly unknown[] | undefined,
): boolean {
  return a === b ||
    (a !== undefined && b !== undefined && a.length === b.length &&
      a.every((element, index) => Object.is(element, b[index])));
}

function newLayer(
  outer: Controller,
  options: MockOptions,
  isSilent: boolean,
): Controller {
  const reported = new Set<string>();
  const onMissing = ({ key }: FetchAction) => {
    if (reported.has(key) || !isDevelopment()) return;
    reported.add(key);
    console.info(
      `No fixture of MockResolver answers '${key}', so the request is really made. ` +
        "Add a fixture, or set silenceMissing.",
    );
  };
  return mockLayer(outer, isSilent ? options : { ...options, onMissing });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
