import type { Dependencies, ReadEndpoint, State } from "../controller/mod.ts";
import type { Controller } from "../controller/mod.ts";
import {
  emptyReading,
  EndpointQuestion,
  type EndpointReading,
} from "./endpoint_question.ts";
import { identityOf } from "./identity_of.ts";
import type { Question } from "./observation.ts";
import type { ReaderSource } from "./reader_source.ts";

/**
 * An endpoint with its arguments, or `null` for nothing: one call of
 * {@linkcode useSuspenseAll}.
 */
export type EndpointCall =
  // deno-lint-ignore no-explicit-any -- each call types its own arguments
  | readonly [endpoint: ReadEndpoint, ...args: any]
  | null;

/** What a state says about several requests. */
export interface CallsReading {
  /** One for each call. */
  readonly readings: readonly EndpointReading[];
  readonly dependencies: Dependencies;
  /** Protects all of it from collection. */
  readonly countRef: () => () => void;
  /** When the first of them expires that were fresh. */
  readonly freshUntil: number;
}

/** Reads several endpoints as one. */
export class CallsQuestion implements Question<CallsReading> {
  /** Questions of the calls that are not `null`, at their places. */
  readonly parts: readonly (EndpointQuestion | null)[];
  /** Equal for calls that ask for the same. */
  readonly identity: string;

  constructor(
    source: ReaderSource,
    controller: Controller,
    calls: readonly EndpointCall[],
  ) {
    this.parts = calls.map((call) => {
      if (call === null) return null;
      const [endpoint, ...args] = call;
      return new EndpointQuestion(
        source,
        controller,
        endpoint,
        args,
        "suspending",
      );
    });
    this.identity = JSON.stringify(
      this.parts.map((part) =>
        part && [
          part.key,
          identityOf(part.endpoint.schema),
          part.endpoint.invalidIfStale,
        ]
      ),
    );
  }

  read(
    state: State,
    previous: CallsReading | undefined,
    isHydrating?: boolean,
  ): CallsReading {
    const readings = this.parts.map((part, index) =>
      part?.read(state, previous?.readings[index], isHydrating) ?? nothing
    );
    return {
      readings,
      freshUntil: Math.min(...readings.map(({ freshUntil }) => freshUntil)),
      dependencies: {
        entities: readings.flatMap(({ dependencies }) => dependencies.entities),
        tables: readings.flatMap(({ dependencies }) => dependencies.tables),
        endpoints: readings.flatMap(({ dependencies }) =>
          dependencies.endpoints
        ),
      },
      countRef: () => {
        const releases = readings.map(({ countRef }) => countRef());
        return () => {
          for (const release of releases) release();
        };
      },
    };
  }

  isEqual(a: CallsReading, b: CallsReading): boolean {
    return this.parts.every((part, index) =>
      part === null || part.isEqual(a.readings[index]!, b.readings[index]!)
    );
  }

  isWaiting({ readings }: CallsReading): boolean {
    return readings.some(({ isMissing }) => isMissing);
  }

  needsRequest({ readings }: CallsReading): boolean {
    return readings.some(({ needsRequest }) => needsRequest);
  }

  request({ readings }: CallsReading): void {
    readings.forEach((reading, index) => {
      if (reading.needsRequest) void this.parts[index]?.request(reading);
    });
  }
}

const nothing = emptyReading(undefined);
