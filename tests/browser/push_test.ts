import { assert, assertEquals } from "@std/assert";
import { withLivePage } from "./support/live_page.ts";

/** Shows what one ticker says, which is requested first and pushed from then on. */
const module = (manager: string) => `
  import { createElement } from "react";
  import { createRoot } from "react-dom/client";
  import { Endpoint, Entity, getDefaultManagers } from "@tessera/client";
  import { AsyncBoundary, DataProvider, useLive } from "@tessera/client/react";
  import { EventSourceManager, WebSocketManager } from "@tessera/client/push";

  class Ticker extends Entity {
    id = "";
    price = 0;
    static key = "Ticker";
  }
  const getTicker = new Endpoint(
    async ({ id }) => (await fetch("/api/" + id)).json(),
    { name: "getTicker", schema: Ticker },
  );
  const options = {
    entities: { ticker: Ticker },
    subscribe: ({ schema }, [{ id }]) => schema === Ticker ? id : undefined,
    messages: {
      subscribe: (channels) => ({ subscribe: channels }),
      unsubscribe: (channels) => ({ unsubscribe: channels }),
    },
    reconnect: { base: 10, max: 10 },
  };

  // writes down what happens, for the test
  globalThis.log = [];
  const recorder = {
    middleware: () => (next) => (action) => {
      if (action.type === "rdc/set") log.push("commit");
      return next(action);
    },
    cleanup() {},
  };
  const count = () => {
    log.push("timer");
    setTimeout(count, 0);
  };
  globalThis.countTimers = count;

  function Price() {
    const { price } = useLive(getTicker, { id: "btc" });
    return createElement("p", null, "price ", price);
  }
  createRoot(document.getElementById("root")).render(
    createElement(
      DataProvider,
      {
        managers: [${manager}, recorder, ...getDefaultManagers()],
        devButton: null,
      },
      createElement(AsyncBoundary, { fallback: "waiting" }, createElement(Price)),
    ),
  );
`;

Deno.test("a page with a WebSocket shows each price, also those it missed [controller/NEW-93] [controller/NEW-95] [controller/NEW-96] [controller/NEW-99]", async () => {
  const exchange = new Exchange();
  const told: string[] = [];
  await withLivePage({
    module: module(
      "new WebSocketManager({ ...options, url: () => `ws://${location.host}/stream` })",
    ),
    answer: (request, path) => {
      if (path !== "/stream") return exchange.answer(path);
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onmessage = ({ data }) => {
        told.push(data);
        exchange.opened({
          send: (message) => socket.send(JSON.stringify(message)),
          end: () => socket.close(4000),
        });
      };
      return response;
    },
  }, async ({ page, context, complaints, open }) => {
    const shows = (price: number) => page.getByText(`price ${price}`).waitFor();
    await open();
    let stream = await exchange.next();
    await shows(0);
    for (let drop = 0; drop < 5; drop++) {
      exchange.rise(stream);
      await shows(exchange.price);
      stream.end();
      exchange.rise();
      await shows(exchange.price);
      stream = await exchange.next();
    }

    await context.setOffline(true);
    stream.end();
    exchange.rise();
    await context.setOffline(false);
    await shows(exchange.price);
    stream = await exchange.next();

    await page.evaluate("log.length = 0, countTimers()");
    for (let count = 0; count < 10_000; count++) exchange.rise(stream);
    await shows(exchange.price);
    const log = await page.evaluate("log") as string[];
    const commits = log.filter((entry) => entry === "commit").length;
    assert(commits >= 10_000 / 256, `${commits} commits`);
    assert(commits < 10_000, `${commits} commits`);
    const between = log.slice(log.indexOf("commit"), log.lastIndexOf("commit"));
    assert(between.includes("timer"), "timers run between the commits");
    assertEquals(new Set(told), new Set(['{"subscribe":["btc"]}']));
    // what the browser itself says of lost connections
    const others = complaints.filter((text) => !/ERR_|WebSocket/.test(text));
    assertEquals(others, []);
  });
});

Deno.test("a page with an event stream shows each price, also those it missed [controller/NEW-93] [controller/NEW-95]", async () => {
  const exchange = new Exchange();
  const asked: string[] = [];
  await withLivePage({
    module: module(
      "new EventSourceManager({ ...options, url: (channels) => '/stream?of=' + channels, lazy: true })",
    ),
    answer: (request, path) => {
      if (path !== "/stream") return exchange.answer(path);
      asked.push(new URL(request.url).search);
      let out!: ReadableStreamDefaultController<Uint8Array>;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          out = controller;
          write(":\n\n");
        },
      });
      function write(text: string) {
        out.enqueue(new TextEncoder().encode(text));
      }
      exchange.opened({
        send: (message) => write(`data: ${JSON.stringify(message)}\n\n`),
        end: () => out.close(),
      });
      return new Response(body, {
        headers: { "content-type": "text/event-stream" },
      });
    },
  }, async ({ page, complaints, open }) => {
    const shows = (price: number) => page.getByText(`price ${price}`).waitFor();
    await open();
    let stream = await exchange.next();
    await shows(0);
    for (let drop = 0; drop < 5; drop++) {
      exchange.rise(stream);
      await shows(exchange.price);
      stream.end();
      exchange.rise();
      await shows(exchange.price);
      stream = await exchange.next();
    }
    for (let count = 0; count < 1000; count++) exchange.rise(stream);
    await shows(exchange.price);
    stream.end();
    assertEquals(new Set(asked), new Set(["?of=btc"]));
    const others = complaints.filter((text) => !/ERR_/.test(text));
    assertEquals(others, []);
  });
});

/** A connection as the server has it. */
interface Stream {
  send(message: unknown): void;
  end(): void;
}

/** Knows the price, and who is told of it. */
class Exchange {
  price = 0;
  readonly #streams: Stream[] = [];
  #wake = () => {};

  answer(path: string): Response | undefined {
    return path === "/api/btc"
      ? Response.json({ id: "btc", price: this.price })
      : undefined;
  }

  /** The price changes; without a stream nobody is told. */
  rise(stream?: Stream): void {
    const data = { id: "btc", price: ++this.price };
    stream?.send({ type: "ticker", data });
  }

  opened(stream: Stream): void {
    this.#streams.push(stream);
    this.#wake();
  }

  /** The next connection. */
  async next(): Promise<Stream> {
    while (this.#streams.length === 0) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return this.#streams.shift()!;
  }
}
