/** At most so many words: a sentence, and a page on average. */
const longest = 32;
const average = 20;

/** A page that answers one question has at most so many lines with text. */
const longestHowTo = 60;

/** A page that explains one idea has so many lines with text. */
const concept = { shortest: 30, longest: 100 };

/** Words that few readers know in this sense, and what to write. */
const rare: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banew\b/i, "again"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/^Where\b(?=.*, )(?!.*\?$)/, "If"],
  [/^(?:How|Whether)\b(?!.*\?$)/, "a noun first"],
  [/\bbeside\b/i, "next to, with, or in addition to"],
  [/\bcounts? as\b|\bone counts\b|\bcounts(?=[.;])/i, "is treated as, is used"],
  [
    /\b(?:an|its|each|every|another|no|raw|whole|empty|newer?|newest|late|server['’]s) answers?\b|\bthe answers?\b(?! (?:is no|to (?:the|a|your) question))/i,
    "response, for what a server sends",
  ],
];

/** How a clause may begin that has one of the commonest verbs. */
const subject = [
  "nobody|somebody|everybody|nothing|everything|each|all|both",
  "this|that|there|these|those|code|[a-z]+s",
  "(?:the|an?|its|their|your|no|every|each|another|other|some|one|most)(?: (?!(?:that|which|what|who)\\b)[\\w’'-]+){1,4}?",
].join("|");
const verb = [
  "is|are|was|were|has|have|had|does|do|did|can|cannot|could|may|might|must",
  "should|will|would|shows|gets|takes|makes|gives|sends|keeps|stays|comes|goes",
  "needs|knows|waits|follows|forgets|leaves|sees",
].join("|");

/**
 * A colon between two clauses, where "because", "so", "if" or a full stop would
 * say how they belong together. Clauses with rarer verbs are not found.
 */
const joined = new RegExp(
  `: (?:then )?(?:(?:it|they|he|she|you|we) [a-z]+|(?:${subject})(?: (?:also|then|still|never|always|only|\\w+ly))? (?:${verb}))\\b`,
  "i",
);

/** Before a colon at most so many words are a label, not a clause. */
const longestLabel = 2;

/** A paragraph, an item of a list or a cell of a table, as it is read. */
interface Passage {
  /** Line of its beginning, from 1. */
  readonly line: number;
  readonly text: string;
  /** Cells are too short to count for the average. */
  readonly isCell: boolean;
}

/** Answers one question, or explains one idea. */
export type Kind = "how-to" | "concept";

/**
 * Names every sentence of a page that is hard to read, as
 * `:line: what is wrong`, and what the page as a whole lacks.
 *
 * @param page Markdown.
 * @param kind A how-to has to begin with the answer, show something to copy,
 * and end with what others call it; a concept has to show something, too.
 */
export function proseDefects(page: string, kind?: Kind): string[] {
  const defects: string[] = [];
  const lengths: number[] = [];
  for (const { line, text, isCell } of passagesOf(page)) {
    for (const { sentence, offset } of sentencesOf(text)) {
      const place = `:${line + text.slice(0, offset).split("\n").length - 1}:`;
      const words = sentence.split(/\s+/).filter((word) => /\w/.test(word));
      if (words.length === 0) continue;
      if (!isCell) lengths.push(words.length);
      if (words.length > longest) {
        const beginning = words.slice(0, 6).join(" ");
        defects.push(
          `${place} ${words.length} words in a sentence: ${beginning} …`,
        );
      }
      for (const defect of riddlesIn(sentence, isCell)) {
        defects.push(`${place} ${defect}`);
      }
      for (const [pattern, instead] of isCell ? [] : rare) {
        const [word] = pattern.exec(sentence) ?? [];
        if (word) defects.push(`${place} "${word}": write ${instead}`);
      }
      if (/\bone['’]s own\b/i.test(sentence)) {
        defects.push(`${place} one's own`);
      }
    }
  }
  const mean = lengths.reduce((sum, length) => sum + length, 0) /
    lengths.length;
  if (mean > average) {
    defects.push(`: ${mean.toFixed(1)} words a sentence on average`);
  }
  return kind ? [...defects, ...defectsOf(kind, page)] : defects;
}

/**
 * Names every sentence of a documentation comment that a reader has to solve
 * first, as `what is wrong: the sentence`.
 *
 * @param text The description of a symbol, or of one of its tags.
 */
export function descriptionDefects(text: string): string[] {
  return passagesOf(text).flatMap(({ text, isCell }) =>
    sentencesOf(text).flatMap(({ sentence }) =>
      riddlesIn(sentence, isCell).map((defect) =>
        `${defect}: ${sentence.replace(/\s+/g, " ")}`
      )
    )
  );
}

/** The subject comes first, and a word says how two clauses belong together. */
function riddlesIn(sentence: string, isCell: boolean): string[] {
  const defects: string[] = [];
  const [first] =
    /^(?:What|Who|Whoever|Whatever|Whichever|Which)\b/.exec(sentence) ?? [];
  if (first && !sentence.endsWith("?") && !(isCell && first === "Which")) {
    defects.push(`a sentence begins with ${first}`);
  }
  const text = sentence.replace(/\s+/g, " ");
  const colon = joined.exec(text);
  if (
    colon && !isCell &&
    text.slice(0, colon.index).split(" ").length > longestLabel
  ) {
    defects.push(`a colon joins two clauses: "${colon[0].slice(2)}"`);
  }
  return defects;
}

/**
 * Names words of documentation comments that have plainer ones, as
 * `:line: what is wrong`.
 */
export function commentDefects(module: string): string[] {
  return [...module.matchAll(/\/\*\*[^]*?\*\//g)].flatMap((comment) =>
    rare.flatMap(([pattern, instead]) => {
      const [word] = pattern.exec(comment[0]) ?? [];
      const line = module.slice(0, comment.index).split("\n").length;
      return word ? [`:${line}: "${word}": write ${instead}`] : [];
    })
  );
}

function defectsOf(kind: Kind, page: string): string[] {
  const defects: string[] = [];
  const passages = passagesOf(page);
  const answer = passages[0];
  const isHowTo = kind === "how-to";
  if (
    isHowTo && (answer === undefined || sentencesOf(answer.text).length !== 1)
  ) {
    defects.push(": the answer below the title is not one sentence");
  }
  if (!/^```(?:tsx?|jsx?|html|sh)/m.test(page)) {
    defects.push(": nothing to copy");
  }
  const { length } = withoutComments(page).split("\n")
    .filter((line) => line.trim());
  if (
    length > (isHowTo ? longestHowTo : concept.longest) ||
    !isHowTo && length < concept.shortest
  ) {
    defects.push(`: ${length} lines`);
  }
  if (
    isHowTo && /from "\.\/todos\.ts"/.test(withoutComments(page)) &&
    !withoutComments(page).includes("(README.md)")
  ) {
    defects.push(": does not say where todos.ts is");
  }
  if (!passages.at(-1)?.text.startsWith("Also called:")) {
    defects.push(': does not end with "Also called: ..."');
  }
  return defects;
}

function passagesOf(page: string): Passage[] {
  const passages: Passage[] = [];
  let current: { line: number; lines: string[] } | undefined;
  let fence: string | undefined;
  const end = () => {
    if (current) {
      const text = spoken(current.lines.join("\n"));
      if (text.trim()) {
        passages.push({ line: current.line, text, isCell: false });
      }
    }
    current = undefined;
  };
  const lines = withoutComments(page).split("\n");
  for (const [index, raw] of lines.entries()) {
    const line = raw.replace(/^\s*(?:>\s?)*/, "");
    const [mark] = /^(?:```+|~~~+)/.exec(line) ?? [];
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined;
      continue;
    }
    if (mark) {
      end();
      fence = mark;
      continue;
    }
    if (
      /^(?:#{1,6} |---+$|===+$|<\/?[\w-]+[^>]*>$|\[[^\]]+\]: )|^$/.test(line)
    ) {
      end();
      continue;
    }
    if (line.startsWith("|")) {
      end();
      for (const cell of line.split(/(?<!\\)\|/)) {
        const text = spoken(cell).trim();
        if (/\w/.test(text)) {
          passages.push({ line: index + 1, text, isCell: true });
        }
      }
      continue;
    }
    const item = /^(?:[-*+]|\d+[.)]) +/.exec(line);
    if (item) end();
    current ??= { line: index + 1, lines: [] };
    current.lines.push(item ? line.slice(item[0].length) : line);
  }
  end();
  return passages;
}

/** Comments and pictures become empty, line by line. */
function withoutComments(page: string): string {
  return page.replace(/<!--[^]*?-->/g, (text) => text.replace(/[^\n]/g, ""));
}

/** What a reader reads: code is one word, a link its text. */
function spoken(markdown: string): string {
  return markdown
    // the name in front of an item is a label, whatever it says
    .replace(/^\*\*[^*]+\*\*(?: \([^)]*\))?(?=: )/, "Label")
    .replace(/(`+)[^]*?\1/g, "Code")
    .replace(/\{@link(?:code)? [^}]*\}/g, "Code")
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]+>/g, "")
    .replace(/(?<![\w*])(?:\*\*|\*|__|_)(?=\S)|(?<=\S)(?:\*\*|\*)/g, "");
}

function sentencesOf(text: string): { sentence: string; offset: number }[] {
  const found: { sentence: string; offset: number }[] = [];
  let offset = 0;
  const ends =
    /(?<!\b(?:e\.g|i\.e|etc|vs))[.!?][)"”']?(?=\s+["“(]?[A-Z`]|\s*$)/g;
  const parts: [number, number][] = [];
  for (const { 0: mark, index } of text.matchAll(ends)) {
    parts.push([offset, index + mark.length]);
    offset = index + mark.length;
  }
  parts.push([offset, text.length]);
  for (const [start, stop] of parts) {
    const piece = text.slice(start, stop);
    const sentence = piece.trim();
    if (sentence) {
      found.push({ sentence, offset: start + piece.search(/\S/) });
    }
  }
  return found;
}
