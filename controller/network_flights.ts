import type { SetResponseAction } from "./contract.ts";
import type { NetworkFlight, Outdated } from "./network_flight.ts";
import type { NetworkRequest } from "./network_request.ts";

/** All requests that are running, by key. */
export class NetworkFlights implements Iterable<NetworkFlight> {
  readonly #byKey = new Map<string, Set<NetworkFlight>>();

  /** Every flight; safe against changes on the way. */
  *[Symbol.iterator](): Iterator<NetworkFlight> {
    for (const key of [...this.#byKey.keys()]) yield* this.of(key);
  }

  /** Flights of a key, oldest first; a copy. */
  of(key: string): NetworkFlight[] {
    const flights = this.#byKey.get(key);
    return flights === undefined ? [] : [...flights];
  }

  /** Adds a flight. */
  add(flight: NetworkFlight): void {
    const { key } = flight.action;
    const flights = this.#byKey.get(key);
    if (flights) flights.add(flight);
    else this.#byKey.set(key, new Set([flight]));
  }

  /** Removes a flight and lets go of what it held. */
  remove(flight: NetworkFlight): void {
    const { key } = flight.action;
    const flights = this.#byKey.get(key);
    if (!flights?.delete(flight)) return;
    if (flights.size === 0) this.#byKey.delete(key);
    flight.release();
  }

  /** The flight of a request. */
  ofRequest(request: NetworkRequest): NetworkFlight | undefined {
    return this.of(request.key).find((flight) => flight.request === request);
  }

  /** The flight whose outcome a response is. */
  servedBy(action: SetResponseAction): NetworkFlight | undefined {
    return this.of(action.key).find((flight) => flight.isServedBy(action));
  }

  /** Lets nobody join the reads of all matching keys any more. */
  outdate(kind: Outdated, testKey: (key: string) => boolean): void {
    // asked for every key before anything changes, because the test may throw
    const keys = [...this.#byKey.keys()].filter(testKey);
    for (const key of keys) {
      for (const flight of this.of(key)) flight.outdate(kind);
    }
  }
}
