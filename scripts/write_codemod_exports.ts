/**
 * Writes scripts/codemod/entry_exports.ts, the table of what the entries export
 * that imports may be moved to, from the entries themselves:
 * `deno task codemod:exports`.
 *
 * @module
 */
import { pathToFileURL } from "node:url";
import { targets } from "./codemod/entries.ts";

const table = "scripts/codemod/entry_exports.ts";

if (import.meta.main) {
  await Deno.writeTextFile(table, entryExportsSource(await readExports()));
}

/** Names, values and types alike, that the entries of deno.json export to which imports may be moved. */
export async function readExports(): Promise<Map<string, string[]>> {
  const { exports }: { exports: Record<string, string> } = JSON.parse(
    await Deno.readTextFile("deno.json"),
  );
  const entries = Object.entries(exports).filter(([entry]) =>
    targets.has(entry)
  );
  const names = await namesOf(entries.map(([, module]) => module));
  return new Map(entries.map(([entry], index) => [entry, names[index]!]));
}

/** The module that holds the table, formatted. */
export function entryExportsSource(
  exports: ReadonlyMap<string, readonly string[]>,
): string {
  const entries = [...exports].map(([entry, names]) =>
    `  "${entry}": \`\n${wrapped(withoutRepetition(names, exports))}\n  \`,\n`
  );
  return `const listed: Readonly<Record<string, string>> = {
${entries.join("")}};

/**
 * What entries of the package export, values and types alike, by their path
 * (\`.\`, \`./react\`). Written by scripts/write_codemod_exports.ts.
 */
export const entryExports: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.keys(listed).map((entry) => [entry, new Set(namesOf(entry))]),
);

/** A path among the names stands for what that entry exports. */
function namesOf(entry: string): string[] {
  return listed[entry]!.trim().split(/\\s+/).flatMap((name) =>
    name.startsWith("./") ? namesOf(name) : name
  );
}
`;
}

/** The path of a smaller entry that the names include, in place of what that exports. */
function withoutRepetition(
  names: readonly string[],
  exports: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  const all = new Set(names);
  const included = [...exports].filter(([, others]) =>
    others.length < names.length && others.every((name) => all.has(name))
  );
  const [largest] = included.sort(([, a], [, b]) => b.length - a.length);
  if (!largest || largest[1].length < 10) return names;
  const [entry, others] = largest;
  return [entry, ...names.filter((name) => !others.includes(name))];
}

/** What each module exports. One call for all, which loads them once. */
async function namesOf(modules: readonly string[]): Promise<string[][]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...modules],
    stderr: "null",
  }).output();
  const { nodes }: { nodes: Record<string, { symbols?: { name: string }[] }> } =
    JSON.parse(new TextDecoder().decode(stdout));
  return modules.map((module) => {
    const { symbols = [] } = nodes[pathToFileURL(module).href] ?? {};
    return [...new Set(symbols.map(({ name }) => name))].sort();
  });
}

function wrapped(names: readonly string[]): string {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length < 78) {
      lines[lines.length - 1] = `${last} ${name}`;
    } else lines.push(`    ${name}`);
  }
  return lines.join("\n");
}
