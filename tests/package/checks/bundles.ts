/** What bundlers keep of the package. */
import { assert, assertEquals } from "@std/assert";
import { bundle, type Bundler } from "../support/bundle.ts";
import type { Project } from "../support/project.ts";

const bundlers: readonly Bundler[] = ["esbuild", "vite"];

/** Names and texts that survive minification, by the part that has them. */
const traces: Readonly<Record<string, readonly string[]>> = {
  collections: ["nestKey", "moveWith"],
  controller: ["fetchIfStale", "gcPolicy", "rdc/fetch"],
  react: ["useSyncExternalStore", "createElement"],
  devtools: ["__REDUX_DEVTOOLS_EXTENSION__"],
};

/** Traces of warnings and guards that are for developers. */
const warnings = [
  "This list is in the cache",
  "no longer passes its",
  "Remove it from static indexes",
  "Open data devtools",
];

/** Bundles an application that uses little, and shows that it works. */
export async function checkTreeShaking(
  test: Deno.TestContext,
  project: Project,
  server: string,
): Promise<void> {
  const source = Deno.readTextFileSync(
    new URL("../consumer/only_endpoints.ts", import.meta.url),
  ).replace("http://127.0.0.1:1", server);
  project.write("only_endpoints.ts", source);
  project.write("everything.ts", everything);
  for (const bundler of bundlers) {
    await test.step(bundler, async () => {
      const options = { mode: "production" } as const;
      const all = await bundle(project, bundler, "everything.ts", options);
      const little = await bundle(
        project,
        bundler,
        "only_endpoints.ts",
        options,
      );
      for (const [part, texts] of Object.entries(traces)) {
        for (const text of texts) {
          assert(all.includes(text), `${text} tells nothing of ${part}`);
          assert(!little.includes(text), `${part}: ${text}`);
        }
      }
      assert(little.length < all.length / 4, `${little.length} characters`);
      assertEquals(
        await project.run("node", "bundle.mjs"),
        "1: Ada Lovelace\n",
      );
    });
  }
}

/** Bundles everything for both modes, and looks for what is for developers. */
export async function checkModes(
  test: Deno.TestContext,
  project: Project,
): Promise<void> {
  project.write("everything.ts", everything);
  const kept = async (
    bundler: Bundler,
    mode: "production" | "development",
    conditions: readonly string[] = [],
  ) => {
    const options = { mode, conditions };
    const text = await bundle(project, bundler, "everything.ts", options);
    return warnings.filter((warning) => text.includes(warning));
  };
  await test.step("vite by itself", async () => {
    assertEquals(await kept("vite", "development"), warnings);
    assertEquals(await kept("vite", "production"), []);
  });
  await test.step("esbuild by the condition", async () => {
    assertEquals(await kept("esbuild", "development"), warnings);
    assertEquals(await kept("esbuild", "production", ["production"]), []);
    // not told, it keeps them, but the devtools; they are silent at run time
    assertEquals(await kept("esbuild", "production"), warnings.slice(0, 3));
  });
}

const everything = `
  import * as client from "@tessera/client";
  import * as react from "@tessera/client/react";
  console.log(client, react);
`;
