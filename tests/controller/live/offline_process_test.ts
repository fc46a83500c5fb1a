import { assertEquals } from "@std/assert";
import { Dock } from "./offline_world.ts";

Deno.test("a process that is killed with changes in its queue, and killed again while it sends them, sends each once and in order [controller/NEW-42] [controller/NEW-44] [controller/NEW-50]", async () => {
  await using dock = await Dock.open();
  const folder = await Deno.makeTempDir();
  const start = (...args: string[]) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        "run",
        "-A",
        "--no-check",
        new URL("offline_process.ts", import.meta.url).pathname,
        dock.url,
        `${folder}/queue.json`,
        ...args,
      ],
      stdout: "piped",
    }).spawn();
  try {
    const first = start("12");
    const output = first.stdout.getReader();
    await output.read();
    first.kill("SIGKILL");
    await first.status;
    await output.cancel();
    assertEquals(dock.done, []);

    const second = start();
    // has done its work, and its answer does not arrive
    const { server } = dock;
    const { answer } = server;
    server.answer = (request) => {
      answer!(request);
      if (dock.done.length === 5) second.kill("SIGKILL");
    };
    await second.status;
    await second.stdout.cancel();
    server.answer = answer;

    const third = start();
    assertEquals((await third.status).success, true);
    await third.stdout.cancel();
    assertEquals(
      dock.done,
      Array.from(
        { length: 12 },
        (_, n) => `POST /vessels {"name":"vessel ${n + 1}"}`,
      ),
    );
    assertEquals(await Deno.readTextFile(`${folder}/queue.json`), "[]");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
