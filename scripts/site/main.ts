/**
 * The documentation as a site, made from the same Markdown by VitePress:
 * `deno task docs` serves it, `deno task docs:build` writes it into `site/`.
 *
 * @module
 */
import { readPages, readSections } from "./pages.ts";

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
  for (const { path, text } of readPages(root)) {
    write(`${folder}/pages/${path}`, text);
  }
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
  return code;
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
  const [guides, moving, reference] = readSections(root);
  const options = {
    title: "Tessera",
    description:
      "A data client for TypeScript: entities and endpoints, normalized, cached and typed.",
    lang: "en",
    head: [["link", { rel: "icon", href: "data:," }]],
    outDir,
    cleanUrls: true,
    lastUpdated: false,
    themeConfig: {
      nav: [
        { text: "Quick start", link: "/getting_started" },
        { text: "Tutorial", link: "/tutorial" },
        { text: "Comparison", link: "/comparison" },
      ],
      sidebar: [guides, moving, reference],
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
