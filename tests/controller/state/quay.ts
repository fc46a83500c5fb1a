/** A store without managers: the tests play the network themselves. */
import { assertEquals, assertStrictEquals } from "@std/assert";
import type {
  ActionArgs,
  EntityPath,
  FetchAction,
} from "../../../controller/contract.ts";
import {
  actions,
  applyLayers,
  type Clock,
  Controller,
  type ControllerOptions,
  type State,
  Store,
} from "../../../controller/mod.ts";
import type { EndpointInterface } from "../../../endpoint/contract.ts";
import { mutating, type Options, reading } from "../harbour.ts";

/** Where the fake clock begins; any moment long after 1970. */
export const startTime = 1_700_000_000_000;

export class Quay {
  /** Wall clock; only tests move it. */
  now = startTime;
  readonly controller: Controller;
  readonly store: Store;
  /** Rounds of notifications: what each one touched. */
  readonly rounds: string[][] = [];

  constructor(state?: State, options: ControllerOptions = {}) {
    const clock: Clock = {
      now: () => this.now,
      setTimeout: () => undefined,
      clearTimeout() {},
    };
    this.controller = new Controller({ clock, ...options });
    this.store = new Store(this.controller, state);
    this.controller.bindMiddleware({
      dispatch: this.store.dispatch,
      getState: this.store.getState,
      getVisibleState: this.store.getVisibleState,
    });
    this.store.subscribe((_state, touched) => {
      const names = [...touched.endpoints];
      for (const [key, pks] of touched.entities) {
        for (const pk of pks) names.push(`${key} ${pk}`);
      }
      this.rounds.push(names.sort());
    });
  }

  get base(): State {
    return this.store.getState();
  }

  get visible(): State {
    return this.store.getVisibleState();
  }

  /** Starts a request one millisecond later; the answer is up to the test. */
  fetch(endpoint: EndpointInterface, ...args: ActionArgs): FetchAction {
    this.now++;
    const action = actions.createFetch(
      endpoint,
      { args },
      this.controller.stamps,
    );
    action.meta.promise.catch(() => {});
    this.store.dispatch(action);
    return action;
  }

  /** The answer of a request arrives one millisecond later. */
  answer(fetch: FetchAction, response: unknown): Promise<void> {
    return this.#settle(fetch, response, false);
  }

  /** A request fails one millisecond later. */
  fail(fetch: FetchAction, reason: unknown): Promise<void> {
    return this.#settle(fetch, reason, true);
  }

  /** Starts a request and answers it at once. */
  load(
    endpoint: EndpointInterface,
    args: ActionArgs,
    response: unknown,
  ): Promise<void> {
    return this.answer(this.fetch(endpoint, ...args), response);
  }

  /** What all layers, each computed anew, make of the base. */
  replayed(): State {
    return applyLayers(this.controller, this.base);
  }

  /** What was touched since the last call. */
  takeRounds(): string[][] {
    this.store.notify();
    return this.rounds.splice(0);
  }

  #settle(
    { endpoint, args, meta }: FetchAction,
    response: unknown,
    error: boolean,
  ): Promise<void> {
    this.now++;
    return this.controller.resolve(endpoint, {
      args: args as never,
      response: response as never,
      fetchedAt: meta.fetchedAt,
      error: error as false,
    });
  }
}

/** Two plain objects have the same members in the same order, or objects in them have. */
export function assertSameMembers(
  actual: object,
  expected: object,
  depth = 0,
): void {
  assertEquals(Object.keys(actual), Object.keys(expected));
  const others = Object.values(expected);
  for (const [index, value] of Object.values(actual).entries()) {
    if (depth > 0) assertSameMembers(value, others[index], depth - 1);
    else assertStrictEquals(value, others[index]);
  }
}

/** An endpoint that only reads, and that nobody calls. */
export function read(
  name: string,
  options: Options<unknown> = {},
): EndpointInterface<AnyFunction, AnySchema, undefined> {
  return reading(name, notCalled, options) as never;
}

/** A mutation that nobody calls. */
export function mutation(
  name: string,
  options: Options<unknown> = {},
): EndpointInterface {
  return mutating(name, notCalled, options) as never;
}

/** Entities as paths, from `"Vessel 1"`. */
export function paths(...names: string[]): EntityPath[] {
  return names.map((name) => {
    const space = name.indexOf(" ");
    return { key: name.slice(0, space), pk: name.slice(space + 1) };
  });
}

// deno-lint-ignore no-explicit-any -- any schema
type AnySchema = any;

// deno-lint-ignore no-explicit-any -- any endpoint function
type AnyFunction = (...args: any) => Promise<any>;

// deno-lint-ignore no-explicit-any -- any arguments
function notCalled(..._args: any[]): Promise<any> {
  throw new Error("The tests of the store make no requests.");
}
