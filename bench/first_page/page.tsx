/**
 * Runs in the browser: shows the first page of an application, whose rows each
 * request an article, and tells the server when all are on screen.
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import { Suspense } from "react";
// @ts-types="npm:@types/react-dom@^19/client"
import { createRoot } from "react-dom/client";
import { type FirstPage, type FirstPageReport, rowCount } from "./contract.ts";

/** Renders the page. */
export function show({ Provider, useArticle }: FirstPage): void {
  function Row({ id }: { readonly id: string }) {
    const { title, views, author } = useArticle(id);
    return (
      <li>
        <b>{title}</b>
        <i>{views}</i>
        <u>{author.name}</u>
      </li>
    );
  }

  const ids = Array.from({ length: rowCount }, (_, index) => `a${index}`);
  const root = document.getElementById("root")!;
  const observer = new MutationObserver(() => {
    const rows = [...root.querySelectorAll("li")];
    if (rows.length < rowCount) return;
    observer.disconnect();
    // the clock of a page begins with its navigation
    const milliseconds = performance.now();
    const report: FirstPageReport = {
      milliseconds,
      rows: rows.map((row) => row.textContent),
    };
    // whatever else the library does then belongs to the page, such as effects
    setTimeout(
      () => navigator.sendBeacon("/shown", JSON.stringify(report)),
      50,
    );
  });
  observer.observe(root, { subtree: true, childList: true });
  createRoot(root).render(
    <Provider>
      <ul>
        {ids.map((id) => (
          <Suspense key={id} fallback="loading">
            <Row id={id} />
          </Suspense>
        ))}
      </ul>
    </Provider>,
  );
}
