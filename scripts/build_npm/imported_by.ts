import { parse } from "@babel/parser";

/** What a module names where it imports. */
export interface Import {
  /** Such as `./mod.ts` or `react-dom/client`. */
  readonly specifier: string;
  /** Where the text between the quotes starts. */
  readonly start: number;
  /** Where it ends. */
  readonly end: number;
}

/** As much of a node of the syntax tree as is looked at. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
  readonly [child: string]: unknown;
}

/**
 * All imports and exports from elsewhere, of values and of types.
 *
 * @param text A source, module or declaration.
 */
export function importedBy(text: string): Import[] {
  const found: Import[] = [];
  const visit = (node: Node) => {
    const source = /^(?:Import|Export|TSImportType)/.test(node.type)
      ? node.source as Node | null | undefined
      : undefined;
    if (source?.type === "StringLiteral") {
      found.push({
        specifier: source.value as string,
        start: source.start + 1,
        end: source.end - 1,
      });
    }
    for (const child of Object.values(node).flat()) {
      if (isNode(child)) visit(child);
    }
  };
  visit(
    parse(text, { sourceType: "module", plugins: ["typescript"] })
      .program as unknown as Node,
  );
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null &&
    typeof (value as Node).type === "string";
}
