/**
 * Stores what a server sends by itself, over a WebSocket or an event stream:
 * connects again, subscribes again, and fetches what was missed meanwhile.
 * Import it for data that changes on the server while it is on the screen.
 *
 * @example
 * ```ts
 * import { createClient, Entity, getDefaultManagers } from "@tessera/client";
 * import { WebSocketManager } from "@tessera/client/push";
 *
 * class Ticker extends Entity {
 *   id = "";
 *   price = 0;
 *   static override key = "Ticker";
 * }
 * const socket = new WebSocketManager({
 *   url: "wss://harbour.test/stream",
 *   entities: { ticker: Ticker },
 *   lazy: true, // there is no such server
 * });
 * using client = createClient({ managers: [socket, ...getDefaultManagers()] });
 * ```
 *
 * @module
 */
export {
  EventSourceManager,
  type EventSourceOptions,
} from "./event_source_manager.ts";
export {
  type ReconnectOptions,
  type StreamGap,
  type StreamHandlers,
  type StreamLink,
  StreamManager,
  type StreamOptions,
  type StreamStatus,
} from "./stream_manager.ts";
export {
  type ChannelMessages,
  type Heartbeat,
  WebSocketManager,
  type WebSocketOptions,
} from "./web_socket_manager.ts";
