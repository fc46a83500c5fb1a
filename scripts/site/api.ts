/**
 * Pages for everything that an entry point exports, made of its documentation
 * comment as `deno doc` reads it, and of its declaration as TypeScript would
 * publish it.
 *
 * @module
 */
import ts from "typescript-6";
import configuration from "../../deno.json" with { type: "json" };
import type { Page } from "./pages.ts";

/** An entry point, and the pages of what it exports. */
export interface Entry {
  /** As it is imported. */
  readonly specifier: string;
  /** `/api/react/` */
  readonly link: string;
  /** Names with their own page here, sorted. */
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** All pages of the interface, and a menu of them. */
export interface Api {
  readonly pages: readonly Page[];
  readonly entries: readonly Entry[];
}

/** As `deno doc --json` tells it, as far as it matters here. */
interface Declaration {
  readonly kind: string;
  readonly location: { readonly filename: string; readonly line: number };
  readonly jsDoc?: JSDoc;
  readonly def: {
    readonly target?: { readonly filename: string; readonly line: number };
    readonly properties?: readonly Member[];
    readonly methods?: readonly Member[];
    readonly members?: readonly Member[];
  };
}

interface Member {
  readonly name: string;
  readonly jsDoc?: JSDoc;
  readonly accessibility?: string;
}

interface JSDoc {
  readonly doc?: string;
  readonly tags?: readonly {
    readonly kind: string;
    readonly name?: string;
    readonly doc?: string;
  }[];
}

interface Documentation {
  readonly module_doc?: JSDoc;
  readonly symbols: readonly {
    readonly name: string;
    readonly declarations: readonly Declaration[];
  }[];
}

/** Something that is exported, in one file, by one or more entries. */
interface Item {
  readonly name: string;
  readonly declarations: readonly Declaration[];
  readonly specifiers: string[];
  /** The path of its page, and where it is there. */
  link: string;
}

/**
 * The pages of the interface.
 *
 * @param root Folder of the repository, with a slash at the end.
 * @param guides The other pages, which those of the interface link to.
 */
export async function readApi(
  root: string,
  guides: readonly Page[],
): Promise<Api> {
  const entries = await readEntries(root);
  const items = itemsOf(entries);
  const { values, guests, others } = share([...items.values()]);
  const linkOf = linksByName(items.values());
  const declarationOf = declarationsOf(root);
  const below = (item: Item) =>
    `## ${item.name}\n\n${describe(item, declarationOf, linkOf)}`;
  const pages = values.map((item) => ({
    path: `${item.link.slice(1)}.md`,
    text: [
      `# ${item.name}\n`,
      `\`\`\`ts\nimport { ${item.name} } from "${
        item.specifiers[0]
      }";\n\`\`\`\n`,
      describe(item, declarationOf, linkOf),
      guidesFor(item.name, guides),
      ...(guests.get(item) ?? []).map(below),
    ].join("\n"),
  }));
  for (const [specifier, types] of others) {
    pages.push({
      path: `${folderOf(specifier).slice(1)}types.md`,
      text: `# Types of ${specifier}\n\n${types.map(below).join("\n")}`,
    });
  }
  const overviews = entries.map((entry) => overview(entry, items, linkOf));
  return {
    pages: [
      startPage(entries),
      ...overviews,
      ...pages,
    ],
    entries: entries.map(({ specifier }) => ({
      specifier,
      link: folderOf(specifier),
      items: [
        ...values.filter(({ specifiers }) => specifiers[0] === specifier)
          .map(({ name, link }) => ({ text: name, link }))
          .sort((a, b) => a.text.localeCompare(b.text)),
        ...others.has(specifier)
          ? [{ text: "Types", link: `${folderOf(specifier)}types` }]
          : [],
      ],
    })),
  };
}

/** What is exported, by the place of its first declaration. */
function itemsOf(entries: readonly EntryDocumentation[]): Map<string, Item> {
  const items = new Map<string, Item>();
  const exported = entries.flatMap(({ specifier, documentation }) =>
    documentation.symbols.map((symbol) => ({ specifier, ...symbol }))
  );
  for (const { name, declarations } of exported) {
    const own = declarations.filter(({ kind }) => kind !== "reference");
    if (own.length === 0 || own.every(({ jsDoc }) => isInternal(jsDoc))) {
      continue;
    }
    const place = placeOf(own[0]!.location);
    if (!items.has(place)) {
      items.set(place, { name, declarations: own, specifiers: [], link: "" });
    }
  }
  for (const { specifier, name, declarations } of exported) {
    const item = items.get(originOf(declarations));
    if (item?.name === name) item.specifiers.push(specifier);
  }
  return items;
}

interface EntryDocumentation {
  readonly specifier: string;
  readonly documentation: Documentation;
}

/** What all entries export; those of applications come first. */
async function readEntries(root: string): Promise<EntryDocumentation[]> {
  const exported = Object.entries(configuration.exports);
  const first = [".", "./react"];
  const sorted = [
    ...exported.filter(([name]) => first.includes(name)),
    ...exported.filter(([name]) => !first.includes(name)),
  ];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...sorted.map(([, path]) => path)],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout)) as {
    nodes: Record<string, Documentation>;
  };
  return sorted.map(([name, path]) => ({
    specifier: `${configuration.name}${name.slice(1)}`,
    documentation: nodes[new URL(path, `file://${root}`).href]!,
  }));
}

