import type { EndpointInterface } from "../../endpoint/contract.ts";
import {
  type ActionTypes,
  type ControllerConstructor,
  DisposedError,
  type FetchOutcome,
  type FetchValue,
  type Manager,
} from "../../controller/mod.ts";
import { type Act, isActExpected, isActing } from "./act.ts";

/** Has React render inside `act` what responses write, and tells when it is done. */
export class WritesInAct {
  readonly #act: Act;
  readonly #pending = new Set<Promise<void>>();
  /** Stamps of requests that have a response. */
  readonly #responses = new Set<number>();

  constructor(act: Act) {
    this.#act = act;
  }

  /** Sees responses right before the store. */
  readonly manager: Manager = {
    middleware: () => (next) => (action) => {
      if (!this.#isToBeRendered(action)) return next(action);
      let written: Promise<void> | undefined;
      const rendered: unknown = this.#act(() => {
        written = next(action);
      });
      void this.#track(Promise.resolve(rendered as PromiseLike<void>));
      return written!;
    },
    cleanup() {},
  };

  /** Resolves when everything is rendered that responses have written. */
  async settled(): Promise<void> {
    while (this.#pending.size > 0) await Promise.allSettled(this.#pending);
  }

  /**
   * A class of controllers with whose `fetch` a test can wait for what is on
   * screen. Inside `act`, where the end of `act` is awaited, it is the one of
   * an application.
   *
   * @param Base The class to extend.
   */
  awaitedBy(Base: ControllerConstructor): ControllerConstructor {
    const settled = () => this.settled();
    const responses = this.#responses;
    const track = (passed: Promise<void>) => this.#track(passed);
    return class extends Base {
      /** Called by the network manager, with the stamp of the request. */
      override resolve<E extends EndpointInterface>(
        endpoint: E,
        outcome: FetchOutcome,
      ): Promise<void> {
        const { fetchedAt } = outcome;
        if (fetchedAt === undefined) return super.resolve(endpoint, outcome);
        responses.add(fetchedAt);
        return track(super.resolve(endpoint, outcome));
      }

      override fetch<E extends EndpointInterface>(
        endpoint: E,
        ...args: readonly [...Parameters<E>]
      ): Promise<FetchValue<E>> {
        const result = super.fetch(endpoint, ...args);
        if (isActing()) return result;
        const outcome = result.finally(settled);
        if (endpoint.sideEffect) {
          result.catch((error) => {
            // nobody can still do anything about it
            if (error instanceof DisposedError) outcome.catch(ignore);
          });
        } else outcome.catch(ignore);
        return outcome;
      }
    };
  }

  /**
   * Whether a write comes from a request. An effect that writes is part of
   * React's work already; `act` inside it would lose what is to be rendered.
   */
  #isToBeRendered(action: ActionTypes): boolean {
    switch (action.type) {
      case "rdc/setresponse":
        return this.#responses.has(action.meta.fetchedAt);
      case "rdc/fetch":
        // an optimistic response; where `act` is expected, effects run inside it
        return isActExpected() && !isActing();
      default:
        return false;
    }
  }

  #track(promise: Promise<void>): Promise<void> {
    this.#pending.add(promise);
    const remove = () => void this.#pending.delete(promise);
    promise.then(remove, remove);
    return promise;
  }
}

function ignore(): void {}
