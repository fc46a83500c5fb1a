import { assertEquals } from "@std/assert";
import { startReferenceServer } from "../../examples/reference_server.ts";
import { runScenario } from "./scenario.ts";

const decoder = new TextDecoder();

async function run(command: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(command, { args })
    .output();
  assertEquals(code, 0, decoder.decode(stderr));
  return decoder.decode(stdout);
}

/** The version of Node.js on this machine, if there is one. */
function nodeVersion(): string | undefined {
  try {
    const { stdout } = new Deno.Command("node", { args: ["--version"] })
      .outputSync();
    return decoder.decode(stdout).trim();
  } catch {
    return undefined;
  }
}

Deno.test({
  name: "the endpoint table gives the same results in Node.js as in Deno",
  ignore: nodeVersion() === undefined,
  async fn() {
    const folder = await Deno.makeTempDir();
    const servers = [startReferenceServer(), startReferenceServer()];
    try {
      const [first, second] = servers;
      const bundle = `${folder}/main.mjs`;
      await run(Deno.execPath(), [
        "bundle",
        "--quiet",
        `--output=${bundle}`,
        new URL("./main.ts", import.meta.url).pathname,
      ]);
      const inNode = JSON.parse(await run("node", [bundle, first!.url]));
      const inDeno = await runScenario(second!.url);
      assertEquals(inNode, JSON.parse(JSON.stringify(inDeno)));
      assertEquals(inDeno, [
        ["Ada Lovelace", "Grace Hopper"],
        true,
        ["Link", "Post", "Object", "Link"],
        "32982389239823983298329832.238923982389328932893298",
        "2024-03-01T10:20:30.123456789Z",
        {
          username: "ada",
          title: "Programming the engine",
          game: "Number Munchers",
          currentViewers: 1337,
          live: true,
        },
        { title: "Renew", assignedTo: "Ada", id: "108" },
        { size: 24, filename: "Gezeiten €.csv" },
        ["Publish the notes", "Answer Babbage"],
        [[32, 10], [16, 90], [32, 10]],
        ["NetworkError", 404],
        true,
        ["btc-usd", 60999.09, "2026-01-01T00:33:22.000Z"],
        [
          '</issues?cursor=3>; rel="next", </issues>; rel="first"',
          ["101", "102", "103"],
        ],
        { id: "101", subject: "Other" },
        [0, 1, 2, 253, 254, 255],
        { id: "s", name: "Streamed é" },
        { id: "b", name: "Streamed é" },
        ["AbortError", undefined],
      ]);
    } finally {
      for (const server of servers) await server.close();
      await Deno.remove(folder, { recursive: true });
    }
  },
});

/** What a script prints in Node.js, which has to end by itself and well. */
async function runInNode(script: string): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/main.ts`, script);
    const bundle = `${folder}/main.mjs`;
    await run(Deno.execPath(), [
      "bundle",
      "--quiet",
      `--output=${bundle}`,
      `${folder}/main.ts`,
    ]);
    return await run("node", [bundle]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const root = new URL("../../", import.meta.url).pathname;

Deno.test({
  name:
    "a script in Node.js that shares its state ends by itself [controller/NEW-80]",
  ignore: nodeVersion() === undefined,
  async fn() {
    const printed = await runInNode(`
      import { createClient, Entity, NetworkManager } from "${root}mod.ts";
      import { TabSyncManager } from "${root}controller/live/tabs.ts";
      class Port extends Entity { id = ""; static key = "Port"; }
      const client = createClient({
        managers: [new TabSyncManager(), new NetworkManager()],
      });
      await client.set(Port, { id: "rtm" }, { id: "rtm" });
      console.log(client.get(Port, { id: "rtm" }).id);`);
    assertEquals(printed, "rtm\n");
  },
});

Deno.test({
  name:
    "a script in Node.js that awaits a request goes on after further attempts [controller/NEW-17]",
  ignore: nodeVersion() === undefined,
  async fn() {
    const printed = await runInNode(`
      import { createClient } from "${root}mod.ts";
      const client = createClient();
      let attempts = 0;
      const getTide = Object.assign(async () => {
        if (++attempts < 3) throw new TypeError("fetch failed");
        return attempts;
      }, { key: () => "tide", testKey: () => false, retry: 3, retryDelay: 20 });
      console.log(await client.fetch(getTide));`);
    assertEquals(printed, "3\n");
  },
});
