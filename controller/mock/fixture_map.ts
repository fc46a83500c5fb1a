import type { EndpointInterface } from "../../endpoint/contract.ts";
import { describe } from "../../schema/engine.ts";
import type { AnyFixture, Fixture, Interceptor } from "./fixture.ts";

/**
 * Fixtures by key, and interceptors in order: what {@linkcode createFixtureMap}
 * makes.
 */
export type FixtureMap = readonly [
  fixtures: Map<string, Fixture>,
  interceptors: Interceptor[],
];

/**
 * Sorts fixtures by the key they answer for. Of two fixtures for one key the
 * later one counts.
 *
 * @param fixtures Fixtures and interceptors.
 * @returns The fixtures by key, and the interceptors in their order.
 * @throws {TypeError} If one has no endpoint, or args that are no list.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { createFixtureMap } from "@tessera/client/mock";
 * import { assert } from "@std/assert";
 *
 * const getTide = new Endpoint(async function getTide({ port }: { port: string }) {
 *   return { port, height: 2 };
 * });
 * const [fixtures] = createFixtureMap([
 *   { endpoint: getTide, args: [{ port: "aden" }], response: { port: "aden", height: 3 } },
 * ]);
 * assert(fixtures.has(getTide.key({ port: "aden" })));
 * ```
 */
export function createFixtureMap(
  fixtures: readonly AnyFixture[] = [],
): FixtureMap {
  const byKey = new Map<string, Fixture>();
  const interceptors: Interceptor[] = [];
  for (const fixture of fixtures) {
    checkFixture(fixture);
    if (isFixture(fixture)) {
      byKey.set(fixture.endpoint.key(...fixture.args), fixture);
    } else interceptors.push(fixture);
  }
  return [byKey, interceptors];
}

/**
 * What answers a call.
 *
 * @param map Fixtures and interceptors.
 * @param key Key of the call.
 */
export function findFixture(
  [fixtures, interceptors]: FixtureMap,
  key: string,
): Fixture | Interceptor | undefined {
  return fixtures.get(key) ??
    interceptors.find(({ endpoint }) => endpoint.testKey(key));
}

/**
 * Names what cannot be a fixture.
 *
 * @throws {TypeError} If it has no endpoint, or args that are no list.
 */
export function checkFixture(fixture: AnyFixture): void {
  const { endpoint, args } = fixture;
  if (
    typeof endpoint?.key === "function" &&
    (args === undefined || Array.isArray(args))
  ) return;
  throw new TypeError(
    `${
      describe(fixture, 200)
    } is no fixture. It needs an endpoint, and args that are a list or missing.`,
  );
}

/** Fixtures a warning was given about; one list is often sorted several times. */
const reported = new WeakSet<AnyFixture>();

function isFixture(fixture: AnyFixture): fixture is Fixture {
  if (fixture.args === undefined) return false;
  if (typeof fixture.response !== "function" || fixture.error) return true;
  if (reported.has(fixture)) return false;
  reported.add(fixture);
  console.warn(
    `The fixture of ${nameOf(fixture.endpoint)} has args ${
      JSON.stringify(fixture.args)
    }, but its response is a function. It is taken for an interceptor, which answers all args. ` +
      "Remove args, or give the response itself.",
  );
  return false;
}

function nameOf(endpoint: EndpointInterface): string {
  return (endpoint as { name?: string }).name ?? "an endpoint";
}
