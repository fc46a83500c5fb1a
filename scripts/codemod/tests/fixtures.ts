import { assert, assertEquals } from "@std/assert";
import { rewrite } from "../rewrite.ts";
import { parseSource } from "../syntax.ts";
import type { Transform } from "../transform.ts";
import { transforms } from "../transforms.ts";

/** A text, and what a transform makes of it. */
export interface Fixture {
  readonly transform: Transform;
  readonly before: string;
  /** What comes out; left out if nothing changes. */
  readonly after?: string;
  /** Manual steps: `3: text`, with lines of what comes out. None by default. */
  readonly reports?: readonly string[];
  /** Decides the language; `input.tsx` by default. */
  readonly path?: string;
}

/**
 * Tests a fixture, and with it what holds for every one: exactly the expected
 * text comes out, a second run changes nothing, neither does a second run of
 * all transforms, line breaks and comments between statements are kept, the
 * result can be parsed, and the same file with another package's imports is
 * returned as it is.
 */
export function fixtureTest(name: string, fixture: Fixture): void {
  Deno.test(name, () => checkFixture(fixture));
}

function checkFixture(
  { transform, before, after = before, reports = [], path = "input.tsx" }:
    Fixture,
): void {
  const result = rewrite(path, before, [transform]);
  assertEquals(result.failed, undefined);
  assertEquals(result.text, after);
  assertEquals(
    result.manual.map(({ line, text }) => `${line}: ${text}`),
    reports,
  );
  assertEquals(result.applied, after === before ? [] : [transform.name]);
  parseSource(path, result.text);

  const again = rewrite(path, result.text, [transform]);
  assertEquals(again.text, result.text, "a second run changes nothing");

  const all = rewrite(path, before, transforms);
  assertEquals(all.failed, undefined);
  assertEquals(
    rewrite(path, all.text, transforms).text,
    all.text,
    "a second run of all transforms changes nothing",
  );

  assertEquals(
    rewrite(path, withCarriageReturns(before), [transform]).text,
    withCarriageReturns(after),
    "other line breaks are kept",
  );

  const commented = withComments(path, before);
  assertEquals(
    rewrite(path, commented, [transform]).text.replaceAll(comment, ""),
    after,
    "comments between statements change nothing",
  );
  assertEquals(
    rewrite(path, commented, [transform]).text.match(comment)?.length,
    commented.match(comment)?.length,
    "and are kept",
  );

  const foreign = fromOtherPackage(before);
  const left = rewrite(path, foreign, transforms);
  assertEquals(left.text, foreign, "another package's file is left alone");
  assert(left.manual.length === 0, "and nothing is reported about it");
}

const comment = /^\/\* kept \d+ \*\/\n/gm;

/** The text with a comment before every statement that starts a line. */
function withComments(path: string, text: string): string {
  let result = "";
  let position = 0;
  parseSource(path, text).program.body.forEach(({ start }, index) => {
    if (start! > 0 && text[start! - 1] !== "\n") return;
    result += `${text.slice(position, start!)}/* kept ${index} */\n`;
    position = start!;
  });
  return result + text.slice(position);
}

function withCarriageReturns(text: string): string {
  return text.replaceAll("\n", "\r\n");
}

function fromOtherPackage(text: string): string {
  return text.replaceAll(/@(data-client|rest-hooks)\//g, "@other/")
    .replaceAll(/rest-hooks|@tessera\/client/g, "other");
}
