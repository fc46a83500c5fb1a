import type { Page } from "playwright-core";

/** Requests of a page that wait for {@linkcode HeldRequests.release}. */
export interface HeldRequests {
  /** Resolves when the first is held. */
  readonly started: Promise<void>;
  /** Lets the held ones, and all later ones, go. */
  release(): void;
}

/** Holds the requests to a path of the API, `*` for all. */
export async function holdRequests(
  page: Page,
  path: string,
): Promise<HeldRequests> {
  const started = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/${path}`, async (route) => {
    started.resolve();
    await released.promise;
    await route.continue();
  });
  return { started: started.promise, release: released.resolve };
}
