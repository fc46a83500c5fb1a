// Tried: the demo, which ends by itself; the tracker, whose page is bundled when it
// is asked for; a server alone. What Deno itself weighs is not counted: npm brings it.
import { assert, assertEquals } from "@std/assert";

const repository = new URL("../../", import.meta.url).pathname;

/** Bytes that a command may download before it runs, and while it does. */
const allowed = 40_000_000;

/** Packages that the library, the demo and the tracker import. */
const needed = [
  "decimal.js",
  "esbuild",
  "path-to-regexp",
  "react",
  "react-dom",
  "scheduler",
  "temporal-polyfill",
  "temporal-spec",
  "temporal-utils",
];

Deno.test("the demo and the tracker download what they import, and no more", async (test) => {
  await test.step("the demo", async () => {
    await using machine = emptyMachine();
    const { success, stdout } = await machine.task("demo").output();
    assert(success);
    assert(new TextDecoder().decode(stdout).includes("All as expected"));
    assertEquals(machine.packages(), needed);
    assert(machine.bytes < allowed, `${machine.bytes} bytes`);
  });
  await test.step("the tracker", async () => {
    await using machine = emptyMachine();
    await using process = machine.task("tracker").spawn();
    const page = await addressIn(process.stdout);
    const module = await fetch(`${page}main.js`);
    assert((await module.text()).includes("createRoot"));
    assertEquals(module.status, 200);
    assertEquals(machine.packages(), needed);
    assert(machine.bytes < allowed, `${machine.bytes} bytes`);
  });
});

/**
 * A home and a cache without a file, and a registry on this machine that passes
 * on what the real one has, and counts it.
 */
function emptyMachine() {
  const home = Deno.makeTempDirSync();
  const tarballs = new Set<string>();
  const locks = ["deno.lock", "examples/deno.lock"].map((path) =>
    [path, Deno.readTextFileSync(repository + path)] as const
  );
  let bytes = 0;
  const real = Deno.env.get("NPM_CONFIG_REGISTRY") ??
    "https://registry.npmjs.org/";
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async ({ url, headers }) => {
      const { origin, pathname } = new URL(url);
      const [, name] = /^\/(.+)\/-\//.exec(pathname) ?? [];
      if (name) tarballs.add(name);
      const accept = headers.get("accept") ?? "*/*";
      const response = await fetch(
        new URL(pathname.slice(1), real),
        { headers: { accept } },
      );
      let body: BodyInit = await response.bytes();
      bytes += body.byteLength;
      if (!name) {
        body = new TextDecoder().decode(body)
          .replaceAll(real.replace(/\/$/, ""), origin);
      }
      return new Response(body, { status: response.status });
    },
  );
  return {
    get bytes() {
      return bytes;
    },
    /** Without those that hold a program for one system. */
    packages: () =>
      [...tarballs].filter((name) => !name.startsWith("@esbuild")).sort(),
    task: (name: string) =>
      new Deno.Command(Deno.execPath(), {
        args: ["task", name],
        cwd: repository,
        env: {
          HOME: home,
          DENO_DIR: `${home}/deno`,
          NPM_CONFIG_REGISTRY: `http://127.0.0.1:${server.addr.port}/`,
          NO_COLOR: "1",
        },
        stdout: "piped",
        stderr: "piped",
      }),
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
      for (const [path, text] of locks) {
        assertEquals(Deno.readTextFileSync(repository + path), text, path);
      }
    },
  };
}

/** The first address that a process prints. */
async function addressIn(stdout: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const part of stdout.values({ preventCancel: true })) {
    text += decoder.decode(part, { stream: true });
    const address = /http:\S+/.exec(text)?.[0];
    if (address) return address;
  }
  throw new Error(`No address: ${text}`);
}