/** `/api/react/nextjs/`; the main entry is `/api/client/`. */
function folderOf(specifier: string): string {
  const path = specifier.slice(configuration.name.length + 1) || "client";
  return `/api/${path}/`;
}

function placeOf(
  { filename, line }: { filename: string; line: number },
): string {
  return `${filename}:${line}`;
}

/** Where that is which an entry exports by reference, or by itself. */
function originOf([first]: readonly Declaration[]): string {
  return placeOf(
    first!.kind === "reference" ? first!.def.target! : first!.location,
  );
}

/** Steps of other types, and what only other folders use. */
function isInternal(jsDoc: JSDoc | undefined): boolean {
  return jsDoc?.tags?.some(({ kind }) =>
    kind === "internal" || kind === "ignore"
  ) ?? false;
}

function isType({ declarations }: Item): boolean {
  return declarations.every(({ kind }) =>
    kind === "interface" || kind === "typeAlias"
  );
}

/**
 * Values have a page each. A type stands on the page of a value: the one whose
 * name it has but for its case, or the first one that it links to. All others
 * stand on one page of their entry.
 */
function share(items: readonly Item[]): Share {
  const values = items.filter((item) => !isType(item));
  const guests = new Map<Item, Item[]>();
  const others = new Map<string, Item[]>();
  for (const value of values) {
    value.link = folderOf(value.specifiers[0]!) + value.name;
  }
  for (const item of items.filter(isType)) {
    const names = [item.name, ...linksOf(item)].map((name) =>
      name.toLowerCase()
    );
    const hosts = names.flatMap((name) =>
      values.filter((value) => value.name.toLowerCase() === name)
    );
    const [specifier] = item.specifiers as [string];
    const host = hosts.find(({ specifiers }) => specifiers[0] === specifier) ??
      hosts[0];
    if (host) guests.set(host, [...guests.get(host) ?? [], item]);
    else others.set(specifier, [...others.get(specifier) ?? [], item]);
    const page = host?.link ?? `${folderOf(specifier)}types`;
    item.link = `${page}#${item.name.toLowerCase()}`;
  }
  return { values, guests, others };
}

interface Share {
  readonly values: readonly Item[];
  /** Types on the page of a value. */
  readonly guests: ReadonlyMap<Item, readonly Item[]>;
  /** Types that belong to no value, by the specifier of their entry. */
  readonly others: ReadonlyMap<string, readonly Item[]>;
}

