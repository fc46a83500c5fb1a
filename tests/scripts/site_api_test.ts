import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import configuration from "../../deno.json" with { type: "json" };
import { readApi } from "../../scripts/site/api.ts";
import { readPages } from "../../scripts/site/pages.ts";

const root = new URL("../../", import.meta.url).pathname;
const api = await readApi(root, readPages(root));
const texts = new Map(api.pages.map(({ path, text }) => [`/${path}`, text]));

Deno.test("every entry has a page that lists what it exports", async () => {
  for (const [name, path] of Object.entries(configuration.exports)) {
    const entry = api.entries.find(({ specifier }) =>
      specifier === configuration.name + name.slice(1)
    )!;
    const listed = [
      ...texts.get(`${entry.link}index.md`)!.matchAll(/^- \[`(\w+)`\]\(/gm),
    ].map(([, symbol]) => symbol!);
    // type-only exports are not there to be asked
    if (!/native|browser/.test(name)) {
      const values = Object.keys(await import(`../../${path.slice(2)}`));
      const missing = values.filter((value) => !listed.includes(value));
      assertEquals(missing, [], name);
    }
    assert(listed.length > 0, name);
  }
});

Deno.test("all links between the pages lead to a page, and to a heading on it", () => {
  const broken: string[] = [];
  for (const [path, text] of texts) {
    for (const [, link] of text.matchAll(/\]\((\/api\/[^)]*)\)/g)) {
      const [page = "", anchor] = link!.split("#");
      const target = texts.get(
        page.endsWith("/") ? `${page}index.md` : `${page}.md`,
      );
      const headings = target?.match(/^## .+$/gm) ?? [];
      const isThere = target !== undefined &&
        (anchor === undefined ||
          headings.some((heading) =>
            heading.slice(3).toLowerCase() === anchor
          ));
      if (!isThere) broken.push(`${path}: ${link}`);
    }
  }
  assertEquals(broken, []);
});

Deno.test("a page shows import, purpose, declaration, parameters, example and guides", () => {
  const page = texts.get("/api/react/useDebounce.md")!;
  for (
    const part of [
      'import { useDebounce } from "@tessera/client/react";',
      "function useDebounce<T>(value: T, delay: number",
      "- `delay`: ",
      "**Returns**",
      "**Example**",
      "In the guides: [",
    ]
  ) assertStringIncludes(page, part);
  // neither bodies nor what is internal
  const controller = texts.get("/api/client/Controller.md")!;
  assertStringIncludes(controller, "- `fetch`: ");
  assert(
    !/#private|private readonly|return /.test(
      controller.slice(controller.indexOf("class Controller")).split("```")[0]!,
    ),
  );
});

Deno.test("every declaration that is exported is on a page", () => {
  const bare = [...texts].filter(([path]) => !path.endsWith("/index.md"))
    .flatMap(([path, text]) =>
      text.split(/^##? /m).slice(1)
        // a namespace has what is exported beside it
        .filter((part) => !/^(?:Types of |schema$)/m.test(part))
        .filter((part) =>
          !/^```ts\n(?:abstract |async |declare )*(?:class|function|const|let|type|interface|enum|namespace) /m
            .test(part)
        )
        .map((part) => `${path}: ${part.split("\n")[0]}`)
    );
  assertEquals(bare, []);
});

Deno.test("no two pages have one name where letter case does not count", () => {
  const names = [...texts.keys()].map((path) => path.toLowerCase());
  assertEquals(names.length, new Set(names).size);
});
