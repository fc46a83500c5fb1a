/**
 * The object of path parameters a template takes; `unknown` when it takes none, `any` for `any`.
 *
 * Parameters inside `{}` are optional, wildcards are arrays of segments.
 *
 * @example
 * ```ts
 * import type { PathArgs } from "@tessera/client";
 *
 * const args: PathArgs<"/fleets/:fleet/vessels{/:id}"> = { fleet: 1 };
 * ```
 */
export type PathArgs<Path extends string> = unknown extends Path
  // deno-lint-ignore no-explicit-any -- nothing is known of the path
  ? any
  : string extends Path ? WidePathArgs
  : KeysToArgs<PathKeys<Path>>;

/**
 * The parameters of a template that is only known to be a `string`.
 *
 * @internal
 */
// deno-lint-ignore no-explicit-any -- nothing is known of the names
export type WidePathArgs = { [name: string]: any };

/**
 * The object type for parameter keys as {@linkcode PathKeys} writes them.
 *
 * @example
 * ```ts
 * import type { KeysToArgs } from "@tessera/client";
 *
 * const args: KeysToArgs<"fleet" | "id?"> = { fleet: "north" };
 * ```
 */
export type KeysToArgs<Key extends string> = [Key] extends [never] ? unknown
  : [Key & MarkedKey] extends [never] ? { [K in Key]: string | number }
  : MarkedKeysToArgs<Key>;

/**
 * The parameters of a template: `id` required, `id?` optional, `*trail` a wildcard, `*trail?` an
 * optional wildcard. A quoted name that could be mistaken for one of these
 * retains its quotes.
 *
 * @example
 * ```ts
 * import type { PathKeys } from "@tessera/client";
 *
 * const keys: PathKeys<"/fleets/:fleet/vessels{/:id}">[] = ["fleet", "id?"];
 * ```
 */
export type PathKeys<Path extends string> = [Path] extends [Marked]
  ? ScanKeys<Path, [], never>
  : [Path] extends [WithWildcard]
    ? NamesAfter<Path, ":", ""> | NamesAfter<Path, "*", "*">
  : Names<Path>;

/**
 * The template cut at its last `:parameter` or `*wildcard`, as `resource()` does for lists, which
 * end in a slash only if the template does.
 *
 * @example
 * ```ts
 * import type { ShortenPath } from "@tessera/client";
 *
 * const path: ShortenPath<"/fleets/:fleet/vessels/:id"> = "/fleets/:fleet/vessels/";
 * ```
 */
export type ShortenPath<Path extends string> = string extends Path ? string
  : [Path] extends [Marked] ? ScanShort<Path, "", [], Path>
  : CutLast<Path>;

/**
 * Characters that end a parameter name. TypeScript cannot test for Unicode classes, so beyond
 * ASCII these are the punctuation marks and spaces likely to be met.
 */
export type NameEnd = Characters<
  | "/.-~%&=?+:*(){}[]!;,@#'\"`<>|^\\ \t\n"
  | "\u00a0¡¢£¤¥¦§¨©«¬®¯°±´¶¸»¿×÷‐‑–—‘’“”•…→€"
>;

type Characters<Text extends string> = Text extends `${infer Char}${infer Rest}`
  ? Char | Characters<Rest>
  : never;

type HasNameEnd = `${string}${NameEnd}${string}`;

/**
 * Keys that are not plainly a required parameter.
 *
 * @internal
 */
type MarkedKey = `${string}?` | `*${string}` | `"${string}`;

/**
 * {@linkcode KeysToArgs} where some key is optional, a wildcard or quoted.
 *
 * @internal
 */
type MarkedKeysToArgs<Key extends string> = [Key & `${string}?`] extends [never]
  ? { [K in Key as ArgName<K>]: ArgValue<K> }
  : [Exclude<Key, `${string}?`>] extends [never] ? OptionalArgs<Key>
  :
    & { [K in Exclude<Key, `${string}?`> as ArgName<K>]: ArgValue<K> }
    & OptionalArgs<Key & `${string}?`>;

type OptionalArgs<Key extends string> = {
  [K in Key as K extends `${infer Rest}?` ? ArgName<Rest> : never]?:
    | ArgValue<K>
    | undefined;
};

type ArgName<Key extends string> = Key extends `*${infer Name}` ? Unquote<Name>
  : Unquote<Key>;

type Unquote<Name extends string> = Name extends `"${infer Inner}"` ? Inner
  : Name;

type ArgValue<Key extends string> = Key extends `*${string}`
  ? readonly (string | number)[]
  : string | number;

/**
 * Templates with escapes, groups or quotes, which are gone through character by character.
 *
 * @internal
 */
type Marked = `${string}${"\\" | "{" | '"'}${string}`;

/**
 * Templates with a wildcard, which few have.
 *
 * @internal
 */
type WithWildcard = `${string}*${string}`;

/**
 * Keys of a template without wildcards, in fewer steps than {@linkcode NamesAfter}
 * takes.
 *
 * @internal
 */
type Names<Text extends string> = Text extends `${string}:${infer Rest}` ?
    | (Rest extends `${infer Segment}/${string}` ? PlainName<Segment>
      : PlainName<Rest>)
    | Names<Rest>
  : never;

type PlainName<Segment extends string> = [Segment] extends [HasNameEnd | ""]
  ? MarkName<NameUntilEnd<Segment, "">, "", "">
  : Segment;

