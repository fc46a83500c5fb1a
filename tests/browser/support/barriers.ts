import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds on the page, or in a part of it: a line for each barrier and element. */
export async function barriersOn(
  page: Page,
  selector = "html",
): Promise<string[]> {
  if (!await page.evaluate(() => "axe" in globalThis)) {
    await page.evaluate(axe.source);
  }
  const { violations } = await page.evaluate(
    (selector) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector, {
        // every rule is applied; what passed is not described, which is most of the work
        resultTypes: ["violations"],
        selectors: false,
      }),
    selector,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) =>
      `${id}: ${help}\n${html}\n${failureSummary}`
    )
  );
}
