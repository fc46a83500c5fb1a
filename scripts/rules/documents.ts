/** One numbered rule of a document under docs/rules. */
export interface Rule {
  /** Document and number, as cited: `schema/COL-7`. */
  readonly id: string;
  /** Line of the document, from 1. */
  readonly line: number;
  /** Number of the section it stands in: `14.2`, or `16b`. */
  readonly section: string;
  /** First words of the rule. */
  readonly summary: string;
  /** Rules that a row about a limitation points to; `undefined` for an ordinary rule. */
  readonly pointsTo?: readonly string[];
}

/** Families whose rows say what another library does, and point to our rule. */
const pointingFamilies = new Set(["LIM", "SL", "OBS"]);

const number = String.raw`[A-Z]{2,4}-\d+[a-z]?`;
const bulletRule = new RegExp(
  String.raw`^\s*[-*]\s+\*\*(${number})\*\*\s*(.*)`,
);
const rowRule = new RegExp(String.raw`^\s*\|\s*\**(${number})\**\s*\|(.*)`);
const heading = /^#{2,3}\s+(\d+[a-z]?(?:\.\d+)?)[.\s]/;

/** Every rule that a document defines, in its order. */
export function rulesOf(document: string, markdown: string): Rule[] {
  const rules: Rule[] = [];
  let section = "";
  markdown.split("\n").forEach((text, index) => {
    section = heading.exec(text)?.[1] ?? section;
    const [, id, rest] = bulletRule.exec(text) ?? rowRule.exec(text) ?? [];
    if (id === undefined || rest === undefined) return;
    rules.push({
      id: `${document}/${id}`,
      line: index + 1,
      section,
      summary: summary(rest),
    });
  });
  return rules.map((rule) => {
    const family = rule.id.slice(document.length + 1).split("-")[0]!;
    if (!pointingFamilies.has(family)) return rule;
    const row = markdown.split("\n")[rule.line - 1]!;
    return { ...rule, pointsTo: pointers(document, lastCell(row), rules) };
  });
}

/** Numbers that two rules of one document share. */
export function duplicates(rules: readonly Rule[]): string[] {
  const seen = new Set<string>();
  return rules.map(({ id }) => id).filter((id) =>
    seen.has(id) || !seen.add(id)
  );
}

/**
 * Rules named in a text: `END-32, 33`, `RSP-2..18`, `LOG-4 ... LOG-6`,
 * or a section as a whole (`section 18`, `17.2`).
 */
function pointers(
  document: string,
  text: string,
  rules: readonly Rule[],
): string[] {
  const found = new Set<string>();
  const named =
    /\b([A-Z]{2,4})-(\d+)([a-z]?)\b(?:\s*(?:\.\.\.?|…|–)\s*(?:[A-Z]{2,4}-)?(\d+))?((?:,\s*\d+\b(?!\s*[A-Za-z]))*)/g;
  for (const [, family, first, letter, last, more] of text.matchAll(named)) {
    const from = Number(first);
    const to = last === undefined ? from : Number(last);
    const others = (more ?? "").split(",").filter(Boolean).map(Number);
    for (const { id } of rules) {
      const parts = /^([A-Z]+)-(\d+)([a-z]?)$/.exec(
        id.slice(document.length + 1),
      )!;
      if (parts[1] !== family) continue;
      const value = Number(parts[2]);
      const inRange = from !== to && value >= from && value <= to;
      const same = value === from && parts[3] === letter;
      if (inRange || same || (parts[3] === "" && others.includes(value))) {
        found.add(id);
      }
    }
  }
  if (found.size === 0) {
    const section = /(?:[Ss]ection\s+(\d+[a-z]?(?:\.\d+)?)|^\s*(\d+\.\d+)\s*$)/
      .exec(text);
    const wanted = section?.[1] ?? section?.[2];
    for (const rule of rules) {
      if (
        wanted !== undefined &&
        (rule.section === wanted || rule.section.startsWith(`${wanted}.`))
      ) found.add(rule.id);
    }
  }
  return [...found];
}

function lastCell(row: string): string {
  return row.replace(/\|\s*$/, "").split(/(?<!\\)\|/).at(-1)!;
}

function summary(text: string): string {
  const plain = text.replaceAll(/[*|]/g, " ").replaceAll(/\s+/g, " ").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}
