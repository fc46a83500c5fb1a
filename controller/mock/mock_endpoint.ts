import type { EndpointInterface } from "../../endpoint/contract.ts";
import { NetworkError } from "../../endpoint/mod.ts";
import { isPlainObject } from "../../schema/engine.ts";
import type { ActionArgs, FetchAction } from "../contract.ts";
import { deriveEndpoint } from "../derive_endpoint.ts";
import type { AnyFixture } from "./fixture.ts";
import { nameOf } from "./fixture_map.ts";

/** The answer of a fixture, as {@linkcode collapseFixture} computes it. */
export interface CollapsedFixture {
  /** What is resolved or rejected with; a promise if the fixture's function is asynchronous. */
  // deno-lint-ignore no-explicit-any -- responses have any type
  readonly response: any;
  /** Whether it is an error. */
  readonly error: boolean;
}

/**
 * Computes the answer of a fixture.
 *
 * @param fixture A fixture, or an interceptor with `response`.
 * @param args Arguments of the call.
 * @param interceptorData `this` of a function.
 * @returns The answer; a throw is an error.
 *
 * @example
 * ```ts
 * import { Endpoint } from "@tessera/client";
 * import { collapseFixture } from "@tessera/client/mock";
 * import { assertEquals } from "@std/assert";
 *
 * const getTide = new Endpoint(
 *   ({ port }: { port: string }) => Promise.resolve({ port, height: 2 }),
 *   { name: "getTide" },
 * );
 * const interceptor = {
 *   endpoint: getTide,
 *   response: ({ port }: { port: string }) => ({ port, height: 3 }),
 * };
 * assertEquals(collapseFixture(interceptor, [{ port: "aden" }]), {
 *   response: { port: "aden", height: 3 },
 *   error: false,
 * });
 * ```
 */
export function collapseFixture(
  fixture: AnyFixture,
  args: readonly unknown[],
  interceptorData?: unknown,
): CollapsedFixture {
  if (!("response" in fixture)) return { response: undefined, error: false };
  const error = "error" in fixture && fixture.error === true;
  const response: unknown = fixture.response;
  if (error || typeof response !== "function") return { response, error };
  try {
    return { response: response.apply(interceptorData, args), error: false };
  } catch (reason) {
    return { response: reason, error: true };
  }
}

/**
 * The endpoint of a fetch, except that a fixture answers instead of the network.
 *
 * @param fetch The fetch to answer.
 * @param fixture What answers it.
 * @param interceptorData `this` of the fixture's functions.
 */
export function mockEndpoint(
  { endpoint, args }: Pick<FetchAction, "endpoint" | "args">,
  fixture: AnyFixture,
  interceptorData: unknown,
): EndpointInterface {
  const { extend, fetch } = endpoint as { extend?: unknown; fetch?: unknown };
  const isExtendable = typeof extend === "function" &&
    typeof fetch === "function";
  if ("fetchResponse" in fixture) {
    if (!isExtendable) {
      return replaceCall(endpoint, () => {
        throw new TypeError(
          `fetchResponse cannot stand in for the network step of '${
            nameOf(endpoint)
          }', which has no such step. Give the interceptor a response function instead.`,
        );
      });
    }
    return deriveEndpoint(endpoint, {
      async fetchResponse(input: RequestInfo, init: RequestInit) {
        const compute = () =>
          fixture.fetchResponse.call(interceptorData, input, init);
        const signal = init?.signal ?? undefined;
        return responseOf(await delayed(fixture, args, signal, compute), input);
      },
    });
  }
  const compute = () => {
    const { response, error } = collapseFixture(fixture, args, interceptorData);
    if (error) throw response;
    return response;
  };
  const answer = async (signal?: AbortSignal) =>
    copyValue(await delayed(fixture, args, signal, compute));
  if (!isExtendable) return replaceCall(endpoint, () => answer());
  return deriveEndpoint(endpoint, {
    fetch(this: { readonly signal?: AbortSignal }) {
      return answer(this.signal);
    },
  });
}

/** Computes at once and delivers later, or, collapsed, does both later. */
async function delayed(
  { delay = 0, delayCollapse = false }: AnyFixture,
  args: ActionArgs,
  signal: AbortSignal | undefined,
  compute: () => unknown,
): Promise<unknown> {
  signal?.throwIfAborted();
  const time = typeof delay === "function" ? delay(...args) : delay;
  if (delayCollapse) {
    await wait(time, signal);
    return compute();
  }
  const early = new Promise((resolve) => resolve(compute()));
  // a failure is delivered after the delay, not reported as nobody's before
  early.catch(() => {});
  await wait(time, signal);
  return early;
}

function wait(time: number, signal: AbortSignal | undefined): Promise<void> {
  if (!(time > 0)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, time);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** What the network step resolves with, and fails with, for a mocked answer. */
async function responseOf(
  value: unknown,
  input: RequestInfo,
): Promise<Response> {
  if (!(value instanceof Response)) {
    // `undefined` is an empty body
    return new Response(JSON.stringify(value), {
      headers: { "content-type": "application/json" },
    });
  }
  if (value.ok) return value;
  throw await NetworkError.from(value, {
    url: typeof input === "string" ? input : input.url,
  });
}

/** Every other member stays readable. No `extend`, which would lead back to the original. */
function replaceCall(
  endpoint: EndpointInterface,
  call: () => Promise<unknown>,
): EndpointInterface {
  const replaced = async () => await call();
  Reflect.deleteProperty(replaced, "name");
  Reflect.deleteProperty(replaced, "length");
  Object.setPrototypeOf(replaced, endpoint);
  Object.defineProperty(replaced, "extend", { value: undefined });
  return replaced as unknown as EndpointInterface;
}

/**
 * Copies plain objects and arrays, so that whoever changes the copy leaves the
 * original alone. Everything else is kept by reference.
 */
export function copyValue<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyValue) as T;
  if (!isPlainObject(value)) return value;
  const members = Object.entries(value)
    .map(([name, member]) => [name, copyValue(member)]);
  return Object.fromEntries(members);
}
