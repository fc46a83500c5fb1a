import { assert, assertEquals } from "@std/assert";
import axe from "axe-core";
import { run } from "../../scripts/site/main.ts";
import { readSections, site } from "../../scripts/site/pages.ts";
import { launchChromium, timeLimit } from "../browser/support/chromium.ts";

const repository = new URL("../../", import.meta.url).pathname;

/** The path that the site is below. */
const base = `${new URL(site).pathname}/`;

interface Question {
  readonly page: string;
  readonly words: string;
}

/** Questions of a file beside this one: what is typed, and what answers. */
function questionsOf(file: string): Question[] {
  return Deno.readTextFileSync(`${repository}tests/site/${file}`)
    .split("\n").filter((line) => line.includes("https://"))
    .map((line) => {
      const [, , page = "", words = ""] = line.split("|").slice(1)
        .map((cell) => cell.trim());
      return { page, words };
    });
}
const questions = questionsOf("questions.md");
const askers = questionsOf("askers.md");

/** Words that stand alone, and pages of which one has to come first. */
const alone: Readonly<Record<string, readonly string[]>> = {
  "react": ["react", "", "getting_started"],
  "install": ["", "getting_started"],
  "see what is in the cache": ["devtools"],
};

/** Words that have to be found, wherever. */
const found = [
  "use",
  "how to use",
  "infinite scroll",
  "optimistic update",
  "pagination",
  "waterfall",
  "logout",
  "mutation",
  "cache time",
  "dependent query",
];

/** How many questions the search has to answer with its first result. */
const required = 89;

