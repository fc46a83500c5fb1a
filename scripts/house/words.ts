/** Words with several meanings, or none of the field, and what to write. */
export const words: readonly Word[] = [
  word("due", "stale, outdated", ["due"]),
  word("told", "changed, pending, notified", ["told", "untold"]),
  word("announce", "notify", ["announce", "announces", "announced"]),
  word("given", "passed, open, handed out", ["given"]),
  word("settle", "resolve, on screen, until stable", [
    "settle",
    "settles",
    "settled",
    "settling",
    // as promises call it
  ], ["settled", "allSettled", "PromiseSettledResult"]),
  word("keep", "retain, pin, store", ["keep", "keeps", "kept", "keeping"], [
    // options
    "keepsData",
    "keepOnReset",
  ]),
  // messages ask to pass an argument
  word("pass", "normalize, read, forward", ["pass", "passes"], ["Pass"]),
  word("children", "sources, dependents", ["children", "parents"], [
    // the prop of React, and a method of the DOM
    "children",
    "replaceChildren",
  ]),
  word("question", "selector", ["question", "questions"], ["question mark"]),
  word("answer", "response, selection", [
    "answer",
    "answers",
    "answered",
    "answering",
    "unanswered",
    // an option
  ], ["answersSubscriptions"]),
  word("observation", "subscription", ["observation", "observations"]),
  word("moment", "rendered state", ["moment", "moments"]),
  // a method of the manager for devtools
  word("flight", "request", ["flight", "flights"], ["inFlight"]),
  word("waiting", "callers", ["waiting"], [
    // states of an offline entry and of a connection
    '"waiting"',
    "`waiting`",
  ]),
  word("shown", "rendered, visible", ["shown", "shows", "unshown"]),
  word("put off", "deferred", ["putoff"]),
];

/** A word, in all its forms. */
export interface Word {
  readonly name: string;
  readonly instead: string;
  readonly forms: ReadonlySet<string>;
  /** Names with it that are public, or those of the platform or of React. */
  readonly names: ReadonlySet<string>;
}

/** A line of a text that has a word of the list. */
export interface Use {
  readonly word: Word;
  readonly line: number;
  readonly text: string;
}

/**
 * Finds each use of a word of the list: in prose, and as a part of a name such
 * as `keptNode`.
 */
export function usesOf(source: string): Use[] {
  const uses: Use[] = [];
  for (const [index, text] of source.split("\n").entries()) {
    for (
      const [name] of text.matchAll(
        /"waiting"|`waiting`|question mark|[A-Za-z]+/g,
      )
    ) {
      for (const word of words) {
        if (word.names.has(name)) continue;
        for (const part of partsOf(name)) {
          if (word.forms.has(part)) uses.push({ word, line: index + 1, text });
        }
      }
    }
  }
  return uses;
}

/** Parts of a name in camel case, in lower case; `putOff` is one of them. */
function partsOf(name: string): string[] {
  return name.replace(/([Pp])utOff/, "$1utoff")
    .split(/(?<=[a-z])(?=[A-Z])/).map((part) => part.toLowerCase());
}

function word(
  name: string,
  instead: string,
  forms: readonly string[],
  names: readonly string[] = [],
): Word {
  return { name, instead, forms: new Set(forms), names: new Set(names) };
}
