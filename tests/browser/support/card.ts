import type { Locator, Page } from "playwright-core";

/** The part of the demo that has this title. */
export function card(page: Page, title: string): Locator {
  return page.getByRole("region", { name: title, exact: true });
}