Deno.test("the site has every guide, its links lead somewhere, its search finds, and axe finds nothing", async () => {
  const folder = await Deno.makeTempDir();
  assertEquals(await run("build", folder), 0);
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    (request) => serveFile(folder, new URL(request.url).pathname),
  );
  const home = `http://127.0.0.1:${server.addr.port}${base}`;
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(timeLimit);
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("response", (response) => {
      if (!response.ok()) complaints.push(response.url());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));

    // every page, from the first one on
    const links = new Map<string, string>();
    const anchors = new Map<string, Set<string>>();
    const paths = [base];
    for (const path of paths) {
      const response = await fetch(new URL(path, home));
      const html = await response.text();
      assert(response.ok, `${path}, linked on ${links.get(path)}`);
      const ids = html.matchAll(/ id="([^"]+)"/g);
      anchors.set(path, new Set([...ids].map(([, id]) => id!)));
      for (const [, href] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const url = new URL(
          href!.replaceAll("&amp;", "&"),
          new URL(path, home),
        );
        if (url.origin !== new URL(home).origin) continue;
        links.set(url.href, path);
        links.set(url.pathname, path);
        if (!paths.includes(url.pathname)) paths.push(url.pathname);
      }
    }
    // guides are loaded; pages of the interface, all of one make, are gone to
    for (const path of paths) {
      if (path.startsWith(`${base}api/`)) {
        await page.evaluate((path) => {
          const link = document.createElement("a");
          link.href = path;
          document.body.append(link);
          link.click();
          link.remove();
        }, path);
        await page.waitForFunction(
          (path) =>
            location.pathname === path && document.querySelector("main h1"),
          path,
        );
      } else {
        await page.goto(new URL(path, home).href);
        await page.locator("h1").first().waitFor();
      }
    }
    assert(paths.length > 200, `${paths.length} pages`);
    const broken = [...links].filter(([link]) => {
      const { pathname, hash } = new URL(link, home);
      return hash !== "" &&
        !anchors.get(pathname)?.has(decodeURIComponent(hash.slice(1)));
    });
    assertEquals(broken, []);
    assertEquals(complaints, []);

    // assistants are told of all guides, and what they are told of is there
    const list = await Deno.readTextFile(`${folder}/llms.txt`);
    const told = [...list.matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link!);
    for (const link of told) {
      assert(link.startsWith(`${site}/`), link);
      await Deno.stat(folder + link.slice(site.length));
    }
    for (const { items } of readSections(repository)) {
      for (const { link } of items) {
        const file = `${link.replace(/#.*/, "").replace(/\/$/, "/index")}.md`;
        assert(told.includes(site + file), link);
      }
    }
    const everything = await Deno.readTextFile(`${folder}/llms-full.txt`);
    assert(everything.includes("# Working with Tessera"));
    assert(everything.includes("# Getting started"));

    // the search answers questions of others, in their words
    assertEquals([questions.length, askers.length], [92, 40]);
    const results = new Map<string, string[]>();
    const waiting = [
      ...[...questions, ...askers].map(({ words }) => words),
      ...Object.keys(alone),
      ...found,
    ].values();
    await Promise.all(Array.from({ length: 4 }, async () => {
      const tab = await browser.newPage();
      await tab.goto(home);
      await tab.getByRole("button", { name: "Search" }).first().click();
      const list = tab.locator("#localsearch-list .result");
      for (const words of waiting) {
        await tab.getByRole("searchbox").fill("");
        await list.first().waitFor({ state: "detached" });
        await tab.getByRole("searchbox").fill(words);
        await list.first().waitFor();
        const links = await list.evaluateAll((links) =>
          links.slice(0, 3).map((link) => (link as HTMLAnchorElement).pathname)
        );
        results.set(words, links.map((link) => link.slice(base.length)));
      }
      await tab.close();
    }));
    const missed = (questions: readonly Question[], places: number) =>
      questions.filter(({ page, words }) =>
        !results.get(words)!.slice(0, places).includes(page)
      ).map(({ page, words }) =>
        `${words}: ${results.get(words)!.join(", ")}, not ${page}`
      );
    const few = (texts: readonly string[], most: number) =>
      assert(texts.length <= most, `\n${texts.join("\n")}\n`);
    few(missed(questions, 1), questions.length - required);
    few(missed(askers, 1), 8);
    few(missed(askers, 3), 2);
    for (const [words, pages] of Object.entries(alone)) {
      const [first] = results.get(words)!;
      assert(pages.includes(first!), `${words}: ${first}`);
    }

    // a page and a folder of one name are the same address to some servers
    for (const path of paths) {
      const name = folder + path.slice(base.length - 1);
      const isFolder = await Deno.stat(name).then(
        ({ isDirectory }) => isDirectory,
        () => false,
      );
      assert(!isFolder || path.endsWith("/"), path);
    }

    // the first screen says what it is, shows it, and how to begin
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(home);
    const ofScreen = async (text: string) => {
      const box = await page.locator(".vp-doc").getByText(text).first()
        .boundingBox();
      assert(box && box.y > 0 && box.y + box.height <= 800, text);
    };
    await ofScreen("A data client for TypeScript and React");
    await ofScreen("useSuspense(TodoResource.getList");
    await ofScreen("npm install @tessera/client");
    await ofScreen("Try it live");
    const cut = await page.locator(".vp-doc pre").first()
      .evaluate((code) => code.scrollWidth - code.clientWidth);
    assertEquals(cut, 0, "pixels of the first example are cut off");
    const clone = page.locator(".vp-doc").getByText("npx -y deno@2").first();
    assert((await clone.boundingBox())!.y > 1600);

    // what is compared fits the screen
    await page.goto(`${home}comparison`);
    await page.locator("table").first().waitFor();
    const tooWide = await page.locator(".vp-doc table").evaluateAll((tables) =>
      tables.filter((table) => table.scrollWidth > table.clientWidth)
        .map((table) => `${table.scrollWidth} of ${table.clientWidth} px`)
    );
    assertEquals(tooWide, []);
    const position = await page.locator(".vp-doc td:first-child").first()
      .evaluate((cell) => getComputedStyle(cell).position);
    assertEquals(position, "sticky");

    // the applications run in a page, with their servers and the panel
    await page.goto(`${home}live`);
    const tracker = page.frameLocator("iframe[title='The tracker']");
    const status = tracker.getByLabel("Status of Oil the carriage");
    await status.selectOption("closed");
    await tracker.getByRole("tab", { name: /^Actions/ }).click();
    await tracker.getByText("PATCH /api/issues").first().waitFor();
    await tracker.getByRole("link", { name: "Issues" }).click();
    await tracker.getByRole("heading", { name: "Issues" }).waitFor();

    await page.getByRole("heading", { name: "The demo" })
      .scrollIntoViewIfNeeded();
    const demo = page.frameLocator("iframe[title='The demo']");
    for (const renderer of ["React", "Preact"]) {
      await demo.locator(`[data-renderer=${renderer}] .files`).waitFor();
      await demo.getByText("2 users in the cache").waitFor();
      await demo.getByLabel("Name of a new user").fill("Mary Shelley");
      await demo.getByRole("button", { name: "Add" }).click();
      await demo.getByText("3 users in the cache").waitFor();
      await demo.getByRole("tab", { name: /^Actions/ }).click();
      await demo.getByText("POST /api/users").first().waitFor();
      await demo.getByRole("button", { name: "Load more" }).click();
      await demo.getByText("Issue number 6").waitFor();
      await demo.getByRole("link", { name: "Preact" }).click();
    }
    assertEquals(complaints, []);

    for (
      const path of ["", "how_to/pagination", "api/react/useSuspense", "live"]
    ) {
      await page.goto(home + path);
      await page.locator("h1").first().waitFor();
      await page.evaluate(axe.source);
      for (const colorScheme of ["light", "dark"] as const) {
        for (const width of [320, 1280]) {
          const place = `${path}, ${colorScheme}, ${width} px`;
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 800 });
          const { violations } = await page.evaluate(
            "axe.run({ include: '.VPDoc', exclude: 'iframe' })",
          ) as axe.AxeResults;
          assertEquals(
            violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
            [],
            place,
          );
          assert(
            await page.evaluate(
              "document.documentElement.scrollWidth <= innerWidth",
            ),
            place,
          );
        }
      }
    }
  } finally {
    await browser.close();
    await server.shutdown();
    await Deno.remove(folder, { recursive: true });
  }
});

/** A file of the site, as hosts for static sites serve it. */
async function serveFile(folder: string, path: string): Promise<Response> {
  if (!path.startsWith(base)) return notFound(path);
  const name = decodeURIComponent(path).slice(base.length - 1)
    .replace(/\/$/, "/index");
  const types: Record<string, string> = {
    css: "text/css",
    js: "text/javascript",
    json: "application/json",
    svg: "image/svg+xml",
  };
  for (const file of [name, `${name}.html`]) {
    const body = await Deno.readFile(folder + file).catch(() => undefined);
    if (body === undefined) continue;
    const type = types[file.split(".").at(-1)!] ??
      (file.endsWith(".html") ? "text/html; charset=utf-8" : "");
    return new Response(body, { headers: { "content-type": type } });
  }
  return notFound(path);
}

function notFound(path: string): Response {
  return new Response(`${path} is not here`, { status: 404 });
}
