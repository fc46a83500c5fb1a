/**
 * Finds behaviour rules that no test proves: `deno task rules`.
 *
 * Reads the numbered rules of docs/rules, and the citations in the names of all
 * tests. Exits with 1 when no test cites a rule, or one cites a rule that does
 * not exist.
 *
 * @module
 */
import { citationsIn } from "./rules/citations.ts";
import { duplicates, type Rule, rulesOf } from "./rules/documents.ts";

const documents = ["schema", "endpoint", "controller", "react"];

/** Folders with tests. */
const tested = ["tests", "scripts/codemod/tests"];

if (import.meta.main) {
  Deno.exit(report());
}

/** Prints the report; returns the exit code. */
function report(): number {
  const rules = new Map(
    documents.map((name): [string, Rule[]] => [
      name,
      rulesOf(name, Deno.readTextFileSync(`docs/rules/${name}.md`)),
    ]),
  );
  const known = new Set([...rules.values()].flat().map(({ id }) => id));
  const cited = new Set<string>();
  const problems: string[] = [...rules.values()].flatMap((list) =>
    duplicates(list).map((id) => `${id} is defined twice`)
  );
  for (const path of tested.flatMap((folder) => [...testFiles(folder)])) {
    const { citations, malformed } = citationsIn(Deno.readTextFileSync(path));
    for (const { rule, line } of citations) {
      cited.add(rule);
      if (!known.has(rule)) {
        problems.push(`${path}:${line} cites ${rule}, which does not exist`);
      }
    }
    for (const { text, line } of malformed) {
      problems.push(`${path}:${line} has ${text}: cite one rule a bracket`);
    }
  }
  for (const [document, list] of rules) {
    for (const { id, line, summary } of list) {
      if (cited.has(id)) continue;
      problems.push(
        `docs/rules/${document}.md:${line} ${id} is cited by no test: ${summary}`,
      );
    }
    console.log(
      `${document.padEnd(12)}${String(list.length).padStart(5)} rules`,
    );
  }
  for (const problem of problems) console.error(problem);
  return problems.length > 0 ? 1 : 0;
}

/** Paths of all test files below a folder. */
function* testFiles(folder: string): Generator<string> {
  const entries = [...Deno.readDirSync(folder)].sort((a, b) =>
    a.name < b.name ? -1 : 1
  );
  for (const { name, isDirectory } of entries) {
    if (isDirectory) yield* testFiles(`${folder}/${name}`);
    else if (/_test\.tsx?$/.test(name)) yield `${folder}/${name}`;
  }
}
