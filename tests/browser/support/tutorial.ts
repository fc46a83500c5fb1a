import { dirname } from "node:path";

/** A step of the tutorial: the files of the application as they are after it. */
export interface TutorialStep {
  /** Its heading, with the number. */
  readonly title: string;
  /** Texts by path. */
  readonly files: ReadonlyMap<string, string>;
}

const root = new URL("../../../", import.meta.url);
const application = new URL("examples/tracker/app/", root);

/** The text of the tutorial. */
export function readTutorial(): string {
  return Deno.readTextFileSync(new URL("docs/tutorial.md", root));
}

/** Files of the finished application, by their path. */
export function finishedFiles(): Map<string, string> {
  return new Map(
    [...pathsBelow("")].map((path) => [
      path,
      Deno.readTextFileSync(new URL(path, application)),
    ]),
  );
}

function* pathsBelow(folder: string): Generator<string> {
  for (const entry of Deno.readDirSync(new URL(folder, application))) {
    const path = folder + entry.name;
    if (entry.isDirectory) yield* pathsBelow(`${path}/`);
    else yield path;
  }
}

/** The steps that tell the reader to write or change a file. */
export function tutorialSteps(text: string): TutorialStep[] {
  let files: ReadonlyMap<string, string> = new Map();
  return text.split(/^## (?=\d)/m).slice(1).flatMap((section) => {
    const [title = ""] = section.split("\n");
    const next = new Map(files);
    for (const [, path = "", language, code = ""] of section.matchAll(block)) {
      next.set(
        path,
        language === "diff" ? changed(path, next.get(path), code) : code,
      );
    }
    const isWritten = next.size > files.size ||
      [...next].some(([path, code]) => files.get(path) !== code);
    files = next;
    return isWritten ? [{ title, files }] : [];
  });
}

/** A path, and below it what stands in the file or how that changes. */
const block = /^(?:In )?`([\w./]+)`:\n\n```(\w+)[^\n]*\n([^]*?)^```$/gm;

/** Applies the changes of a block, each of which must have one place. */
function changed(path: string, text: string | undefined, diff: string): string {
  if (text === undefined) throw new Error(`${path} is not written yet.`);
  return diff.split(/^@@\n/m).reduce((text, hunk) => {
    const lines = hunk.split("\n").slice(0, -1);
    const without = (sign: string) =>
      lines.filter((line) => !line.startsWith(sign))
        .map((line) => `${line.slice(1)}\n`).join("");
    const parts = text.split(without("+"));
    if (parts.length !== 2) {
      throw new Error(`${path} has ${parts.length - 1} places for\n${hunk}`);
    }
    return parts.join(without("-"));
  }, text);
}

/** Files of the finished application that no step writes: the reader copies them. */
export function givenFiles(
  steps: readonly TutorialStep[],
): Map<string, string> {
  const written = steps.at(-1)!.files;
  return new Map([...finishedFiles()].filter(([path]) => !written.has(path)));
}

/**
 * Writes the application of each step into a folder of its number, with what
 * the tutorial tells to copy before the step or in it.
 *
 * @returns Paths of the modules that a compiler compiles, whether something imports them or not.
 */
export function writeSteps(folder: string): string[] {
  const text = readTutorial();
  const steps = tutorialSteps(text);
  const given = [...givenFiles(steps)];
  return steps.flatMap(({ title, files }, index) => {
    const [, after = ""] = text.split(`## ${title}\n`);
    const later = after.slice(after.search(/^## /m));
    const copied = given.filter(([path]) => !later.includes(`\n| \`${path}\``));
    return [...copied, ...files].flatMap(([name, code]) => {
      const path = `${folder}/${index + 1}/${name}`;
      Deno.mkdirSync(dirname(path), { recursive: true });
      Deno.writeTextFileSync(path, code);
      return /\.tsx?$/.test(name) ? [path] : [];
    });
  });
}
