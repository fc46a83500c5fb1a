const whole = "/usr/bin/chromium";

/** Where Chromium is without a user interface, which takes half the time; or any other one. */
export const chromiumPath = placeOf("/usr/bin/chromium-headless-shell", whole);

/**
 * Where the whole of Chromium is. Without a user interface it keeps no page for
 * the way back, and a page that is left may lose what it writes.
 */
export const wholeChromiumPath = placeOf(whole);

/** How to get it. */
export const howToInstall =
  "apt-get update && apt-get install -y chromium chromium-headless-shell (or CHROMIUM=/path/to/chromium)";

/** Whether there is a browser to test in. */
export function hasChromium(path: string = chromiumPath): boolean {
  return isFile(path);
}

/** The first of some places where there is a browser; the last one if there is none. */
function placeOf(...places: readonly string[]): string {
  return Deno.env.get("CHROMIUM") ?? places.find(isFile) ?? places.at(-1)!;
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
