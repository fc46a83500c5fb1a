/**
 * All tests in a browser, in one engine: `deno task test:browser`. They share
 * the browsers, and what is bundled for their pages. Each file also passes alone.
 *
 * @module
 */
const folder = new URL("./", import.meta.url);
const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
for (const name of names.filter((name) => /_test\.tsx?$/.test(name)).sort()) {
  await import(new URL(name, folder).href);
}
