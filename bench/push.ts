/**
 * Whether timers stay on time while a server, in a process of its own, pushes
 * 10,000 messages a second. Prints how late timers of 10 ms are, without load
 * and with it.
 *
 *     deno run -A bench/push.ts [seconds]
 *
 * @module
 */
import {
  createClient,
  Entity,
  ImmortalGCPolicy,
  NetworkManager,
} from "../mod.ts";
import {
  EventSourceManager,
  WebSocketManager,
} from "../controller/live/push/mod.ts";
import { quantile } from "./harness/statistics.ts";

const perSecond = 10_000;
const rows = 1000;
const interval = 10;

class Ticker extends Entity {
  id = "";
  price = 0;
  static override key = "Ticker";
}

const [first = "10"] = Deno.args;
if (first === "serve") serve();
else await measure(Number(first));

/** Sends what is due, each message by itself. */
function serve(): void {
  const encoder = new TextEncoder();
  Deno.serve({ hostname: "127.0.0.1", port: 0, onListen }, (request) => {
    let sent = 0;
    let begun: number | undefined;
    const sendDue = (send: (message: string) => void) => {
      begun ??= performance.now();
      const due = (performance.now() - begun) * perSecond / 1000;
      for (; sent < due; sent++) {
        const data = { id: `${sent % rows}`, price: sent };
        send(JSON.stringify({ type: "ticker", data }));
      }
    };
    if (request.headers.get("upgrade") === "websocket") {
      const { socket, response } = Deno.upgradeWebSocket(request);
      const timer = setInterval(() => {
        if (socket.readyState === socket.OPEN) {
          sendDue((message) => socket.send(message));
        }
      }, 1);
      socket.onclose = () => clearInterval(timer);
      return response;
    }
    let timer: ReturnType<typeof setInterval>;
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        out.enqueue(encoder.encode(":\n\n"));
        timer = setInterval(
          () =>
            sendDue((message) =>
              out.enqueue(encoder.encode(`data: ${message}\n\n`))
            ),
          1,
        );
      },
      cancel: () => clearInterval(timer),
    });
    return new Response(body, {
      headers: { "content-type": "text/event-stream" },
    });
  });
}

function onListen({ port }: Deno.NetAddr): void {
  console.log(port);
}

async function measure(seconds: number): Promise<void> {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", import.meta.filename!, "serve"],
    stdout: "piped",
  }).spawn();
  const { value } = await server.stdout.getReader().read();
  const address = `127.0.0.1:${new TextDecoder().decode(value).trim()}`;
  const entities = { ticker: Ticker };
  try {
    report("nothing is pushed", await lateness(seconds), "");
    for (
      const [name, manager] of [
        [
          "WebSocket",
          new WebSocketManager({
            url: `ws://${address}`,
            entities,
          }),
        ],
        [
          "event stream",
          new EventSourceManager({
            url: `http://${address}`,
            entities,
          }),
        ],
      ] as const
    ) {
      const client = createClient({
        managers: [manager, new NetworkManager()],
        gcPolicy: new ImmortalGCPolicy(),
      });
      let commits = 0;
      client.controller.onCommit(() => commits++);
      // the first second is not measured: connecting, and code that is not yet compiled
      await after(1000);
      const stored = () =>
        Math.max(
          ...Array.from({ length: rows }, (_, id) =>
            client.get(Ticker, { id: `${id}` })?.price ?? 0),
        );
      const [before, commitsBefore] = [stored(), commits];
      const late = await lateness(seconds);
      const messages = (stored() - before) / seconds;
      const made = (commits - commitsBefore) / seconds;
      report(
        name,
        late,
        `; ${Math.round(messages)} messages and ${
          Math.round(made)
        } commits a second`,
      );
      await client.dispose();
    }
  } finally {
    server.kill();
    await server.status;
  }
}

/** By how many milliseconds timers come too late, for some seconds. */
async function lateness(seconds: number): Promise<number[]> {
  const late: number[] = [];
  const end = performance.now() + seconds * 1000;
  while (performance.now() < end) {
    const due = performance.now() + interval;
    await after(interval);
    late.push(performance.now() - due);
  }
  return late.sort((a, b) => a - b);
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function report(what: string, late: readonly number[], more: string): void {
  const [p50, p99] = [0.5, 0.99].map((share) =>
    quantile(late, share).toFixed(1)
  );
  console.log(
    `${what}: timers are late by p50 ${p50} ms, p99 ${p99} ms${more}`,
  );
}