function linksOf({ declarations }: Item): string[] {
  return declarations.flatMap(({ jsDoc }) =>
    [...(jsDoc?.doc ?? "").matchAll(/\{@link(?:code)?\s+(\w+)/g)].map(
      ([, name]) => name!,
    )
  );
}

/** Where a name leads to; the first entry that has it is the one that is meant. */
function linksByName(
  items: Iterable<Item>,
): (name: string) => string | undefined {
  const links = new Map<string, string>();
  for (const { name, link } of items) {
    if (!links.has(name)) links.set(name, link);
  }
  return (name) => links.get(name);
}

type LinkOf = (name: string) => string | undefined;

/** The text below the heading of an item. */
function describe(
  item: Item,
  declarationOf: (file: string, name: string) => string,
  linkOf: LinkOf,
): string {
  const documented = item.declarations.filter(({ jsDoc }) => jsDoc?.doc);
  const docs = new Set(documented.map(({ jsDoc }) => jsDoc!.doc!));
  const files = new Set(
    item.declarations.map(({ location }) => location.filename),
  );
  const name = declaredName(item);
  const signature = [...files].map((file) => declarationOf(file, name))
    .filter((text) => text !== "").join("\n");
  const tags = item.declarations.flatMap(({ jsDoc }) => jsDoc?.tags ?? []);
  const text = (doc: string | undefined) => readable(doc ?? "", linkOf);
  const listed = (kind: string, heading: string) => {
    const lines = new Set(
      tags.filter((tag) => tag.kind === kind).map(({ name, doc }) =>
        `- ${name ? `\`${name}\`: ` : ""}${text(doc).replace(/\n/g, "\n  ")}`
      ),
    );
    return lines.size === 0
      ? []
      : [`**${heading}**\n\n${[...lines].join("\n")}\n`];
  };
  const examples = new Set(
    tags.filter(({ kind }) => kind === "example").map(({ doc }) => doc ?? ""),
  );
  return [
    ...[...docs].map((doc) => `${text(doc)}\n`),
    ...(signature ? [`\`\`\`ts\n${signature}\n\`\`\`\n`] : []),
    ...listed("param", "Parameters"),
    ...listed("return", "Returns"),
    ...listed("throws", "Throws"),
    ...(examples.size > 0
      ? [`**Example**\n\n${[...examples].join("\n\n").trim()}\n`]
      : []),
    ...members(item, linkOf),
  ].join("\n");
}

/** The name where it is declared; it may be exported under another one. */
function declaredName({ name, declarations: [first] }: Item): string {
  const { filename, line } = first!.location;
  if (!filename.startsWith("file:")) return name;
  const text = Deno.readTextFileSync(new URL(filename)).split("\n")[line] ?? "";
  const declared = /\b(?:class|const|enum|function|interface|let|type) (\w+)/
    .exec(text);
  return declared?.[1] ?? name;
}

/** The members of a class or an interface, each with what it is for. */
function members({ declarations }: Item, linkOf: LinkOf): string[] {
  const all = declarations.flatMap(({ def }) => [
    ...def.properties ?? [],
    ...def.methods ?? [],
    ...def.members ?? [],
  ]);
  const lines = new Map<string, string>();
  for (const { name, jsDoc, accessibility } of all) {
    if (!jsDoc?.doc || isInternal(jsDoc) || accessibility === "private") {
      continue;
    }
    const description = readable(jsDoc.doc, linkOf).trim();
    lines.set(name, `- \`${name}\`: ${description.replace(/\n/g, "\n  ")}`);
  }
  return lines.size === 0
    ? []
    : [`**Members**\n\n${[...lines.values()].join("\n")}\n`];
}

/** Documentation as Markdown of the site: links lead to pages. */
function readable(doc: string, linkOf: LinkOf): string {
  const parts = doc.trim().split(/(```[^]*?```|`[^`\n]*`)/);
  return parts.map((part, index) =>
    index % 2 === 1 ? part : part
      .replace(
        /\{@link(code)?\s+([\w.]+)(?:\s*\|?\s*([^}]+))?\}/g,
        (_, isCode, target: string, label: string | undefined) => {
          const link = linkOf(target.split(".")[0]!);
          const shown = label ?? (isCode ? `\`${target}\`` : target);
          return link === undefined ? shown : `[${shown}](${link})`;
        },
      )
      .replace(/<(?!https?:)/g, "&lt;")
      .replace(/\{\{/g, "&#123;&#123;")
  ).join("");
}

/** Gives the declaration of a name in a file, without bodies and comments. */
function declarationsOf(
  root: string,
): (file: string, name: string) => string {
  const files = new Map<string, Map<string, string[]>>();
  return (file, name) => {
    if (!file.startsWith(`file://${root}`)) return "";
    let texts = files.get(file);
    if (texts === undefined) files.set(file, texts = declarationsIn(file));
    return (texts.get(name) ?? []).join("\n");
  };
}

