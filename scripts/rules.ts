/**
 * Lists the behaviour rules that no test proves: `deno task rules`.
 *
 * Reads the numbered rules of docs/rules, what docs/rules/scope.json leaves
 * out, and the citations in the names of all tests. Exits with 1 when a test
 * cites a rule that does not exist. `--summary` prints the shares only.
 *
 * @module
 */
import { citationsIn } from "./rules/citations.ts";
import { coverage, type Scope } from "./rules/coverage.ts";
import { duplicates, type Rule, rulesOf } from "./rules/documents.ts";

const documents = ["schema", "endpoint", "controller", "react"];

/** Folders with tests. */
const tested = ["tests", "scripts/codemod/tests"];

if (import.meta.main) {
  Deno.exit(report(Deno.args.includes("--summary")));
}

/** Prints the report; returns the exit code. */
function report(summaryOnly: boolean): number {
  const rules = new Map(
    documents.map((name): [string, Rule[]] => [
      name,
      rulesOf(name, Deno.readTextFileSync(`docs/rules/${name}.md`)),
    ]),
  );
  const known = new Set([...rules.values()].flat().map(({ id }) => id));
  const scope: Scope = JSON.parse(
    Deno.readTextFileSync("docs/rules/scope.json"),
  );
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
  const shares: string[] = [];
  for (const [document, list] of rules) {
    const { inScope, uncited, outOfScope } = coverage(
      document,
      list,
      scope[document] ?? {},
      cited,
    );
    if (!summaryOnly) {
      for (const { id, line, summary } of uncited) {
        console.log(
          `${id.padEnd(20)} docs/rules/${document}.md:${line}  ${summary}`,
        );
      }
    }
    const proved = inScope.length - uncited.length;
    const share = (100 * proved / inScope.length).toFixed(1);
    shares.push(
      `${document.padEnd(12)}${String(proved).padStart(5)} of ${
        String(inScope.length).padStart(4)
      } rules cited (${
        share.padStart(5)
      } %), ${outOfScope.length} out of scope`,
    );
  }
  console.log(shares.join("\n"));
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
