import { entryExports } from "../entry_exports.ts";
import type { LibraryUse } from "../library.ts";
import { isTypeOnly, type LibraryImport } from "../library_imports.ts";
import { memberOf } from "../member.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, type Node } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** Constructs of the namespace `schema` are exported by themselves. */
export const schemaNamespace: Transform = {
  name: "schema-namespace",
  summary: "schema.Union and the like are imported by their own names",
  apply(file) {
    const members = file.library.usesOf("schema").map((use) =>
      memberThrough(file, use)
    );
    const namespaces = new Map<LibraryImport, Member[]>();
    for (const member of members) {
      const { through } = member.use;
      namespaces.set(through, [...namespaces.get(through) ?? [], member]);
    }
    // what is imported as a value can stand for the type as well
    const valuesFirst = [...namespaces].sort(([one], [other]) =>
      Number(isTypeOnly(file, one)) - Number(isTypeOnly(file, other))
    );
    for (const [through, members] of valuesFirst) {
      replaceMembers(file, through, members);
    }
  },
};

/** A use of the namespace, and the construct it takes, if that can be imported. */
interface Member {
  readonly use: LibraryUse;
  /** The whole `schema.Union`. */
  readonly node: Node;
  /** What to import; `undefined` if the namespace has to stay. */
  readonly name: string | undefined;
}

/** Those whose own name is that of something else. */
const renamed: Readonly<Record<string, string | undefined>> = {
  Array: undefined,
  Object: undefined,
  Entity: "EntityMixin",
  // in Rest Hooks
  Delete: "Invalidate",
};

function memberThrough(file: SourceFile, use: LibraryUse): Member {
  const node = file.parentOf(use.node);
  const member = node && memberOf(node);
  if (!node || member?.object !== use.node) {
    return { use, node: use.node, name: undefined };
  }
  const written = member.name;
  const name = Object.hasOwn(renamed, written) ? renamed[written] : written;
  const isExported = name !== undefined && entryExports.get(".")!.has(name);
  return { use, node, name: isExported ? name : undefined };
}

function replaceMembers(
  file: SourceFile,
  through: LibraryImport,
  members: readonly Member[],
): void {
  const taken = new Map<string, Node[]>();
  for (const { name, node } of members) {
    if (name !== undefined) taken.set(name, [...taken.get(name) ?? [], node]);
  }
  if (taken.size === 0) return;
  const names = through.imported === "*"
    ? namesThrough(file, through, taken)
    : through.specifier.type === "ObjectProperty"
    ? namesInPattern(file, through, members, taken)
    : importedNames(file, through, members, taken);
  for (const { name, node } of members) {
    if (name !== undefined) file.replace(node, names.get(name)!);
  }
}

/** `rest.schema.Union` is `rest.Union`. */
function namesThrough(
  file: SourceFile,
  through: LibraryImport,
  taken: ReadonlyMap<string, readonly Node[]>,
): Map<string, string> {
  return new Map(
    [...taken.keys()].map((
      name,
    ) => [name, `${file.textOf(through.binding.declaration)}.${name}`]),
  );
}

function importedNames(
  file: SourceFile,
  through: LibraryImport,
  members: readonly Member[],
  taken: ReadonlyMap<string, readonly Node[]>,
): Map<string, string> {
  const typeOnly = isTypeOnly(file, through);
  const names = new Map<string, string>();
  for (const [name, at] of taken) {
    names.set(
      name,
      file.library.add(name, {
        // what is only a type cannot be imported otherwise by every compiler
        typeOnly: typeOnly ||
          at.every(({ type }) => type === "TSQualifiedName"),
        near: through,
        at,
        alias: aliasOf(name),
      }),
    );
  }
  if (members.every(({ name }) => name !== undefined)) {
    file.library.remove(through);
  }
  return names;
}

/** `const { schema } = require("...")` takes the constructs instead. */
function namesInPattern(
  file: SourceFile,
  through: LibraryImport,
  members: readonly Member[],
  taken: ReadonlyMap<string, readonly Node[]>,
): Map<string, string> {
  const names = new Map<string, string>();
  const added: string[] = [];
  for (const [name, at] of taken) {
    const isFree = (local: string) =>
      file.library.isFree(local) &&
      at.every((node) => !file.scopes.lookup(local, node));
    const known = file.library.importsOf(name)[0]?.binding;
    if (
      known &&
      at.every((node) => file.scopes.lookup(known.name, node) === known)
    ) {
      names.set(name, known.name);
      continue;
    }
    let local = isFree(name) ? name : aliasOf(name);
    while (!isFree(local)) local += "_";
    names.set(name, local);
    added.push(local === name ? name : `${name}: ${local}`);
  }
  const { specifier } = through;
  if (added.length > 0) {
    if (members.every(({ name }) => name !== undefined)) {
      file.replace(specifier, added.join(", "));
    } else file.edits.insert(endOf(specifier), `, ${added.join(", ")}`);
  } else if (members.every(({ name }) => name !== undefined)) {
    file.library.remove(through);
  }
  return names;
}

function aliasOf(name: string): string {
  return `Schema${name}`;
}
