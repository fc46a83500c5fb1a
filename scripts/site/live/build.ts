import { bundle } from "../../../examples/tracker/page.ts";

const application = new URL("../../../examples/tracker/app/", import.meta.url);

/**
 * The tracker as files that need no server, by their paths: with the devtools,
 * as in development.
 */
export async function liveTracker(): Promise<Record<string, string>> {
  const script = await bundle("development", new URL("./", import.meta.url), {
    sourcemap: false,
    minifyWhitespace: true,
    inject: [new URL("address.ts", import.meta.url).pathname],
  });
  const page = await read("index.html");
  return {
    "index.html": page.replaceAll('"/', '"./'),
    "main.js": script,
    "style.css": await read("style.css"),
  };
}

function read(name: string): Promise<string> {
  return Deno.readTextFile(new URL(name, application));
}
