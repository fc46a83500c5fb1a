import type { Page } from "playwright-core";

/**
 * Freezes a page: none of its scripts, timers and responses goes on, and what
 * it holds it keeps. It is stopped in a debugger, because Chromium freezes no
 * page that Playwright has opened. Messages on channels are lost to it meanwhile.
 *
 * @returns Lets it go on.
 */
export async function freeze(page: Page): Promise<() => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Debugger.enable");
  const paused = new Promise((resolve) =>
    session.once("Debugger.paused", resolve)
  );
  const stopped = session.send("Runtime.evaluate", { expression: "debugger" });
  await paused;
  return async () => {
    await session.send("Debugger.resume");
    await stopped;
    await session.detach();
  };
}
