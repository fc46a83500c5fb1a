/**
 * Stores what an event stream sends.
 *
 * @module
 */
import {
  type StreamHandlers,
  type StreamLink,
  StreamManager,
  type StreamOptions,
} from "./stream_manager.ts";

/** Options of an {@linkcode EventSourceManager}; `M` is what `parse` makes of an event. */
export interface EventSourceOptions<M = unknown> extends StreamOptions<M> {
  /** Send cookies to another origin. Default `false`. */
  readonly withCredentials?: boolean | undefined;
  /** Names of the events to listen to. Default: `message`, which are those without a name. */
  readonly events?: readonly string[] | undefined;
  /**
   * Name of a parameter of the address that tells the server the id of the last
   * event, from which on to send. Default: none is sent.
   */
  readonly lastEventIdParam?: string | undefined;
}

/**
 * Holds an event stream (server-sent events) open and stores what the server
 * sends.
 *
 * @example
 * ```ts
 * import { createClient, Entity, getDefaultManagers } from "@tessera/client";
 * import { EventSourceManager } from "@tessera/client/push";
 *
 * class Ticker extends Entity {
 *   id = "";
 *   price = 0;
 *   static override key = "Ticker";
 * }
 *
 * const stream = new EventSourceManager({
 *   url: (channels) => `https://harbour.test/events?channels=${channels}`,
 *   // event: ticker
 *   // data: { "id": "btc", "price": 64000 }
 *   events: ["ticker"],
 *   parse: ({ type, data }) => ({ type, data: JSON.parse(data) }),
 *   entities: { ticker: Ticker },
 *   subscribe: ({ schema }, [{ id }]) =>
 *     schema === Ticker ? `ticker-${id}` : undefined,
 *   lazy: true, // there is no such server
 * });
 * using client = createClient({ managers: [stream, ...getDefaultManagers()] });
 * ```
 */
export class EventSourceManager<M = unknown>
  extends StreamManager<M, Event, EventSourceOptions<M>> {
  #lastEventId = "";

  /** Whether there is a class EventSource. */
  protected override get isSupported(): boolean {
    return typeof EventSource === "function";
  }

  /** Opens an event stream. */
  protected override open(
    url: string,
    channels: readonly string[],
    { onOpen, onMessage, onLost }: StreamHandlers,
  ): StreamLink {
    const { withCredentials = false, events = ["message"] } = this.options;
    const source = new EventSource(this.#resumed(url), { withCredentials });
    source.onopen = onOpen;
    // its own way to connect again knows no limits
    source.onerror = (event) => onLost(event);
    for (const type of events) {
      source.addEventListener(type, (event) => {
        this.#lastEventId = event.lastEventId || this.#lastEventId;
        onMessage(event);
      });
    }
    return { channels: new Set(channels), close: () => source.close() };
  }

  #resumed(url: string): string {
    const { lastEventIdParam } = this.options;
    const lastEventId = this.#lastEventId;
    if (!lastEventIdParam || !lastEventId) return url;
    const address = new URL(url, globalThis.location?.href);
    address.searchParams.set(lastEventIdParam, lastEventId);
    return address.href;
  }
}
