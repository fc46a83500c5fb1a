/**
 * How the search of the site finds and orders pages. The functions run in the
 * build and, as text, in the browser: they may use nothing around them.
 *
 * @module
 */

/** A part of a page, as MiniSearch indexes it. */
interface Part {
  readonly id: string;
  readonly title: string;
  readonly titles: readonly string[];
  readonly text: string;
}

/**
 * A word as it is compared: in lower case, without its ending, and nothing
 * where it is in every question.
 */
export function processTerm(word: string): string | null {
  const common =
    /^(?:a|an|the|i|im|ive|my|me|we|our|you|your|it|its|is|are|am|be|been|was|do|does|did|doesnt|dont|can|cant|could|should|would|will|has|have|had|how|what|why|when|where|which|who|to|of|in|on|at|by|for|from|with|without|and|or|not|no|if|then|than|that|this|there|these|those|so|as|but|into|out|up|about|any|some|all|also|only|just|still|way|want|need|get|gets|use|using|used|make|same|after|before|each|every|own|tessera|react|called)$/;
  const term = word.toLowerCase().replace(/['’`]/g, "");
  if (term === "" || common.test(term)) return null;
  if (term.length < 5) return term.replace(/([^s])s$/, "$1");
  return term.replace(/(?:ies|y)$/, "i")
    .replace(/(?:ing|ed|es|s|e)$/, "")
    .replace(/(?:ation|ion)$/, "")
    .replace(/([bdgklmnprt])\1$/, "$1");
}

/** Words are letters and digits; `staleTime` is also "stale" and "time". */
export function tokenize(text: string): string[] {
  return text.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
}

/** The words of other libraries are a field of their own. */
export function extractField(part: Part, field: string): unknown {
  if (field !== "names") return part[field as keyof Part];
  return /Also called:([^]*?)(?:\n\n|$)/.exec(part.text)?.[1] ?? "";
}

/**
 * Pages that answer one question come before those that tell everything;
 * `term` is the word that was found.
 */
export function boostDocument(id: string, term: string): number {
  const page = id.split("#")[0]!.replace(/^\/\w+\//, "");
  if (page.startsWith("migration") && term.startsWith("migrat")) return 5;
  return /^(?:api\/|tutorial|performance|architecture|migration|codemod|lint|weight)/
      .test(page)
    ? 0.4
    : /^(?:schemas|endpoints|resources|controller|managers|react|testing|ssr|scripts|getting_started|)$/
        .test(page)
    ? 0.8
    : 1.5;
}

/** What VitePress passes to MiniSearch, as the text of a module has it. */
export function searchOptions(): string {
  return `{
    detailedView: false,
    miniSearch: {
      options: {
        fields: ["title", "titles", "text", "names"],
        storeFields: ["title", "titles"],
        processTerm: ${processTerm},
        tokenize: ${tokenize},
        extractField: ${extractField},
      },
      searchOptions: {
        fuzzy: 0.15,
        prefix: (term) => term.length > 2,
        boost: { title: 4, names: 3, text: 1, titles: 1 },
        boostDocument: ${boostDocument},
      },
    },
  }`;
}
