import { assertEquals } from "@std/assert";
import configuration from "../deno.json" with { type: "json" };
import { documentationDefects } from "./support/documentation.ts";

const root = new URL("../", import.meta.url);

Deno.test("everything that an entry point exports is described and shown", async () => {
  const entries = Object.values(configuration.exports);
  const defects = await documentationDefects(entries, root.pathname);
  assertEquals(defects.map((defect) => defect.replaceAll(root.href, "")), []);
});

Deno.test("deno task doc:lint covers every entry point", () => {
  const paths = Object.values(configuration.exports);
  assertEquals(
    configuration.tasks["doc:lint"],
    `deno doc --lint ${paths.map((path) => path.slice(2)).join(" ")}`,
  );
});

Deno.test("a symbol without description, example or parameter is named with its place", async () => {
  assertEquals(
    await defectsIn(`
export function moor(ship: string): string { return ship; }
`),
    [
      "mod.ts: no module documentation",
      "mod.ts:2 moor: no @param ship",
      "mod.ts:2 moor: no description",
      "mod.ts:2 moor: no example",
    ],
  );
});

Deno.test("members are described each, but for those that override or are private", async () => {
  assertEquals(
    await defectsIn(`${documented}
/** A base. ${example} */
export class Base {
  /** Where. */
  place = 1;
  pier = 2;
  private secret = 3;
  constructor(pier: number) { this.pier = pier; }
  moor(): void {}
}
/** A derived one. ${example} */
export class Derived extends Base {
  override moor(): void {}
}
/** Its options. {@linkcode Base} */
export interface Options { deep: boolean }
`),
    [
      "mod.ts:16 Base.pier: no description",
      "mod.ts:18 Base.constructor: no description",
      "mod.ts:19 Base.moor: no description",
      "mod.ts:31 Options.deep: no description",
    ],
  );
});

Deno.test("a type is shown by an example of its own, or by that of what it links to", async () => {
  assertEquals(
    await defectsIn(`${documented}
/** Shown. ${example} */
export interface Berth {}
/** Part of a {@linkcode Berth}. */
export type Depth = number;
/** Part of {@linkcode Depth}, which has no example. */
export type Metre = number;
/** A value needs one of its own, whatever it links to: {@linkcode Berth}. */
export const berth = 1;
`),
    [
      "mod.ts:17 Metre: no example, and no {@linkcode} to a symbol with one",
      "mod.ts:19 berth: no example",
    ],
  );
});

Deno.test("a link to what is not exported is named", async () => {
  assertEquals(
    await defectsIn(`${documented}
/** Beside a {@linkcode Pier}. ${example} */
export interface Berth {
  /** Not as that of a {@link Quay.depth}. */
  depth: number;
}
class Pier {}
`),
    [
      "mod.ts:13 Berth: links to Pier, which is private",
      "mod.ts:13 Berth: links to Quay, which is private",
    ],
  );
});

const example = `
 * @example
 * \`\`\`ts
 * 1;
 * \`\`\`
`;
const documented = `/** A module. ${example} * @module */`;

async function defectsIn(source: string): Promise<string[]> {
  const directory = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${directory}/mod.ts`, source);
    const defects = await documentationDefects(["mod.ts"], directory);
    const folder = `${(await Deno.realPath(directory))}/`;
    return defects.map((defect) => defect.replaceAll(`file://${folder}`, ""));
  } finally {
    await Deno.remove(directory, { recursive: true });
  }
}
