/**
 * Loads the page named by the first argument, takes it over, clicks, and
 * prints what became of it as JSON. The backend is the second argument.
 *
 * @module
 */
import { JSDOM } from "jsdom";
import { DataProvider } from "../../../../react/mod.ts";
import { awaitInitialData } from "../../../../react/ssr/mod.ts";
import { Fleet } from "./application.tsx";

const [address, api] = Deno.args as [string, string];
const html = await (await fetch(address)).text();
const { window } = new JSDOM(html, {
  url: address,
  runScripts: "dangerously",
  pretendToBeVisual: true,
});
const complaints: string[] = [];
const complain = (...words: unknown[]) =>
  void complaints.push(words.map(String).join(" "));
console.error = console.warn = complain;
Object.assign(globalThis, { window, document: window.document });
const root = window.document.getElementById("root") as unknown as HTMLElement;
const markup = () =>
  root.innerHTML.replace(/<script[\s\S]*?<\/script>|<!--.*?-->/g, "");

// scripts of the page put what arrived late in its place
await until(() => root.querySelector("[hidden]") === null);
const before = markup();
// loaded now: React looks for a document when it is loaded
const { hydrateRoot } = await import("react-dom/client");
hydrateRoot(
  root,
  <DataProvider initialState={await awaitInitialData()} devButton={null}>
    <Fleet api={api} captain={new URL(address).searchParams.get("captain")!} />
  </DataProvider>,
  { onRecoverableError: complain },
);
await until(() =>
  Object.keys(root.querySelector("button")!).some((name) =>
    name.startsWith("__react")
  )
);
const after = markup();
(root.querySelector("button") as HTMLElement).click();
await until(() => markup() !== after);
console.log(JSON.stringify({ before, after, clicked: markup(), complaints }));
Deno.exit();

/** Waits until something has happened, and for five seconds at most. */
async function until(hasHappened: () => boolean): Promise<void> {
  for (let count = 0; count < 500 && !hasHappened(); count++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
