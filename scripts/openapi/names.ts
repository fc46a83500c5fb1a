import pluralize from "pluralize";

/** `list_batch-errors` as `ListBatchErrors`. */
export function pascal(text: string): string {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|\d+/g) ?? ["value"];
  const name = words.map((word) =>
    word[0]!.toUpperCase() +
    (/^[A-Z]+$/.test(word) && word.length > 3
      ? word.slice(1).toLowerCase()
      : word.slice(1))
  ).join("");
  return /^\d/.test(name) ? `N${name}` : name;
}

/** `list_batch-errors` as `listBatchErrors`. */
export function camel(text: string): string {
  const name = pascal(text);
  return name.replace(
    /^[A-Z]+(?![a-z])|^[A-Z]/,
    (start) => start.toLowerCase(),
  );
}

/** `Folders` as `Folder`. */
export function singular(text: string): string {
  return pluralize.singular(text);
}

/** Gives out names, each once. */
export class Names {
  readonly #taken = new Set<string>();

  /** @param taken Names that are not to be given. */
  constructor(taken: Iterable<string>) {
    this.#taken = new Set(taken);
  }

  /** The first of some names that is free, or the last with a number. */
  take(...names: readonly string[]): string {
    let name = names.find((name) => !this.#taken.has(name));
    for (let n = 2; name === undefined; n++) {
      const numbered = `${names.at(-1)}${n}`;
      if (!this.#taken.has(numbered)) name = numbered;
    }
    this.#taken.add(name);
    return name;
  }
}

/** A key of an object type, quoted if it has to be. */
export function keyOf(name: string): string {
  return isIdentifier(name) ? name : JSON.stringify(name);
}

/** A key of an object, where `__proto__` would set its prototype. */
export function ownKeyOf(name: string): string {
  return name === "__proto__" ? '["__proto__"]' : keyOf(name);
}

/** A member of something. */
export function memberOf(object: string, name: string): string {
  return isIdentifier(name)
    ? `${object}.${name}`
    : `${object}[${JSON.stringify(name)}]`;
}

function isIdentifier(name: string): boolean {
  return /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name);
}

/** Whether two names are one but for case and punctuation: `shipId` and `ship_id`. */
export function isSameName(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

/** `/users/{user-id}` as path templates of endpoints have it. */
export function template(path: string): string {
  return path.split(/(\{[^}]+\})/).map((part, index, parts) => {
    if (index % 2 === 0) return part.replace(/[(){}[\]+?!:*\\]/g, "\\$&");
    const name = part.slice(1, -1);
    const isAlone = !/^[\p{L}\p{N}_$]/u.test(parts[index + 1]!);
    return isIdentifier(name) && isAlone
      ? `:${name}`
      : `:${JSON.stringify(name)}`;
  }).join("");
}

/** Names of the parameters of a path, in its order. */
export function parametersOf(path: string): string[] {
  return [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name!);
}
