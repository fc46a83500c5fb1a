import axe from "axe-core";
import type { Page } from "playwright-core";

/** What axe-core finds on the page: a line for each barrier and element. */
export async function barriersOn(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run()
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) =>
      `${id}: ${help}\n${html}\n${failureSummary}`
    )
  );
}
