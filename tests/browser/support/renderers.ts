import {
  type DemoPage,
  type DemoPageOptions,
  withDemoPage,
} from "./demo_page.ts";

/** Where the demo runs on what. */
export const renderers = { React: "/", Preact: "/preact.html" };

/** Makes a test for every renderer, on pages that are bundled unless options say otherwise. */
export function everyRendererTest(
  name: string,
  use: (demo: DemoPage, test: Deno.TestContext) => Promise<void>,
  { isBundled = true }: Pick<DemoPageOptions, "isBundled"> = {},
): void {
  for (const [renderer, path] of Object.entries(renderers)) {
    Deno.test(`${renderer}: ${name}`, (test) =>
      withDemoPage({ path, isBundled }, (demo) => use(demo, test)));
  }
}
