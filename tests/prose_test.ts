/**
 * How the guides read: the rules for sentences that CONTRIBUTING.md states, and
 * what a how-to page is made of.
 */
import { assert, assertEquals } from "@std/assert";
import { filesBelow } from "../scripts/build_npm/files_below.ts";
import {
  commentDefects,
  descriptionDefects,
  type Kind,
  proseDefects,
} from "./support/prose.ts";

const root = new URL("../", import.meta.url);

/** Pages that are not rewritten yet. The list only shrinks. */
const unfinished: readonly string[] = [];

Deno.test("guides are written in short, plain sentences, and a how-to begins with its answer", () => {
  const found = [...pages()].filter(([path]) => !unfinished.includes(path))
    .flatMap(([path, text]) =>
      proseDefects(text, kindOf(path)).map((defect) => `${path}${defect}`)
    );
  assert(found.length === 0, `\n${found.join("\n")}\n`);
});

Deno.test("no page stays on the list of unfinished ones when it reads well", () => {
  const texts = new Map(pages());
  assertEquals(
    unfinished.filter((path) =>
      proseDefects(texts.get(path) ?? "", kindOf(path)).length === 0
    ),
    [],
  );
});

Deno.test("a long sentence, a long average, a riddle and one's own are named with their lines", () => {
  const word = "word ";
  assertEquals(
    proseDefects(
      `# Title

Short enough, with \`code of many words\` as one. Long ${word.repeat(32)}end.

- Whoever reads this stops.
- What is this? It is one's own.

\`\`\`ts
// What nobody reads here.
\`\`\`

| Name | Use |
| ---- | --- |
| fish | Whatever swims. |
`,
    ),
    [
      ":3: 34 words in a sentence: Long word word word word word …",
      ":5: a sentence begins with Whoever",
      ":6: one's own",
      ":14: a sentence begins with Whatever",
    ],
  );
  assertEquals(
    proseDefects(`Long ${word.repeat(24)}end. `.repeat(3)),
    [": 26.0 words a sentence on average"],
  );
});

Deno.test("words in rare senses, and an answer that is a response, are named with what to write", () => {
  assertEquals(
    proseDefects(
      "Load it anew. The answer of the server has a total beside the list.\n\n" +
        "The last one counts. This answers the question. A test counts calls.\n",
    ),
    [
      ':1: "anew": write again',
      ':1: "beside": write next to, with, or in addition to',
      ':1: "The answer": write response, for what a server sends',
      ':3: "one counts": write is treated as, is used',
    ],
  );
});

Deno.test("a colon between two clauses is named, not one before a list, a name or code", () => {
  assertEquals(
    proseDefects(
      `It needs no schema: the response is kept. Call \`fetch\`: it rejects, then it is over.

Pass it on: see the guide. Three kinds: entities, lists and maps that are read.

- **The label of an item**: it is short.
- Also called: what is it, it is cached.

Where a server cannot push, poll. Where is it, then?
`,
    ),
    [
      ':1: a colon joins two clauses: "the response is"',
      ':8: "Where": write If',
    ],
  );
  assertEquals(
    descriptionDefects(
      "Which page is loaded. Reads {@linkcode Page} again: it may have changed.",
    ),
    [
      "a sentence begins with Which: Which page is loaded.",
      'a colon joins two clauses: "it may": Reads Code again: it may have changed.',
    ],
  );
});

Deno.test("documentation comments use the words of the guides", () => {
  const found = ["schema", "endpoint", "controller", "react"].flatMap((
    folder,
  ) =>
    [...filesBelow(new URL(folder, root).pathname)]
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) =>
        commentDefects(read(`${folder}/${path}`))
          .map((defect) => `${folder}/${path}${defect}`)
      )
  );
  assert(found.length === 0, `\n${found.join("\n")}\n`);
  assertEquals(
    commentDefects(
      "/** Fine. */\n\n/** The answer\n * comes anew, beside a key that counts. */",
    ),
    [
      ':3: "anew": write again',
      ':3: "beside": write next to, with, or in addition to',
      ':3: "counts": write is treated as, is used',
      ':3: "The answer": write response, for what a server sends',
    ],
  );
});

Deno.test("sentences end at full stops, not within code, links, numbers or abbreviations", () => {
  assertEquals(
    proseDefects(
      `${"word ".repeat(16)}[a link](to.md), \`a.b. C\`, 1.5 and e.g. Deno ${
        "word ".repeat(12)
      }end.\nWhat is more.`,
    ),
    [
      ":1: 36 words in a sentence: word word word word word word …",
      ":2: a sentence begins with What",
    ],
  );
});

Deno.test("a how-to begins with one sentence, has something to copy, is short, and ends with other names", () => {
  assertEquals(
    proseDefects(
      "# Title\n\nFirst this. And more.\n\nAlso called: x.\n",
      "how-to",
    ),
    [": the answer below the title is not one sentence", ": nothing to copy"],
  );
  assertEquals(
    proseDefects(
      `# Title\n\nFirst this.\n\n\`\`\`tsx\n${"1;\n\n".repeat(57)}\`\`\`\n`,
      "how-to",
    ),
    [": 61 lines", ': does not end with "Also called: ..."'],
  );
  const page = (link: string) =>
    `# Title\n\nFirst this.${link}\n\n\`\`\`tsx\nimport { Todo } from "./todos.ts";\n\`\`\`\n\nAlso called:\nstaleTime, fresh.\n`;
  assertEquals(proseDefects(page(""), "how-to"), [
    ": does not say where todos.ts is",
  ]);
  assertEquals(proseDefects(page("\n\nIts [file](README.md)."), "how-to"), []);
});

Deno.test("a concept shows something, is neither short nor long, and ends with other names", () => {
  const page = (lines: number) =>
    `# Title\n\nOne. Two.\n\n\`\`\`ts\n${"1;\n".repeat(lines)}\`\`\`\n`;
  assertEquals(proseDefects("# Title\n\nAlso called: x.\n", "concept"), [
    ": nothing to copy",
    ": 2 lines",
  ]);
  assertEquals(proseDefects(page(97), "concept"), [
    ": 101 lines",
    ': does not end with "Also called: ..."',
  ]);
  assertEquals(proseDefects(`${page(95)}\nAlso called: x.\n`, "concept"), []);
});

function kindOf(path: string): Kind | undefined {
  if (path.endsWith("README.md")) return undefined;
  if (path.startsWith("docs/how_to/")) return "how-to";
  return path.startsWith("docs/concepts/") ? "concept" : undefined;
}

/** The README of each package, and all of docs but the rules. */
function* pages(folder = "docs"): Generator<[path: string, text: string]> {
  if (folder === "docs") {
    const tools = ["codemod", "create", "lint", "openapi"];
    for (
      const path of [
        "README.md",
        ...tools.map((name) => `scripts/${name}/README.md`),
      ]
    ) yield [path, read(path)];
  }
  for (const { name, isDirectory } of Deno.readDirSync(new URL(folder, root))) {
    const path = `${folder}/${name}`;
    if (path === "docs/rules") continue;
    if (isDirectory) yield* pages(path);
    else if (name.endsWith(".md")) yield [path, read(path)];
  }
}

function read(path: string): string {
  return Deno.readTextFileSync(new URL(path, root));
}
