import type { EndpointInterface } from "../../endpoint/contract.ts";
import { NetworkError } from "../../endpoint/mod.ts";
import type { ActionArgs, FetchAction } from "../contract.ts";
import { deriveEndpoint } from "../derive_endpoint.ts";
import { type Clock, systemClock } from "../environment.ts";
import { collapseFixture } from "./collapse_fixture.ts";
import { copyValue } from "./copy_value.ts";
import type { AnyFixture, FetchInterceptor } from "./fixture.ts";

/**
 * The endpoint of a fetch, except that a fixture answers instead of the network.
 *
 * @param fetch The fetch to answer.
 * @param fixture What answers it.
 * @param interceptorData `this` of the fixture's functions.
 * @param clock Source of timers for delays.
 */
export function mockEndpoint(
  fetch: Pick<FetchAction, "endpoint" | "args">,
  fixture: AnyFixture,
  interceptorData: unknown,
  clock: Clock = systemClock,
): EndpointInterface {
  const { endpoint, args } = fetch;
  if ("fetchResponse" in fixture) {
    return mockNetworkStep(fetch, fixture, interceptorData, clock);
  }
  const answer = async (signal?: AbortSignal) =>
    copyValue(
      await delayed(clock, fixture, args, signal, () => {
        const collapsed = collapseFixture(fixture, args, interceptorData);
        if (collapsed.error) throw collapsed.response;
        return collapsed.response;
      }),
    );
  return isExtendable(endpoint)
    ? deriveEndpoint(endpoint, {
      fetch(this: { readonly signal?: AbortSignal }) {
        return answer(this.signal);
      },
    })
    : replaceCall(endpoint, () => answer());
}

function mockNetworkStep(
  { endpoint, args }: Pick<FetchAction, "endpoint" | "args">,
  interceptor: FetchInterceptor,
  interceptorData: unknown,
  clock: Clock,
): EndpointInterface {
  if (!isExtendable(endpoint)) {
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
      const signal = init?.signal ?? undefined;
      const value = await delayed(
        clock,
        interceptor,
        args,
        signal,
        () => interceptor.fetchResponse.call(interceptorData, input, init),
      );
      return responseOf(value, input);
    },
  });
}

/** Computes at once and delivers later, or, collapsed, does both later. */
async function delayed(
  clock: Clock,
  { delay = 0, delayCollapse = false }: AnyFixture,
  args: ActionArgs,
  signal: AbortSignal | undefined,
  compute: () => unknown,
): Promise<unknown> {
  signal?.throwIfAborted();
  const time = typeof delay === "function" ? delay(...args) : delay;
  if (delayCollapse) {
    await wait(clock, time, signal);
    return compute();
  }
  const early = new Promise((resolve) => resolve(compute()));
  // a failure is delivered after the delay, not reported as nobody's before
  early.catch(() => {});
  await wait(clock, time, signal);
  return early;
}

function wait(
  clock: Clock,
  time: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (!(time > 0)) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const abort = () => {
      clock.clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = clock.setTimeout(() => {
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
    return new Response(JSON.stringify(value), {
      headers: { "content-type": "application/json" },
    });
  }
  if (value.ok) return value;
  throw await NetworkError.from(value, {
    url: typeof input === "string" ? input : input.url,
  });
}

/** Whether members given to `extend` have an effect on the call. */
function isExtendable(endpoint: EndpointInterface): boolean {
  const { extend, fetch } = endpoint as { extend?: unknown; fetch?: unknown };
  return typeof extend === "function" && typeof fetch === "function";
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

function nameOf(endpoint: EndpointInterface): string {
  return (endpoint as { name?: string }).name ?? "an endpoint";
}
