/** The messages of a BroadcastChannel, which arrive when a run says so. */
export class PretendChannel {
  /** How many messages a tab was sent, by tab. */
  readonly sent: number[] = [];
  /** How many of them have arrived or were lost. */
  readonly heard: number[] = [];
  readonly #ports: (Port | undefined)[] = [];
  readonly #messages: unknown[][] = [];

  /**
   * Runs what opens the channel of a tab.
   *
   * @param tab Which tab; one that was reloaded opens it again.
   * @param open Makes a BroadcastChannel.
   */
  openFor<T>(tab: number, open: () => T): T {
    const own = globalThis.BroadcastChannel;
    const post = (data: unknown) => {
      this.#ports.forEach((port, other) => {
        if (!port || other === tab) return;
        this.#messages[other]!.push(structuredClone(data));
        this.sent[other]!++;
      });
    };
    const register = (port: Port | undefined) => {
      this.#ports[tab] = port;
      this.#messages[tab] = [];
      this.sent[tab] ??= 0;
      // who was not there hears nothing of it
      this.heard[tab] = this.sent[tab]!;
    };
    class OwnPort extends Port {
      constructor() {
        super(post, () => register(undefined));
        register(this);
      }
    }
    globalThis.BroadcastChannel = OwnPort as unknown as typeof BroadcastChannel;
    try {
      return open();
    } finally {
      globalThis.BroadcastChannel = own;
    }
  }

  /** Lets the oldest message to a tab arrive. Returns whether there was one. */
  deliver(tab: number): boolean {
    const messages = this.#messages[tab] ?? [];
    if (messages.length === 0) return false;
    this.heard[tab]!++;
    this.#ports[tab]?.onmessage?.({ data: messages.shift() });
    return true;
  }
}

/** As much of a BroadcastChannel as the library uses. */
class Port extends EventTarget {
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly postMessage: (data: unknown) => void;
  readonly close: () => void;

  constructor(post: (data: unknown) => void, close: () => void) {
    super();
    this.postMessage = post;
    this.close = close;
  }
}
