import { parseExpression } from "@babel/parser";
import type * as t from "@babel/types";
import { Edits } from "./edits.ts";
import { removeListedItems } from "./listed_items.ts";
import { current, libraryPath, ourPackage, ourRange } from "./packages.ts";
import type { Report } from "./source_file.ts";
import { type Node, rangeOf } from "./syntax.ts";
import { isWithoutCounterpart } from "./without_counterpart.ts";

/** A package that a package.json or deno.json asks for. */
export interface Dependency {
  /** `@data-client/rest`. */
  readonly name: string;
  /** Its versions, or where Deno gets it: `^0.14`, `npm:@data-client/rest@^0.14`. */
  readonly range: string;
  /** `dependencies`, `imports`. */
  readonly section: string;
  /** The name and the range. */
  readonly node: t.ObjectProperty;
}

const sections = [
  "dependencies",
  "devDependencies",
  "optionalDependencies",
  "peerDependencies",
  "imports",
];

/** A package.json or deno.json. */
export class Manifest {
  readonly path: string;
  readonly text: string;
  readonly dependencies: readonly Dependency[];
  /** Those that our package replaces. */
  readonly old: readonly Dependency[];
  readonly #root: Node;

  /**
   * @param path path of the file
   * @param text its content
   * @throws {SyntaxError} if it cannot be parsed
   */
  constructor(path: string, text: string) {
    this.path = path;
    this.text = text;
    this.#root = parseExpression(text, { ranges: true });
    this.dependencies = membersOf(this.#root).flatMap(({ key, value }) =>
      membersOf(value).map((node) => ({
        name: textOf(node.key),
        range: textOf(node.value),
        section: textOf(key),
        node,
      }))
    ).filter(({ section }) => sections.includes(section));
    this.old = this.dependencies.filter(({ name }) => isOld(name));
  }

  /** The oldest release that its application may be of: 14 for `^0.14.2`, 0 for any. */
  get release(): number {
    const releases = this.old.flatMap(({ name, range }) => {
      if (name.includes("rest-hooks")) return 0;
      if (!/\/(react|rest|core|endpoint|normalizr)$/.test(name)) return [];
      const versions = [...range.matchAll(/(?<![.\d])(\d+)\.(\d+)/g)];
      return versions.length === 0
        ? 0
        : versions.map(([, major, minor]) =>
          major === "0" ? Number(minor) : current
        );
    });
    return releases.length === 0 ? 0 : Math.min(...releases);
  }

  /**
   * Puts our package in place of those it replaces.
   *
   * @param kept why a package has to stay, by its name
   * @returns the changes, and what is left to do, by offsets of the old text
   */
  move(
    kept: ReadonlyMap<string, string>,
  ): { readonly edits: Edits; readonly reports: Report[] } {
    const edits = new Edits();
    const reports: Report[] = this.old.flatMap(({ name, node }) =>
      kept.has(name)
        ? { offset: node.start!, text: `${name} stays: ${kept.get(name)}` }
        : []
    );
    const given = new Set<string>();
    for (const section of sections) {
      const all = this.dependencies.filter((each) => each.section === section);
      const first = all.find((each) => this.old.includes(each));
      if (!first) continue;
      // what is installed for the program serves its tests, too
      const group = /^(dev|opt)/.test(section) ? "dependencies" : section;
      const isGiven = given.has(group) ||
        all.some(({ name }) => name === ourPackage);
      given.add(group);
      const isGone = (each: Dependency) =>
        this.old.includes(each) && !kept.has(each.name);
      const replaced = isGiven ? undefined : all.find(isGone);
      if (replaced) edits.replace(rangeOf(replaced.node), this.#ours(first));
      else if (!isGiven) this.#insertOurs(edits, first);
      if (!isGiven && section !== "imports") {
        const text =
          `install ${ourPackage}, with npm install or what you use for that`;
        reports.push({ offset: (replaced ?? first).node.start!, text });
      }
      const isRemoved = (each: Dependency) => each !== replaced && isGone(each);
      if (all.every(isRemoved)) {
        const before = this.text.slice(0, all[0]!.node.start!).trimEnd();
        const after = this.text.slice(all.at(-1)!.node.end!).trimStart();
        const end = this.text.length - after.length;
        edits.remove({ start: before.length, end });
      } else {
        const gone = all.filter(isRemoved).map(({ node }) => node);
        const items = all.map(({ node }) => node);
        removeListedItems(
          this.text,
          edits,
          items,
          (each) => gone.includes(each),
        );
      }
    }
    this.#reportOthers(this.#root, reports);
    return { edits, reports };
  }

  /** Our package, written as another one is. */
  #ours({ node: { key, value }, range, section }: Dependency): string {
    const between = this.text.slice(key.end!, value.start!);
    const source = /^npm:/.exec(range) ?? "jsr:";
    return `"${ourPackage}"${between}"${
      section === "imports" ? `${source}${ourPackage}@` : ""
    }${ourRange}"`;
  }

  #insertOurs(edits: Edits, before: Dependency): void {
    const start = before.node.start!;
    const [space] = /\s*$/.exec(this.text.slice(0, start))!;
    edits.insert(start, `${this.#ours(before)},${space || " "}`);
  }

  /** Overrides, other names for a package, patterns for its folder, and the like. */
  #reportOthers(node: Node, reports: Report[]): void {
    const report = (at: Node, name: string) => {
      const text = `name ${ourPackage} in place of ${name}`;
      reports.push({ offset: at.start!, text });
    };
    const text = textOf(node);
    if (/@(?:data-client|rest-hooks)(?![\w-])/.test(text)) report(node, text);
    if (node.type === "ArrayExpression") {
      for (const item of node.elements) this.#reportOthers(item!, reports);
    }
    for (const member of membersOf(node)) {
      const name = [textOf(member.key), textOf(member.value)].find(isOld);
      if (this.old.some((each) => each.node === member)) continue;
      if (name === undefined) this.#reportOthers(member.value, reports);
      else report(member, name);
    }
  }
}

/** Whether a name, or an address that Deno loads, is that of a package that ours replaces. */
function isOld(name: string): boolean {
  const path = libraryPath(name);
  return path !== undefined && path.packageName !== ourPackage &&
    !isWithoutCounterpart(path);
}

function membersOf(node: Node): t.ObjectProperty[] {
  return node.type === "ObjectExpression"
    ? node.properties.filter((each) => each.type === "ObjectProperty")
    : [];
}

function textOf(node: Node): string {
  return node.type === "StringLiteral" ? node.value : "";
}
