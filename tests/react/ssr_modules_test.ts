import { assert, assertEquals } from "@std/assert";
import { packages } from "../../scripts/packages.ts";

/** What React offers in server components, by its `react-server` condition. */
async function offeredInServerComponents(): Promise<Set<string>> {
  const names = await runServerComponent(
    `import * as React from "react"; console.log(Object.keys(React).join());`,
    new Map(),
  );
  return new Set(names.split(","));
}

/** Published modules of a folder, by path. */
async function modulesOf(folder: string): Promise<Map<string, string>> {
  const modules = new Map<string, string>();
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder}/${name}`;
    if (isDirectory) {
      for (const entry of await modulesOf(path)) modules.set(...entry);
    } else if (name.endsWith(".ts")) {
      modules.set(path, await Deno.readTextFile(path));
    }
  }
  return modules;
}

/** Names a module takes from React, other than types. */
function namesFromReact(code: string): string[] {
  const lines = code.split("\n").filter((line) => !line.startsWith(" *"));
  return [...lines.join("\n").matchAll(/import \{([^}]*)\} from "react";/g)]
    .flatMap(([, list]) => list!.split(","))
    .map((name) => name.trim())
    .filter((name) => name !== "" && !name.startsWith("type "));
}

/** What a bundler of server components makes of a module for clients. */
function clientReferences(code: string): string {
  const names = new Set(
    [...code.matchAll(/^export (?:async )?(?:function|const|class) (\w+)/gm)]
      .map(([, name]) => name),
  );
  return [...names].map((name) => `export const ${name} = "client ${name}";`)
    .join("\n");
}

/** Runs a module under the `react-server` condition; returns what it prints. */
async function runServerComponent(
  code: string,
  modules: ReadonlyMap<string, string>,
): Promise<string> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of modules) {
      await Deno.mkdir(new URL(".", `file://${folder}/${path}`), {
        recursive: true,
      });
      await Deno.writeTextFile(
        `${folder}/${path}`,
        text.startsWith('"use client";') ? clientReferences(text) : text,
      );
    }
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({ imports: packages, nodeModulesDir: "none" }),
    );
    await Deno.copyFile("deno.lock", `${folder}/deno.lock`);
    await Deno.writeTextFile(`${folder}/main.ts`, code);
    const { stdout, stderr, success } = await new Deno.Command(
      Deno.execPath(),
      {
        args: [
          "run",
          "-A",
          "--no-check",
          "--conditions=react-server",
          "main.ts",
        ],
        cwd: folder,
      },
    ).output();
    assert(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout).trim();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("modules that need a client say so first, those for servers do not [react/PUB-2]", async () => {
  const offered = await offeredInServerComponents();
  assert(!offered.has("useState") && offered.has("createElement"));
  const modules = await modulesOf("react");
  const lacking = [...modules].filter(([path, code]) =>
    !path.startsWith("react/testing/") &&
    namesFromReact(code).some((name) => !offered.has(name)) &&
    !code.startsWith('"use client";')
  );
  assertEquals(lacking.map(([path]) => path), []);
  for (const layer of ["schema", "endpoint", "controller"]) {
    for (const [path, code] of await modulesOf(layer)) {
      assert(!code.startsWith('"use client";'), path);
    }
  }
});

Deno.test("server components call endpoints and send a state, beside references to hooks [react/PUB-2] [react/SSR-19]", async () => {
  const modules = new Map([
    ["mod.ts", await Deno.readTextFile("mod.ts")],
    ...await modulesOf("schema"),
    ...await modulesOf("endpoint"),
    ...await modulesOf("controller"),
    ...await modulesOf("react"),
  ]);
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request) =>
      Response.json({
        id: new URL(request.url).pathname.slice(9),
        name: "Fram",
      }),
  );
  const printed = await runServerComponent(
    `
    import { createClient, Entity, RestEndpoint } from "./mod.ts";
    import { useSuspense, DataProvider } from "./react/mod.ts";
    import { ServerData } from "./react/ssr/mod.ts";
    import { DataProvider as AppProvider } from "./react/nextjs/mod.ts";
    class Vessel extends Entity {
      id = "";
      name = "";
    }
    const getVessel = new RestEndpoint({
      urlPrefix: "http://127.0.0.1:${server.addr.port}",
      path: "/vessels/:id",
      schema: Vessel,
    });
    const raw = await getVessel({ id: "7" });
    using client = createClient();
    const untouched = [...client.getState().endpointKeys()].length;
    await client.fetch(getVessel, { id: "7" });
    const element = ServerData({ data: client.getState(), id: "mine", nonce: "n" });
    console.log(JSON.stringify({
      raw,
      isRaw: !(raw instanceof Vessel),
      untouched,
      hooks: [useSuspense, DataProvider, AppProvider],
      type: element.type,
      id: element.props.id,
      sends: element.props.dangerouslySetInnerHTML.__html.includes("Fram"),
    }));
    `,
    modules,
  );
  assertEquals(JSON.parse(printed), {
    raw: { id: "7", name: "Fram" },
    isRaw: true,
    untouched: 0,
    hooks: ["client useSuspense", "client DataProvider", "client DataProvider"],
    type: "script",
    id: "mine",
    sends: true,
  });
});
