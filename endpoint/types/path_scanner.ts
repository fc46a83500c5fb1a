import type { MarkName, NameUntilEnd } from "./path_args.ts";

/**
 * Keys of any template, character by character: what quoted names need.
 *
 * @internal
 */
export type ScannedPathKeys<Path extends string> = ScanKeys<Path, [], never>;

/**
 * The shortened form of any template, character by character: for escapes,
 * quotes and groups.
 *
 * @internal
 */
export type ScannedShortPath<Path extends string> = ScanShort<
  Path,
  "",
  [],
  Path
>;

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

/** `Text` is what was passed, `Open` what preceded each open group, `Short` the answer so far. */
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
  ? Char extends '"' ? [KeepAmbiguousQuoted<Name>, `${Taken}"`]
  : Char extends "\\"
    ? Rest extends `${infer Escaped}${infer After}`
      ? QuotedName<After, `${Name}${Escaped}`, `${Taken}\\${Escaped}`>
    : [Name, Taken]
  : QuotedName<Rest, `${Name}${Char}`, `${Taken}${Char}`>
  : [Name, Taken];

type KeepAmbiguousQuoted<Name extends string> = Name extends
  `${string}?` | `*${string}` | `"${string}` ? `"${Name}"` : Name;
