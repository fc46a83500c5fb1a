/**
 * Stores what a WebSocket sends.
 *
 * @module
 */
import {
  movableTimer,
  type StreamHandlers,
  type StreamLink,
  StreamManager,
  type StreamOptions,
} from "./stream_manager.ts";

/** Options of a {@linkcode WebSocketManager}; `M` is what `parse` makes of a message. */
export interface WebSocketOptions<M = unknown>
  extends StreamOptions<M, CloseEvent> {
  /** Protocols to offer to the server. */
  readonly protocols?: string | string[] | undefined;
  /** The type of binary messages. Default: that of the platform, a `Blob` in browsers. */
  readonly binaryType?: BinaryType | undefined;
  /** Messages that tell the server of channels. */
  readonly messages?: ChannelMessages | undefined;
  /** Notices connections that are dead without having ended. Default: not. */
  readonly heartbeat?: Heartbeat | undefined;
}

/** Messages of a {@linkcode WebSocketManager} that tell the server of channels; `undefined` sends nothing. */
export interface ChannelMessages {
  /** From now on the server is to send what belongs to these channels. */
  subscribe(channels: readonly string[]): unknown;
  /** From now on it need not any more. */
  unsubscribe?(channels: readonly string[]): unknown;
}

/** How a {@linkcode WebSocketManager} notices that a connection is dead. */
export interface Heartbeat {
  /** After how long without a message from the server one is sent, in milliseconds. */
  readonly interval: number;
  /** The message to send. */
  readonly message: unknown;
  /** How long a response may take, in milliseconds; then the connection is made again. */
  readonly timeout: number;
}

/** More messages than this do not wait for a connection. */
const longestOutbox = 1000;

/**
 * Holds a WebSocket open and stores what the server sends. Subscriptions of
 * components become channels of the socket.
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
 *
 * const socket = new WebSocketManager({
 *   url: "wss://harbour.test/stream",
 *   // { "type": "ticker", "data": { "id": "btc", "price": 64000 } }
 *   entities: { ticker: Ticker },
 *   subscribe: ({ schema }, [{ id }]) =>
 *     schema === Ticker ? `ticker-${id}` : undefined,
 *   messages: {
 *     subscribe: (channels) => ({ type: "subscribe", channels }),
 *     unsubscribe: (channels) => ({ type: "unsubscribe", channels }),
 *   },
 *   lazy: true, // there is no such server
 * });
 * using client = createClient({ managers: [socket, ...getDefaultManagers()] });
 * ```
 */
export class WebSocketManager<M = unknown>
  extends StreamManager<M, CloseEvent, WebSocketOptions<M>> {
  #socket: WebSocket | undefined;

  /**
   * Sends a message; texts and binary data as they are, everything else as
   * JSON. Without a connection it waits for one.
   *
   * @param message what to send
   * @throws {Error} If 1000 messages are queued already.
   */
  send(message: unknown): void {
    const data = encode(message);
    if (this.#post(data)) return;
    if (this.outbox.length === longestOutbox) {
      throw new Error(
        `A message was not sent, because ${longestOutbox} others wait already.`,
      );
    }
    this.outbox.push(data);
  }

  /** Whether there is a class WebSocket. */
  protected override get isSupported(): boolean {
    return typeof WebSocket === "function";
  }

  /** Opens a socket. */
  protected override open(
    url: string,
    _channels: readonly string[],
    { onOpen, onMessage, onLost }: StreamHandlers<CloseEvent>,
  ): StreamLink {
    const { protocols, binaryType, heartbeat } = this.options;
    const socket = new WebSocket(url, protocols);
    if (binaryType) socket.binaryType = binaryType;
    const { clock } = this.environment;
    let heardAt = 0;
    const pulse = movableTimer(clock, () => {
      const { interval, message, timeout } = heartbeat!;
      const left = heardAt + interval - clock.now();
      if (left > 0) pulse.start(left);
      else if (left + timeout > 0) {
        this.#post(encode(message));
        pulse.start(left + timeout);
      } else onLost();
    });
    const hear = () => {
      heardAt = clock.now();
      // not moved for each message: that would cost more than the message
      if (heartbeat && !pulse.isRunning) pulse.start(heartbeat.interval);
    };
    socket.onopen = () => {
      this.#socket = socket;
      hear();
      onOpen();
      for (const data of this.outbox.splice(0)) this.#post(data as Sendable);
    };
    socket.onmessage = (event) => {
      hear();
      onMessage(event);
    };
    // the server is done, or does not allow it
    socket.onclose = (event) =>
      onLost(event, event.code === 1000 || event.code === 1008);
    return {
      channels: new Set(),
      close() {
        pulse.stop();
        socket.close();
      },
    };
  }

  /** Sends the messages that tell of channels. */
  protected override changeChannels(
    added: readonly string[],
    removed: readonly string[],
  ): void {
    const { messages } = this.options;
    if (removed.length > 0) {
      this.#post(encode(messages?.unsubscribe?.(removed)));
    }
    if (added.length > 0) this.#post(encode(messages?.subscribe(added)));
  }

  /** Sends where that is possible; `undefined` is nothing to send. */
  #post(data: Sendable): boolean {
    const isOpen = this.#socket?.readyState === 1;
    if (isOpen && data !== undefined) this.#socket!.send(data);
    return isOpen;
  }
}

type Sendable = Parameters<WebSocket["send"]>[0] | undefined;

function encode(message: unknown): Sendable {
  return typeof message === "string" || message instanceof Blob ||
      message instanceof ArrayBuffer || ArrayBuffer.isView(message)
    ? message as Sendable
    : JSON.stringify(message);
}
