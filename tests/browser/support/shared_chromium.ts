import type { Browser, LaunchOptions } from "playwright-core";
import { launchChromium } from "./chromium.ts";

const browsers = new Map<string, Promise<Browser>>();

/**
 * The Chromium of this engine: started for the first test that asks, closed
 * after the last. Starting one takes longer than most tests, so each makes a
 * context of its own in it, which shares nothing with others.
 *
 * @param options As for {@linkcode launchChromium}; others are another browser.
 */
export async function sharedChromium(
  options: LaunchOptions = {},
): Promise<Browser> {
  const key = JSON.stringify(options);
  const running = await browsers.get(key);
  // one that crashed fails the test it crashed in, not those after it
  if (running?.isConnected()) return running;
  const browser = launchChromium(options);
  browsers.set(key, browser);
  return await browser;
}

Deno.test.afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});
