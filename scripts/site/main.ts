/**
 * The documentation as a site, made from the same Markdown by VitePress:
 * `deno task docs` serves it, `deno task docs:build` writes it into `site/`.
 *
 * @module
 */
import { textsForAssistants } from "./assistants.ts";
import { readPages, readSections, site } from "./pages.ts";

const root = new URL("../../", import.meta.url).pathname;

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
  const pages = readPages(root);
  for (const { path, text } of pages) write(`${folder}/pages/${path}`, text);
  for (const { name } of Deno.readDirSync(`${root}docs/images`)) {
    Deno.mkdirSync(`${folder}/pages/public/images`, { recursive: true });
    Deno.copyFileSync(
      `${root}docs/images/${name}`,
      `${folder}/pages/public/images/${name}`,
    );
  }
  write(`${folder}/pages/.vitepress/config.mjs`, configuration(output));
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
  for (const { path, text } of pages) write(`${output}/${path}`, text);
  const texts = textsForAssistants(root, pages);
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
function configuration(outDir: string): string {
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
        { text: "Quick start", link: "/getting_started" },
        { text: "Tutorial", link: "/tutorial" },
        { text: "Comparison", link: "/comparison" },
      ],
      sidebar: readSections(root),
      outline: [2, 3],
      search: { provider: "local" },
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
    export default {
      ...${JSON.stringify(options)},
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
