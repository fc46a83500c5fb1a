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
 * A word as it is compared: in lower case and without its ending. Nothing where
 * it only joins others.
 */
export function processTerm(word: string): string | null {
  const joins =
    /^(?:a|an|the|i|im|ive|my|me|we|our|you|your|it|its|is|are|am|be|been|was|do|does|did|doesnt|dont|can|cant|could|should|would|will|has|have|had|to|of|in|on|at|by|for|from|with|and|or|not|no|if|then|than|that|this|there|these|those|so|as|but|any|some|all)$/;
  const term = word.toLowerCase().replace(/['’`]/g, "");
  if (term === "" || joins.test(term)) return null;
  if (term.length < 5) return term.replace(/([^s])s$/, "$1");
  return term.replace(/(?:ies|y)$/, "i")
    .replace(/(?:ing|ed|es|s|e)$/, "")
    .replace(/(?:ation|ion)$/, "")
    .replace(/([bdgklmnprt])\1$/, "$1");
}

/** The words of a question: without those of most questions, unless there are no others. */
export function tokenizeQuestion(text: string): string[] {
  const common =
    /^(?:a|an|the|how|what|why|when|where|which|who|is|it|do|does|can|i|to|of|in|without|into|out|up|about|also|only|just|still|way|want|need|get|gets|use|using|used|make|same|after|before|each|every|own|tessera|react|called)$/i;
  const words = text.split(/[^\p{L}\p{N}'’]+/u).flatMap((word) => {
    const parts = word.split(/(?<=[a-z])(?=[A-Z])/);
    return parts.length > 1 ? [word, ...parts] : [word];
  });
  const telling = words.filter((word) => word !== "" && !common.test(word));
  // the words of other libraries for the same thing
  const same: Record<string, string> = {
    revalidate: "refetch",
    rollback: "refuse",
    reverts: "refuse",
    sockets: "websocket",
    hydrate: "hydration",
  };
  const more = telling.flatMap((word) => same[word.toLowerCase()] ?? []);
  return telling.length > 0 ? [...telling, ...more] : words;
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
  if (page === "react" && term === "react") return 9;
  if (page === "devtools" && /^(?:see|inspect|debug)$/.test(term)) return 4;
  if (page === "getting_started" && /^install|^use$/.test(term)) return 3;
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
        tokenize: ${tokenizeQuestion},
        fuzzy: 0.15,
        prefix: (term) => term.length > 2,
        boost: { title: 4, names: 3, text: 1, titles: 1 },
        boostDocument: ${boostDocument},
      },
    },
  }`;
}
