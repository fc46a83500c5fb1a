import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds on the page, or in a part of it: a line for each barrier and element. */
export async function barriersOn(
  page: Page,
  selector = "html",
): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (selector) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(selector),
    selector,
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) =>
      `${id}: ${help}\n${html}\n${failureSummary}`
    )
  );
}
