import { type DemoPage, withDemoPage } from "./demo_page.ts";

/** Where the demo runs on what. */
export const renderers = { React: "/", Preact: "/preact.html" };

/** Makes a test for every renderer. */
export function everyRendererTest(
  name: string,
  use: (demo: DemoPage, test: Deno.TestContext) => Promise<void>,
): void {
  for (const [renderer, path] of Object.entries(renderers)) {
    Deno.test(`${renderer}: ${name}`, (test) =>
      withDemoPage({ path }, (demo) => use(demo, test)));
  }
}
