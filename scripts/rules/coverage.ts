import type { Rule } from "./documents.ts";

/** What is left out of a document for now, and why. */
export interface DocumentScope {
  /** Rules left out, by number without the document. */
  readonly rules?: Readonly<Record<string, string>>;
}

/** Scope of each document, by its name. */
export type Scope = Readonly<Record<string, DocumentScope>>;

/** How far the tests prove a document. */
export interface Coverage {
  readonly document: string;
  /** Rules in scope. */
  readonly inScope: readonly Rule[];
  /** Rules in scope that no test proves. */
  readonly uncited: readonly Rule[];
  /** Rules left out for now. */
  readonly outOfScope: readonly Rule[];
}

/** Splits the rules of a document by scope and by whether a test cites them. */
export function coverage(
  document: string,
  rules: readonly Rule[],
  scope: DocumentScope,
  cited: ReadonlySet<string>,
): Coverage {
  const excluded = new Set(
    rules.filter((rule) => isExcluded(document, rule, scope)).map(({ id }) =>
      id
    ),
  );
  // a row about a limitation is as much in scope as the rules it points to
  for (const { id, pointsTo } of rules) {
    if (pointsTo?.length && pointsTo.every((target) => excluded.has(target))) {
      excluded.add(id);
    }
  }
  const inScope = rules.filter(({ id }) => !excluded.has(id));
  return {
    document,
    inScope,
    uncited: inScope.filter((rule) => !isCovered(rule, cited, excluded)),
    outOfScope: rules.filter(({ id }) => excluded.has(id)),
  };
}

/** A pointing row is covered when every rule in scope that it points to is cited. */
function isCovered(
  { id, pointsTo }: Rule,
  cited: ReadonlySet<string>,
  excluded: ReadonlySet<string>,
): boolean {
  if (cited.has(id)) return true;
  const targets = pointsTo?.filter((target) => !excluded.has(target)) ?? [];
  return targets.length > 0 && targets.every((target) => cited.has(target));
}

function isExcluded(
  document: string,
  { id }: Rule,
  scope: DocumentScope,
): boolean {
  return id.slice(document.length + 1) in (scope.rules ?? {});
}
