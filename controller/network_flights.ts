import type { SetResponseAction } from "./contract.ts";
import type { NetworkFlight, Outdated } from "./network_flight.ts";

/** All requests that are running. Nothing here takes longer because there are many of one key. */
export class NetworkFlights implements Iterable<NetworkFlight> {
  readonly #byKey = new Map<string, Set<NetworkFlight>>();
  /** By the stamp their response will have. */
  readonly #finished = new Map<number, NetworkFlight>();
  readonly #newestMutation = new Map<string, NetworkFlight>();

  /** Every flight; safe against changes on the way. */
  [Symbol.iterator](): Iterator<NetworkFlight> {
    const flights = [...this.#byKey.values()].flatMap((each) => [...each]);
    return flights[Symbol.iterator]();
  }

  /** Flights of a key, oldest first; a copy. */
  of(key: string): NetworkFlight[] {
    const flights = this.#byKey.get(key);
    return flights === undefined ? [] : [...flights];
  }

  /** The mutation of a key that was started last. */
  newestMutationOf(key: string): NetworkFlight | undefined {
    return this.#newestMutation.get(key);
  }

  /** Adds a flight. */
  add(flight: NetworkFlight): void {
    const { key, isMutation } = flight;
    const flights = this.#byKey.get(key);
    if (flights) flights.add(flight);
    else this.#byKey.set(key, new Set([flight]));
    if (isMutation) this.#newestMutation.set(key, flight);
  }

  /** The request is over; a response with its stamp is its outcome. */
  finish(flight: NetworkFlight): void {
    this.#finished.set(flight.fetchedAt, flight);
  }

  /** Removes a flight and lets go of what it held. */
  remove(flight: NetworkFlight): void {
    const { key, fetchedAt } = flight;
    const flights = this.#byKey.get(key);
    if (!flights?.delete(flight)) return;
    if (flights.size === 0) this.#byKey.delete(key);
    this.#finished.delete(fetchedAt);
    if (this.#newestMutation.get(key) === flight) {
      this.#newestMutation.delete(key);
    }
    flight.release();
  }

  /** The flight whose outcome a response is. */
  servedBy({ key, meta }: SetResponseAction): NetworkFlight | undefined {
    const flight = this.#finished.get(meta.fetchedAt);
    return flight?.key === key ? flight : undefined;
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
