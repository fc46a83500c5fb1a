/** Where Chromium is, or should be. */
export const chromiumPath = Deno.env.get("CHROMIUM") ?? "/usr/bin/chromium";

/** How to get it. */
export const howToInstall =
  "apt-get update && apt-get install -y chromium (or CHROMIUM=/path/to/chromium)";

/** Whether there is a browser to test in. */
export function hasChromium(): boolean {
  try {
    return Deno.statSync(chromiumPath).isFile;
  } catch {
    return false;
  }
}
