import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { chromiumPath, hasChromium, howToInstall } from "./chromium_path.ts";

/**
 * When a test gives up waiting for a page, in milliseconds. No test is about
 * time: this is far more than a page takes on a machine that does much else.
 */
export const timeLimit = 60_000;

/**
 * Starts Chromium without a window.
 *
 * @param options Further options of Playwright.
 * @throws {Error} If it is not installed; says how to.
 */
export async function launchChromium(
  options: LaunchOptions = {},
): Promise<Browser> {
  const { executablePath = chromiumPath } = options;
  if (!hasChromium(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}. Run: ${howToInstall}`,
    );
  }
  return await chromium.launch({
    ...options,
    executablePath,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}
