import type { Article } from "../harness/articles.ts";
import { verify } from "../harness/verify.ts";

/** The rows on screen. */
export function rowsInDocument(): HTMLCollection {
  return document.getElementById("rows")?.children ?? nothing.children;
}

const nothing = document.createElement("ul");

/** Asserts that the page shows exactly these articles. */
export function verifyRows(model: readonly Article[]): void {
  const rows = rowsInDocument();
  verify(rows.length === model.length, `there are ${model.length} rows`);
  for (const [index, { title, views, author }] of model.entries()) {
    const row = rows[index]!;
    verify(
      row.textContent === title + views + author.name,
      `row ${index} shows "${title}${views}${author.name}", not "${row.textContent}"`,
    );
  }
}

/**
 * Changes something and waits until the page shows it.
 *
 * @returns Milliseconds to the first callback of a MutationObserver in which it does.
 * @throws {Error} if that takes longer than 20 s.
 */
export function onceShown(
  change: () => void,
  isShown: () => boolean,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      observer.disconnect();
      reject(new Error("The page has not shown the change for 20 s."));
    }, 20_000);
    const observer = new MutationObserver(() => {
      if (!isShown()) return;
      const end = performance.now();
      observer.disconnect();
      clearTimeout(tooLate);
      resolve(end - start);
    });
    observer.observe(document.getElementById("root")!, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const start = performance.now();
    change();
  });
}

/**
 * Resolves when nothing is left to be painted. Whoever renders in a later task
 * would otherwise wait for the picture of what happened before, as there is one
 * whenever a page comes to the front.
 */
export function painted(): Promise<void> {
  return new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(resolve, 0))
  );
}
