/** Chromium without a user interface, which takes half the time; then the whole of it. */
const places = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

/** Where Chromium is, or should be. */
export const chromiumPath = Deno.env.get("CHROMIUM") ??
  places.find(isFile) ?? places[0]!;

/** How to get it. */
export const howToInstall =
  "apt-get update && apt-get install -y chromium-headless-shell (or CHROMIUM=/path/to/chromium)";

/** Whether there is a browser to test in. */
export function hasChromium(): boolean {
  return isFile(chromiumPath);
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