function declarationsIn(file: string): Map<string, string[]> {
  const { outputText } = ts.transpileDeclaration(
    Deno.readTextFileSync(new URL(file)),
    {
      fileName: new URL(file).pathname,
      compilerOptions: {
        declaration: true,
        isolatedDeclarations: true,
        removeComments: true,
        stripInternal: true,
        target: ts.ScriptTarget.ESNext,
      },
    },
  );
  const source = ts.createSourceFile(
    "declaration.d.ts",
    outputText,
    ts.ScriptTarget.ESNext,
    true,
  );
  const texts = new Map<string, string[]>();
  for (const statement of source.statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) =>
        name.getText(source)
      )
      : "name" in statement
      ? [(statement as ts.DeclarationStatement).name?.getText(source) ?? ""]
      : [];
    const text = statement.getText(source)
      .replace(/^(?:export |declare )+/, "")
      .replace(/^ +(?:#private|private [^\n]*);\n/gm, "")
      .replace(/^(?: {4})+/gm, (spaces) => spaces.slice(spaces.length / 2));
    for (const name of names) {
      texts.set(name, [...texts.get(name) ?? [], text]);
    }
  }
  return texts;
}

/** The guides that say most about a name. */
function guidesFor(name: string, guides: readonly Page[]): string {
  const mentions = new RegExp(`(?<![\\w.-])${name}(?![\\w-])`, "g");
  const found = guides
    .map(({ path, text }) => ({
      path,
      title: /^# (.+)$/m.exec(text)?.[1] ?? path,
      count: text.match(mentions)?.length ?? 0,
    }))
    .filter(({ count, path }) =>
      count > 0 &&
      !/^(index|changelog|contributing|rules\/|releasing|packaging|dependencies|performance)/
        .test(path)
    )
    .sort((a, b) => b.count - a.count)
    .slice(0, 3);
  if (found.length === 0) return "";
  const links = found.map(({ path, title }) =>
    `[${title}](/${
      path.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, "")
    })`
  );
  return `In the guides: ${links.join(", ")}.\n`;
}

/** A page that lists what an entry exports. */
function overview(
  { specifier, documentation: { module_doc, symbols } }: EntryDocumentation,
  items: ReadonlyMap<string, Item>,
  linkOf: LinkOf,
): Page {
  const lines = symbols.flatMap(({ name, declarations }) => {
    const item = items.get(originOf(declarations));
    if (item === undefined) return [];
    const doc = item.declarations.find(({ jsDoc }) => jsDoc?.doc)?.jsDoc?.doc;
    const [sentence = ""] = /^[^]*?[.:](?=\s|$)/.exec(
      readable(doc ?? "", linkOf).replace(/\s+/g, " "),
    ) ?? [];
    const also = item.name !== name ? ` Another name of \`${item.name}\`.` : "";
    return `- [\`${name}\`](${item.link}): ${
      sentence.replace(/:$/, ".")
    }${also}`;
  }).sort((a, b) => a.localeCompare(b));
  const examples = (module_doc?.tags ?? [])
    .filter(({ kind }) => kind === "example").map(({ doc }) => doc ?? "");
  return {
    path: `${folderOf(specifier).slice(1)}index.md`,
    text: [
      `# ${specifier}\n`,
      `${readable(module_doc?.doc ?? "", linkOf)}\n`,
      `${examples.join("\n").trim()}\n`,
      `## Exports of ${specifier}\n`,
      `${lines.join("\n")}\n`,
    ].join("\n"),
  };
}

/** A page that lists the entries. */
function startPage(entries: readonly EntryDocumentation[]): Page {
  const lines = entries.map(({ specifier, documentation: { module_doc } }) => {
    const [sentence = ""] = /^[^]*?[.:](?=\s|$)/.exec(
      readable(module_doc?.doc ?? "", () => undefined).replace(/\s+/g, " "),
    ) ?? [];
    return `- [\`${specifier}\`](${folderOf(specifier)}): ${
      sentence.replace(/:$/, ".")
    }`;
  });
  return {
    path: "api/index.md",
    text: `# API\n\nEverything that can be imported, entry by entry.\n\n${
      lines.join("\n")
    }\n`,
  };
}
