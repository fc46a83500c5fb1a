import { hasChromium, howToInstall } from "./browser/support/chromium_path.ts";

// The browser tests have a task of their own; here only what they lack is said.
if (!hasChromium()) {
  Deno.test.ignore(
    `deno task test:browser needs Chromium, which is missing: ${howToInstall}`,
    () => {},
  );
}
