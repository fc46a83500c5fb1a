/** The open event streams, and who wants to be told what. */
export class EventStreams {
  readonly #streams = new Map<
    ReadableStreamDefaultController<Uint8Array>,
    ReadonlySet<string>
  >();

  /** Opens a stream of the messages to these channels. */
  open(channels: readonly string[]): Response {
    let stream: ReadableStreamDefaultController<Uint8Array>;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        stream = controller;
        this.#streams.set(stream, new Set(channels));
        stream.enqueue(encoder.encode(": welcome\n\n"));
      },
      cancel: () => {
        this.#streams.delete(stream);
      },
    });
    return new Response(body, {
      headers: {
        "content-type": "text/event-stream",
        "cache-control": "no-store",
      },
    });
  }

  /** Sends a message to everybody who listens to one of the channels. */
  tell(to: readonly string[], message: object): void {
    const bytes = encoder.encode(`data: ${JSON.stringify(message)}\n\n`);
    for (const [stream, channels] of this.#streams) {
      if (to.some((channel) => channels.has(channel))) stream.enqueue(bytes);
    }
  }

  /** Ends all streams, as a deployment of the server would. */
  drop(): void {
    for (const stream of this.#streams.keys()) stream.close();
    this.#streams.clear();
  }
}

const encoder = new TextEncoder();
