import { assert, assertEquals } from "@std/assert";
import configuration from "../deno.json" with { type: "json" };
import { packages } from "../scripts/packages.ts";

Deno.test("the page on dependencies names each of them", async () => {
  const page = await read("docs/dependencies.md");
  const names = Object.values(packages)
    .map((specifier) => /^\w+:((?:@[^/@]+\/)?[^/@]+)/.exec(specifier)?.[1])
    .filter((name) => name !== undefined);
  assertEquals(names.filter((name) => !page.includes(`\`${name}\``)), []);
});

Deno.test("the table of tasks names each of them", async () => {
  const page = await read("CONTRIBUTING.md");
  const table = page.slice(0, page.indexOf("## Where things are"));
  const missing = Object.keys(configuration.tasks).filter((task) =>
    !new RegExp(`\`(?:deno task )?${task}[\` ]`).test(table)
  );
  assertEquals(missing, []);
});

Deno.test("the skill for coding agents imports what there is", async () => {
  const skill = await read("skills/tessera/SKILL.md");
  const entries: Record<string, string> = configuration.exports;
  const missing: string[] = [];
  for (
    const [, specifier, names] of skill.matchAll(/^\| `([@/\w]+)` *\|(.*)\|/gm)
  ) {
    const path = entries[specifier!.replace("@tessera/client", ".")];
    assert(path, specifier);
    const entry = await import(`../${path.slice(2)}`);
    for (const [, name] of names!.matchAll(/`([a-zA-Z]+)`/g)) {
      if (!(name! in entry)) missing.push(`${name} of ${specifier}`);
    }
  }
  assertEquals(missing, []);
});

Deno.test("the import map for Preact names React as published modules do", async () => {
  const page = await read("docs/preact.md");
  const { imports } = configuration;
  const published = [
    imports["react"],
    imports["react-dom/client"],
    imports["react-dom/test-utils"],
  ];
  assertEquals(
    published.filter((specifier) => !page.includes(`"${specifier}": "npm:`)),
    [],
  );
});

function read(path: string): Promise<string> {
  return Deno.readTextFile(new URL(`../${path}`, import.meta.url));
}
