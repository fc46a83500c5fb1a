import { withAddresses } from "../../scripts/packages.ts";
import others from "../../bench/competitors/deno.json" with { type: "json" };

const root = new URL("../../", import.meta.url).pathname;

/** A code block of a guide, as a module. */
export interface Example {
  /** Where the block begins. */
  readonly line: number;
  /** Of the file: what its first line says, `// todos.ts`, or its line. */
  readonly name: string;
  readonly code: string;
}

/**
 * The blocks of a page that are marked as `ts` or `tsx` alone.
 *
 * Comments of HTML hold what readers need not see: `<!-- shared` stands before
 * every later block of the page, until another one replaces it, and
 * `<!-- check` after the block above it.
 */
export function examplesIn(page: string): Example[] {
  const examples: { line: number; name: string; code: string }[] = [];
  let shared = "";
  const parts = page.matchAll(
    /^```(?<language>\S*)(?<flags>.*)\n(?<block>[^]*?)^ *```$|^<!-- (?<kind>shared|check)\n(?<hidden>[^]*?)^-->$/gm,
  );
  for (const { index, groups } of parts) {
    const { language = "", flags = "", block = "", kind, hidden = "" } =
      groups!;
    if (kind === "shared") shared = hidden;
    else if (kind === "check") {
      const example = examples.at(-1)!;
      const begin = 'import * as guide from "tests/support/guide.tsx";\n';
      if (!example.code.startsWith(begin)) example.code = begin + example.code;
      example.code += hidden;
    } else if (/^tsx?$/.test(language) && flags.trim() === "") {
      const line = page.slice(0, index).split("\n").length;
      const file = /^\/\/ (\S+\.tsx?)\n/.exec(block)?.[1];
      examples.push({
        line,
        name: file ?? `${line}.${language}`,
        code: `${shared}\n${block}`,
      });
    }
  }
  return examples.map(({ code, ...rest }) => ({
    ...rest,
    code: `${code}\nexport {};\n`,
  }));
}

/**
 * Writes the examples of pages below a folder.
 *
 * @returns Where each comes from, and the path of its module.
 */
export function writeExamples(
  folder: string,
  pages: readonly string[],
): { page: string; line: number; path: string }[] {
  const written: { page: string; line: number; path: string }[] = [];
  for (const page of pages) {
    const place = page.replaceAll("/", "_").slice(0, -".md".length);
    for (const { line, name, code } of examplesIn(readText(page))) {
      const path = `${place}/${name}`;
      Deno.mkdirSync(`${folder}/${place}`, { recursive: true });
      Deno.writeTextFileSync(
        `${folder}/${path}`,
        withAddresses(
          code.replaceAll("tests/support/", `file://${root}tests/support/`),
          compared,
        ),
      );
      written.push({ page, line, path });
    }
    if (page.startsWith("docs/how_to/")) {
      for (const { name, code } of examplesIn(readText(shared))) {
        Deno.writeTextFileSync(`${folder}/${place}/${name}`, code);
      }
    }
  }
  return written;
}

/** The page with the files that examples of how-to pages import. */
const shared = "docs/how_to/README.md";

/** Libraries that pages on migration show, in the versions of the benchmarks. */
const compared: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["swr", "@reduxjs/toolkit", "react-redux", "@apollo/client"]
      .map((name) => [name, (others.imports as Record<string, string>)[name]!]),
  ),
  axios: "npm:axios@^1",
};

/** Paths of all pages with examples; `GUIDE=resources.md` chooses some. */
export function guides(): string[] {
  const only = Deno.env.get("GUIDE");
  const folders = ["docs", "docs/how_to", "docs/concepts"];
  const pages = folders.flatMap((folder) => {
    try {
      return [...Deno.readDirSync(root + folder)]
        .filter(({ name }) => name.endsWith(".md"))
        .map(({ name }) => `${folder}/${name}`);
    } catch {
      return []; // no such folder
    }
  });
  return ["README.md", ...pages].filter((page) =>
    !only || only.split(",").some((name) => page.includes(name))
  );
}

function readText(page: string): string {
  return Deno.readTextFileSync(root + page);
}
