/**
 * A backend whose answers the test decides.
 *
 * @module
 */
import { Collection, type Controller, Endpoint, Entity } from "../../../mod.ts";

export class Vessel extends Entity {
  id = "";
  name = "";
  tons = 0;

  static override key = "Vessel";
}

/** A request that waits for its answer. */
export interface PendingRequest {
  /** Name of the endpoint and its argument. */
  readonly name: string;
  readonly signal: AbortSignal | undefined;
  answer(value: unknown): void;
  fail(error: unknown): void;
}

/** Endpoints, and the requests made through them. */
export class Harbour {
  /** Every request made, oldest first. */
  readonly requests: PendingRequest[] = [];

  /** One vessel; fresh for a minute. */
  readonly getVessel = new Endpoint(
    ({ id }: { id: string }): Promise<unknown> => this.ask(`vessel ${id}`),
    { schema: Vessel, name: "getVessel", dataExpiryLength: 60_000 },
  );

  /** All vessels of a route; fresh for a minute. */
  readonly getVessels = new Endpoint(
    ({ route }: { route: string }): Promise<unknown> =>
      this.ask(`vessels ${route}`),
    {
      schema: new Collection([Vessel]),
      name: "getVessels",
      dataExpiryLength: 60_000,
    },
  );

  /** A value without schema; fresh for a minute. */
  readonly getWeather = new Endpoint(
    ({ port }: { port: string }): Promise<{ port: string; wind: number }> =>
      this.ask(`weather ${port}`) as Promise<{ port: string; wind: number }>,
    { name: "getWeather", dataExpiryLength: 60_000 },
  );

  /** Names of all requests made. */
  get asked(): string[] {
    return this.requests.map(({ name }) => name);
  }

  /** The newest request. */
  get last(): PendingRequest {
    return this.requests.at(-1)!;
  }

  /** Stores a vessel as if it had been requested. */
  bring(
    { setResponse }: Pick<Controller, "setResponse">,
    id: string,
    name: string,
  ): Promise<void> {
    return setResponse(this.getVessel, { id }, { id, name });
  }

  /** A request that waits for the test to answer it. */
  protected ask(name: string): Promise<unknown> {
    return new Promise((answer, fail) => {
      this.requests.push({ name, signal: undefined, answer, fail });
    });
  }
}
