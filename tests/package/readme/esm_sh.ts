import type { Page } from "playwright-core";
import { esmShModule } from "../../../examples/app/esm_sh.ts";
import { packages } from "../../../scripts/packages.ts";
import { packageFolder } from "../support/tarball.ts";

/**
 * Answers the page's requests to esm.sh: packages of others from npm, and
 * `@tessera/client` from `npm/`, file by file, with the imports of other
 * packages as addresses there.
 */
export async function serveEsmSh(page: Page): Promise<void> {
  const { exports } = JSON.parse(
    await Deno.readTextFile(`${packageFolder}/package.json`),
  );
  const pathToRegexp = await lockedVersion("path-to-regexp");
  await page.route("https://esm.sh/**", async (route) => {
    const address = new URL(route.request().url());
    const [, subpath] = /^\/@tessera\/client@[\d.]+(\/.*)?$/.exec(
      address.pathname,
    ) ?? [];
    const isOurs = address.pathname.startsWith("/@tessera/");
    const body = isOurs
      ? await ourModule(subpath ?? "")
      : await rangeModule(address.href) ?? await esmShModule(address.href);
    await route.fulfill({
      body,
      headers: {
        "content-type": "text/javascript",
        "access-control-allow-origin": "*",
      },
    });
  });

  async function ourModule(subpath: string): Promise<string> {
    if (!subpath.endsWith(".js")) {
      const entry = exports[`.${subpath}`].default as string;
      return `export * from "/@tessera/client@0.1.0${entry.slice(1)}";`;
    }
    const text = await Deno.readTextFile(packageFolder + subpath);
    return text.replaceAll(
      'from "path-to-regexp"',
      `from "https://esm.sh/path-to-regexp@${pathToRegexp}"`,
    );
  }
}

/** For a range esm.sh has a module that leads to the newest version of it. */
async function rangeModule(address: string): Promise<string | undefined> {
  const range = /\/preact@11(?=[/?]|$)/;
  if (!range.test(address)) return undefined;
  const version = await lockedVersion("preact");
  const exact = JSON.stringify(address.replace(range, `/preact@${version}`));
  return address.includes("/compat")
    ? `export * from ${exact}; export { default } from ${exact};`
    : `export * from ${exact};`;
}

/** The version that the import map stands for. */
async function lockedVersion(name: string): Promise<string> {
  const read = async (path: string) =>
    JSON.parse(
      await Deno.readTextFile(new URL(`../../../${path}`, import.meta.url)),
    );
  const { specifiers } = await read("deno.lock");
  return specifiers[packages[name]!.replace("@^", "@")];
}
