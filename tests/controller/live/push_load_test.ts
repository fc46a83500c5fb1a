import { assert, assertEquals } from "@std/assert";
import {
  type Clock,
  createClient,
  ImmortalGCPolicy,
  NetworkManager,
} from "../../../controller/mod.ts";
import { systemClock } from "../../../controller/environment.ts";
import {
  EventSourceManager,
  WebSocketManager,
} from "../../../controller/live/push/mod.ts";
import { Vessel } from "../harbour.ts";
import { StreamServer } from "./stream_servers.ts";

const count = 10_000;
const vessels = 100;

/** Real timers, each of which is a macrotask with a number. No time passes, so none is late. */
class NumberedTasks implements Clock {
  task = 0;
  readonly now = () => 1_000_000;
  readonly clearTimeout = systemClock.clearTimeout;

  setTimeout(callback: () => void, delay: number): unknown {
    return setTimeout(() => {
      this.task++;
      callback();
    }, delay);
  }
}

for (const kind of ["WebSocket", "event stream"] as const) {
  Deno.test(`${kind}: 10,000 messages in a row are one commit a macrotask, in their order [controller/NEW-99]`, async () => {
    await using server = new StreamServer();
    const clock = new NumberedTasks();
    const entities = { vessel: Vessel };
    const manager = kind === "WebSocket"
      ? new WebSocketManager({ url: server.wsUrl, entities, clock })
      : new EventSourceManager({ url: server.url, entities, clock });
    await using client = createClient({
      managers: [manager, new NetworkManager()],
      gcPolicy: new ImmortalGCPolicy(),
    });
    /** Commits by the macrotask that made them. */
    const commits = new Map<number, number>();
    const names: string[] = [];
    const all = new Promise<void>((resolve) =>
      client.controller.onCommit(() => {
        commits.set(clock.task, (commits.get(clock.task) ?? 0) + 1);
        names.push(client.get(Vessel, { id: "0" })?.name ?? "");
        const last = client.get(Vessel, { id: `${(count - 1) % vessels}` });
        if (last?.name === `${count - 1}`) resolve();
      })
    );
    const link = kind === "WebSocket"
      ? await server.sockets.next()
      : await server.streams.next();
    for (let n = 0; n < count; n++) {
      link.send({
        type: "vessel",
        data: { id: `${n % vessels}`, name: `${n}` },
      });
    }
    await all;

    assertEquals([...commits.values()].filter((made) => made > 1), []);
    assert(commits.size >= count / 256, `${commits.size} commits`);
    assertEquals(names, names.toSorted((a, b) => Number(a) - Number(b)));
    for (let id = 0; id < vessels; id++) {
      assertEquals(
        client.get(Vessel, { id: `${id}` })?.name,
        `${count - vessels + id}`,
      );
    }
  });
}
