/**
 * What is missing in the documentation of modules, by the rules that
 * CONTRIBUTING.md states: entry points, symbols, members, parameters, examples,
 * and sentences that can be read.
 *
 * @module
 */
import { descriptionDefects } from "./prose.ts";

/**
 * Names every defect of the documentation of entry points, as
 * `file:line symbol: what is missing`.
 *
 * @param entries Paths or URLs of the entry points.
 * @param directory Where `deno doc` runs.
 */
export async function documentationDefects(
  entries: readonly string[],
  directory: string,
): Promise<string[]> {
  const { nodes } = await readDocumentation(entries, directory);
  const defects: string[] = [];
  const symbols = new Map<string, ExportedSymbol>();
  const names = new Set<string>();
  for (const [file, { module_doc, symbols: exported }] of nodes) {
    if (!module_doc?.doc) defects.push(`${file}: no module documentation`);
    else if (!hasExample(module_doc)) {
      defects.push(`${file}: no example in the module documentation`);
    }
    defects.push(
      ...descriptionDefects(module_doc?.doc ?? "").map((defect) =>
        `${file}: ${defect}`
      ),
    );
    for (const symbol of exported) {
      names.add(symbol.name);
      collect(symbol, symbols);
    }
  }
  const shown = new Set(
    [...symbols.values()].filter(isShown).map(({ name }) => name),
  );
  for (const symbol of symbols.values()) {
    defects.push(
      ...defectsOf(symbol, shown),
      ...deadLinks(symbol, names),
      ...riddles(symbol),
    );
  }
  return defects.sort();
}

/** A link to a symbol, or to a member of one. */
const link = /\{@link(?:code)?\s+(\w+)[^}]*\}/g;

/** Documentation as `deno doc --json` tells it, as far as it matters here. */
interface Documentation {
  readonly nodes: readonly (readonly [file: string, ModuleNode])[];
}

interface ModuleNode {
  readonly module_doc?: JSDoc;
  readonly symbols: readonly SymbolNode[];
}

interface SymbolNode {
  readonly name: string;
  readonly declarations: readonly Declaration[];
}

interface Declaration extends Documented {
  readonly kind: string;
  readonly def: {
    readonly params?: readonly Parameter[];
    readonly hasBody?: boolean;
    readonly constructors?: readonly Member[];
    readonly properties?: readonly Member[];
    readonly methods?: readonly Member[];
    readonly callSignatures?: readonly Member[];
    readonly indexSignatures?: readonly Member[];
    readonly members?: readonly Member[];
  };
}

interface Member extends Documented {
  readonly name?: string;
  readonly accessibility?: string;
  readonly isOverride?: boolean;
  readonly hasBody?: boolean;
  readonly params?: readonly Parameter[];
}

interface Documented {
  readonly location: { readonly filename: string; readonly line: number };
  readonly jsDoc?: JSDoc;
}

interface Parameter {
  readonly kind: string;
  readonly name?: string;
  readonly left?: Parameter;
}

interface JSDoc {
  readonly doc?: string;
  readonly tags?: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly doc?: string;
  }[];
}

/** All declarations of one name in one file: overloads, a value and its type. */
interface ExportedSymbol {
  readonly name: string;
  readonly place: string;
  readonly declarations: Declaration[];
}

async function readDocumentation(
  entries: readonly string[],
  directory: string,
): Promise<Documentation> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...entries],
    cwd: directory,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  return { nodes: Object.entries(nodes) as [string, ModuleNode][] };
}

/** A symbol exported by several entries is one; new names for one are none. */
function collect(
  { name, declarations }: SymbolNode,
  symbols: Map<string, ExportedSymbol>,
): void {
  for (const declaration of declarations) {
    if (declaration.kind === "reference") continue;
    const key = `${declaration.location.filename}#${name}`;
    let symbol = symbols.get(key);
    if (symbol === undefined) {
      symbol = { name, place: placeOf(declaration), declarations: [] };
      symbols.set(key, symbol);
    }
    const known = symbol.declarations.some(({ location }) =>
      location.line === declaration.location.line
    );
    if (!known) symbol.declarations.push(declaration);
  }
}

/** Lines are counted from 0 there. */
function placeOf({ location: { filename, line } }: Documented): string {
  return `${filename}:${line + 1}`;
}

