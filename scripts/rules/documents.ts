/** One numbered rule of a document under docs/rules. */
export interface Rule {
  /** Document and number, as cited: `schema/COL-7`. */
  readonly id: string;
  /** Line of the document, from 1. */
  readonly line: number;
  /** First words of the rule. */
  readonly summary: string;
}

const number = String.raw`[A-Z]{2,4}-\d+[a-z]?`;
const bulletRule = new RegExp(
  String.raw`^\s*[-*]\s+\*\*(${number})\*\*\s*(.*)`,
);
const rowRule = new RegExp(String.raw`^\s*\|\s*\**(${number})\**\s*\|(.*)`);

/** Every rule that a document defines, in its order. */
export function rulesOf(document: string, markdown: string): Rule[] {
  const rules: Rule[] = [];
  markdown.split("\n").forEach((text, index) => {
    const [, id, rest] = bulletRule.exec(text) ?? rowRule.exec(text) ?? [];
    if (id === undefined || rest === undefined) return;
    rules.push({
      id: `${document}/${id}`,
      line: index + 1,
      summary: summary(rest),
    });
  });
  return rules;
}

/** Numbers that two rules of one document share. */
export function duplicates(rules: readonly Rule[]): string[] {
  const seen = new Set<string>();
  return rules.map(({ id }) => id).filter((id) =>
    seen.has(id) || !seen.add(id)
  );
}

function summary(text: string): string {
  const plain = text.replaceAll(/[*|]/g, " ").replaceAll(/\s+/g, " ").trim();
  return plain.length > 100 ? `${plain.slice(0, 99)}…` : plain;
}
