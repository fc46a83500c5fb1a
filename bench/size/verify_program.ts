import type { Browser } from "playwright-core";
import { verify } from "../harness/verify.ts";
import type { Program } from "./programs.ts";

/**
 * Asserts that a program shows what it requested.
 *
 * @param script The program, with React.
 * @throws {Violation} if it does not within 5 s.
 */
export async function verifyProgram(
  { answers }: Program,
  script: string,
  browser: Browser,
): Promise<void> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.route("**/*", (route) => {
      const path = new URL(route.request().url()).pathname;
      if (path === "/program.js") {
        return route.fulfill({ contentType: "text/javascript", body: script });
      }
      if (path === "/") {
        return route.fulfill({ contentType: "text/html", body: html });
      }
      return route.fulfill({ json: answer(answers, path) });
    });
    await page.goto("http://program.test/");
    const shown = await page
      .waitForFunction(
        "document.getElementById('root').textContent === 'oneone'",
        undefined,
        { timeout: 5000 },
      )
      .then(() => true, () => false);
    verify(
      shown,
      `the program shows "oneone" (but "${await page.textContent("#root")}")`,
    );
  } finally {
    await context.close();
  }
}

const html =
  '<!doctype html><div id="root"></div><script type="module" src="/program.js"></script>';

function answer(kind: Program["answers"], path: string): unknown {
  const article = { id: "a1", title: "one" };
  if (kind === "GraphQL") {
    const typed = { __typename: "Article", ...article };
    return { data: { article: typed, top: [typed] } };
  }
  return path === "/articles/top" ? [article] : article;
}