/**
 * Keys of a template without escapes, groups and quotes.
 *
 * @internal
 */
type NamesAfter<
  Text extends string,
  Mark extends string,
  Star extends "" | "*",
> = Text extends `${string}${Mark}${infer Rest}`
  ? MarkName<NameAt<Rest>, Star, ""> | NamesAfter<Rest, Mark, Star>
  : never;

/** A key; without a name after `:` or `*` the template is wrong, which the run time reports. */
export type MarkName<
  Name extends string,
  Star extends "" | "*",
  Marked extends "" | "?",
> = Name extends "" ? never : `${Star}${Name}${Marked}`;

type NameAt<Text extends string> = Text extends `${infer Segment}/${string}`
  ? NameInSegment<Segment>
  : NameInSegment<Text>;

/** In a tuple, where TypeScript does not instantiate each way to end a name. */
type NameInSegment<Segment extends string> = [Segment] extends [HasNameEnd]
  ? NameUntilEnd<Segment, "">
  : Segment;

/** The longest parameter name at the start of a text. */
export type NameUntilEnd<Text extends string, Name extends string> =
  Text extends `${infer Char}${infer Rest}`
    ? Char extends NameEnd ? Name : NameUntilEnd<Rest, `${Name}${Char}`>
    : Name;

/**
 * What precedes the last `:` or `*`.
 *
 * @internal
 */
type CutLast<Path extends string> = Path extends
  `${infer Before}:${infer After}`
  ? After extends `${string}${":" | "*"}${string}`
    ? `${Before}:${CutLast<After>}`
  : Before
  : Path extends `${infer Before}*${infer After}`
    ? After extends `${string}*${string}` ? `${Before}*${CutLast<After>}`
    : Before
  : Path;

/**
 * Keys of any template, character by character.
 *
 * @internal
 */
type ScanKeys<Path extends string, Depth extends 1[], Keys extends string> =
  Path extends `${infer Char}${infer Rest}` ? Char extends "\\" ? ScanKeys<
        Rest extends `${infer _}${infer After}` ? After : "",
        Depth,
        Keys
      >
    : Char extends "{" ? ScanKeys<Rest, [...Depth, 1], Keys>
    : Char extends "}" ? ScanKeys<
        Rest,
        Depth extends [1, ...infer Outer extends 1[]] ? Outer : [],
        Keys
      >
    : Char extends ":" | "*"
      ? NameToken<Rest> extends
        [infer Name extends string, infer Text extends string] ? ScanKeys<
          Rest extends `${Text}${infer After}` ? After : "",
          Depth,
          | Keys
          | MarkName<
            Name,
            Char extends "*" ? "*" : "",
            Depth extends [] ? "" : "?"
          >
        >
      : never
    : ScanKeys<Rest, Depth, Keys>
    : Keys;

/**
 * The shortened form of any template, character by character: `Text` is what was
 * passed, `Open` what preceded each open group, `Short` what is written so far.
 *
 * @internal
 */
type ScanShort<
  Path extends string,
  Text extends string,
  Open extends string[],
  Short extends string,
> = Path extends `${infer Char}${infer Rest}`
  ? Char extends "\\"
    ? Rest extends `${infer Escaped}${infer After}`
      ? ScanShort<After, `${Text}\\${Escaped}`, Open, Short>
    : Short
  : Char extends "{" ? ScanShort<Rest, `${Text}{`, [Text, ...Open], Short>
  : Char extends "}" ? ScanShort<
      Rest,
      `${Text}}`,
      Open extends [string, ...infer Outer extends string[]] ? Outer : [],
      Short
    >
  : Char extends ":" | "*"
    ? NameToken<Rest> extends [string, infer Name extends string] ? ScanShort<
        Rest extends `${Name}${infer After}` ? After : "",
        `${Text}${Char}${Name}`,
        Open,
        CutHere<Text, Open>
      >
    : never
  : ScanShort<Rest, `${Text}${Char}`, Open, Short>
  : Short;

/** A parameter in a group takes its group with it; groups around that one are closed. */
type CutHere<Text extends string, Open extends string[]> = Open extends
  [infer Before extends string, ...infer Outer extends string[]]
  ? `${Before}${Closers<Outer>}`
  : Text;

type Closers<Open extends string[]> = Open extends
  [string, ...infer Rest extends string[]] ? `}${Closers<Rest>}` : "";

/** The key form of the name at the start of a text, and the text it took. */
type NameToken<Text extends string> = Text extends `"${infer Inner}`
  ? QuotedName<Inner, "", '"'>
  : NameUntilEnd<Text, ""> extends infer Name extends string ? [Name, Name]
  : never;

type QuotedName<
  Text extends string,
  Name extends string,
  Taken extends string,
> = Text extends `${infer Char}${infer Rest}`
  ? Char extends '"' ? [AmbiguousQuoted<Name>, `${Taken}"`]
  : Char extends "\\"
    ? Rest extends `${infer Escaped}${infer After}`
      ? QuotedName<After, `${Name}${Escaped}`, `${Taken}\\${Escaped}`>
    : [Name, Taken]
  : QuotedName<Rest, `${Name}${Char}`, `${Taken}${Char}`>
  : [Name, Taken];

type AmbiguousQuoted<Name extends string> = Name extends
  `${string}?` | `*${string}` | `"${string}` ? `"${Name}"` : Name;
