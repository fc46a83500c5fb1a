/**
 * The documentation as a site, made from the same Markdown by VitePress:
 * `deno task docs` serves it, `deno task docs:build` writes it into `site/`.
 *
 * @module
 */
import { type Entry, readApi } from "./api.ts";
import { textsForAssistants } from "./assistants.ts";
import { liveApplications } from "./live/build.ts";
import { readPages, readSections, site } from "./pages.ts";
import { searchOptions } from "./search.ts";

const root = new URL("../../", import.meta.url).pathname;

/** Pages without answers to questions. */
const withoutSearch =
  /^(?:rules\/|changelog|contributing|packaging|dependencies|releasing|next\.)/;

/** Pages with long lines of code, or that compare in tables: they need the place of their outline. */
const wide = /^(?:index|comparison|benchmarks|concepts\/lists)\./;

/** Where the applications are. */
const applications = `${new URL(site).pathname}/applications`;

/** The page with the applications in it. */
const live = {
  path: "live.md",
  text: `---
aside: false
---

# Try it live

Two applications, each with a server inside of the page and with the panel for
developers open. A reload starts anew.

## The tracker

The application of the [tutorial](/tutorial). A second user changes an issue
every few seconds. Move a card, then read in the panel what happened.

<iframe class="live" title="The tracker" src="${applications}/tracker/index.html?tessera-devtools#/board"></iframe>

## The demo

Each card shows one thing, and all requests are listed. Slow the network down to
see what waits. In a clone, \`deno task dev\` starts it.

<iframe class="live" title="The demo" loading="lazy" src="${applications}/demo/index.html?tessera-devtools"></iframe>
`,
};

if (import.meta.main) {
  const [command = "build"] = Deno.args;
  Deno.exit(await run(command, `${root}site`));
}

/**
 * Runs VitePress over all pages.
 *
 * @param command `build` or `dev`.
 * @param output Where a built site goes; the folder is emptied before.
 * @returns The exit code.
 */
export async function run(command: string, output: string): Promise<number> {
  await using installed = await install();
  const { folder } = installed;
  const guides = readPages(root);
  const api = await readApi(root, guides);
  const pages = [...guides, ...api.pages, live];
  for (const [name, text] of Object.entries(await liveApplications())) {
    write(`${folder}/pages/public/applications/${name}`, text);
  }
  for (const { path, text } of pages) {
    const options = [
      ...withoutSearch.test(path) ? ["search: false"] : [],
      ...wide.test(path) ? ["aside: false"] : [],
    ];
    const head = options.length > 0
      ? `---\n${options.join("\n")}\n---\n\n`
      : "";
    write(`${folder}/pages/${path}`, head + text);
  }
  // declarations come in lines as long as they are
  await new Deno.Command(Deno.execPath(), {
    args: ["fmt", "--quiet", "--no-config", `${folder}/pages/api`],
  }).output();
  for (const { name } of Deno.readDirSync(`${root}docs/images`)) {
    Deno.mkdirSync(`${folder}/pages/public/images`, { recursive: true });
    Deno.copyFileSync(
      `${root}docs/images/${name}`,
      `${folder}/pages/public/images/${name}`,
    );
  }
  write(
    `${folder}/pages/.vitepress/config.mjs`,
    configuration(output, api.entries),
  );
  write(
    `${folder}/pages/.vitepress/theme/index.mjs`,
    'export { default } from "vitepress/theme";\nimport "./style.css";\n',
  );
  write(
    `${folder}/pages/.vitepress/theme/style.css`,
    Deno.readTextFileSync(`${root}scripts/site/style.css`),
  );
  const { code } = await new Deno.Command("npx", {
    args: ["vitepress", command, "pages"],
    cwd: folder,
  }).spawn().status;
  if (code !== 0 || command !== "build") return code;
  // each page as Markdown beside it, for those who do not need a browser
  for (const { path } of pages) {
    const text = Deno.readTextFileSync(`${folder}/pages/${path}`);
    write(`${output}/${path}`, text.replace(/^---\n[^]*?\n---\n+/, ""));
  }
  const texts = textsForAssistants(root, guides);
  for (const [path, text] of Object.entries(texts)) {
    write(`${output}/${path}`, text);
  }
  return 0;
}

/** VitePress in a folder of its own: the library does not depend on it. */
async function install(): Promise<AsyncDisposable & { folder: string }> {
  const folder = await Deno.makeTempDir();
  write(
    `${folder}/package.json`,
    JSON.stringify({ type: "module", dependencies: { vitepress: "^1.6.4" } }),
  );
  const { success, stderr } = await new Deno.Command("npm", {
    args: ["install", "--no-audit", "--no-fund", "--silent"],
    cwd: folder,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return {
    folder,
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

function write(path: string, text: string): void {
  Deno.mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  Deno.writeTextFileSync(path, text);
}

/** VitePress reads its configuration from a module. */
function configuration(outDir: string, entries: readonly Entry[]): string {
  const options = {
    title: "Tessera",
    description:
      "A data client for TypeScript: entities and endpoints, normalized, cached and typed.",
    lang: "en",
    head: [["link", { rel: "icon", href: "data:," }]],
    outDir,
    base: `${new URL(site).pathname}/`,
    cleanUrls: true,
    lastUpdated: false,
    themeConfig: {
      nav: [
        { text: "Quick start", link: "/#quick-start" },
        { text: "Tutorial", link: "/tutorial" },
        { text: "API", link: "/api/" },
        { text: "Live", link: "/live" },
        { text: "Comparison", link: "/comparison" },
      ],
      sidebar: {
        // many questions: a group is open where the reader is
        "/": readSections(root).map((section) =>
          section.text.startsWith("How-to:")
            ? { ...section, collapsed: true }
            : section
        ),
        "/api/": [
          { text: "All entries", link: "/api/" },
          ...entries.map(({ specifier, link, items }, index) => ({
            text: specifier.replace("@tessera/", ""),
            link,
            items,
            collapsed: index > 1,
          })),
        ],
      },
      outline: [2, 3],
      socialLinks: [{
        icon: "github",
        link: "https://github.com/tessera-client/tessera",
      }],
    },
  };
  return `
    // anchors as they are where the Markdown is read
    const slugify = (text) =>
      text.trim().toLowerCase().replace(/[^\\p{L}\\p{N}\\s_-]/gu, "")
        .replace(/\\s/g, "-");
    const options = ${JSON.stringify(options)};
    export default {
      ...options,
      themeConfig: {
        ...options.themeConfig,
        search: { provider: "local", options: ${searchOptions()} },
      },
      markdown: {
        anchor: { slugify },
        theme: {
          light: "github-light-high-contrast",
          dark: "github-dark-high-contrast",
        },
      },
    };
  `;
}