function defectsOf(
  symbol: ExportedSymbol,
  shown: ReadonlySet<string>,
): readonly string[] {
  const { name, place, declarations } = symbol;
  const defects: string[] = [];
  if (!declarations.some(({ jsDoc }) => jsDoc?.doc)) {
    defects.push(`${place} ${name}: no description`);
  }
  if (!isShown(symbol) && !(isType(symbol) && refersTo(symbol, shown))) {
    defects.push(
      isType(symbol)
        ? `${place} ${name}: no example, and no {@linkcode} to a symbol with one`
        : `${place} ${name}: no example`,
    );
  }
  for (const declaration of declarations) {
    defects.push(...memberDefects(name, declaration));
  }
  const parameters = undocumentedParameters(declarations);
  if (parameters.length > 0) {
    defects.push(`${place} ${name}: no @param ${parameters.join(", ")}`);
  }
  return defects;
}

function isShown({ declarations }: ExportedSymbol): boolean {
  return declarations.some(({ jsDoc }) => hasExample(jsDoc));
}

function hasExample(jsDoc: JSDoc | undefined): boolean {
  return jsDoc?.tags?.some(({ kind }) => kind === "example") ?? false;
}

function isType({ declarations }: ExportedSymbol): boolean {
  return declarations.every(({ kind }) =>
    kind === "interface" || kind === "typeAlias"
  );
}

/** A type may be shown by the example of what it is an option, a part or a result of. */
function refersTo(
  { declarations }: ExportedSymbol,
  shown: ReadonlySet<string>,
): boolean {
  const links = declarations.flatMap(({ jsDoc }) => [
    ...(jsDoc?.doc ?? "").matchAll(link),
  ]);
  return links.some(([, target]) => shown.has(target!));
}

/** Links to what no entry point exports lead nowhere. */
function deadLinks(
  { name, place, declarations }: ExportedSymbol,
  names: ReadonlySet<string>,
): string[] {
  const targets = declarations.flatMap((
    declaration,
  ) => [declaration, ...membersOf(declaration)]).flatMap(textsOf).flatMap((
    text,
  ) => [...text.matchAll(link)].map(([, target]) => target!));
  return [...new Set(targets)].filter((target) => !names.has(target))
    .map((target) => `${place} ${name}: links to ${target}, which is private`);
}

/** The description of a declaration, and those of its tags without examples. */
function textsOf({ jsDoc }: Documented): string[] {
  const tags = jsDoc?.tags?.filter(({ kind }) => kind !== "example") ?? [];
  return [jsDoc, ...tags].flatMap((part) => part?.doc ?? []);
}

/** Sentences that a reader has to solve before they say something. */
function riddles({ name, declarations }: ExportedSymbol): string[] {
  return declarations.flatMap((
    declaration,
  ) => [declaration, ...membersOf(declaration)]).flatMap((documented) =>
    textsOf(documented).flatMap(descriptionDefects)
      .map((defect) => `${placeOf(documented)} ${name}: ${defect}`)
  );
}

/** What subclasses override is described by the class they extend. */
function memberDefects(name: string, declaration: Declaration): string[] {
  const { def } = declaration;
  const accessors = new Set(
    def.methods?.filter(({ jsDoc }) => jsDoc?.doc).map(({ name }) => name),
  );
  const described = (member: Member) =>
    member.jsDoc?.doc || member.isOverride || accessors.has(member.name) ||
    member.jsDoc?.tags?.some(({ kind }) =>
      kind === "ignore" || kind === "internal"
    );
  return membersOf(declaration).filter((member) => !described(member))
    .map((member) =>
      `${placeOf(member)} ${name}.${member.name ?? "new"}: no description`
    );
}

function membersOf({ def }: Declaration): readonly Member[] {
  return [
    ...def.properties ?? [],
    ...def.methods ?? [],
    ...def.callSignatures ?? [],
    ...def.indexSignatures ?? [],
    ...def.members ?? [],
    ...(def.constructors ?? []).filter(({ params }) => params!.length > 0),
  ].filter(({ accessibility }) => accessibility !== "private");
}

/**
 * Parameters of functions that no `@param` names, in any overload. Those that
 * are taken apart where they are declared have a name in the tag only.
 */
function undocumentedParameters(
  declarations: readonly Declaration[],
): readonly string[] {
  const functions = declarations.filter(({ kind }) => kind === "function");
  const tags = functions.flatMap(({ jsDoc }) => jsDoc?.tags ?? []);
  const documented = new Set(
    tags.filter(({ kind }) => kind === "param").map(({ name }) => name),
  );
  const names = functions.flatMap(({ def }) => def.params ?? []).map(nameOf);
  return [...new Set(names)].filter((name) =>
    name !== undefined && !documented.has(name)
  ) as string[];
}

function nameOf(parameter: Parameter): string | undefined {
  if (parameter.left !== undefined) return nameOf(parameter.left);
  if (parameter.kind === "rest") {
    return nameOf((parameter as { arg?: Parameter }).arg!);
  }
  return parameter.name;
}
