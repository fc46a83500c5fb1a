import type { Page } from "playwright-core";

/** Everything that the tracker keeps in the browser, as one text. */
export async function keptTexts(page: Page): Promise<string> {
  return await page.evaluate(async () => {
    const result = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
    const database = await result(indexedDB.open("tracker"));
    const all = [...database.objectStoreNames].map((name) =>
      result(database.transaction(name).objectStore(name).getAll())
    );
    const kept = JSON.stringify(await Promise.all(all));
    database.close();
    return kept;
  });
}

/** Waits until a text is kept in the browser, or is not any more. */
export async function untilKept(
  page: Page,
  text: string,
  isKept = true,
): Promise<void> {
  while ((await keptTexts(page)).includes(text) !== isKept);
}
