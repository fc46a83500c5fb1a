import type { Page } from "playwright-core";

/** What the Tab key has come to, and the way on. */
export interface KeyboardWalk {
  /** Names of what had the focus, in order; empty where that cannot be seen. */
  readonly stops: string[];
  /** Presses Tab until the element of that name has the focus, or for long enough. */
  tabTo(name: string): Promise<void>;
}

/** Walks a page by its Tab key. */
export function walkByKeyboard(page: Page): KeyboardWalk {
  const stops: string[] = [];
  return {
    stops,
    async tabTo(name) {
      do {
        await page.keyboard.press("Tab");
        stops.push(await focused(page));
      } while (stops.at(-1) !== name && stops.length < 40);
    },
  };
}

/** Label or text of the focused element; empty where its focus cannot be seen. */
export async function focused(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement;
    // a choice is drawn by what stands beside its input
    const drawn = element.matches(".choice input")
      ? element.nextElementSibling!
      : element;
    if (getComputedStyle(drawn).outlineStyle === "none") return "";
    const label = element.labels?.[0]?.textContent;
    return (element.getAttribute("aria-label") ?? label ?? element.textContent)
      .trim();
  });
}
