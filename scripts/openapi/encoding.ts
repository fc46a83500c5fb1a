import type { Parameter, Schema } from "./document.ts";
import { ownKeyOf } from "./names.ts";
import type { Body } from "./requests.ts";
import type { Types } from "./types.ts";

/** How a list or an object is written in a query or a form. */
export type Style = "comma" | "deep" | "flat" | "json" | "pipe" | "space";

/** The styles of lists and objects by their name; undefined for `a=1&a=2`. */
export type Styles = ReadonlyMap<string, Style | undefined>;

/** Styles of the lists and objects in a query. */
export function queryStyles(
  types: Types,
  parameters: readonly Parameter[],
): Styles {
  const styles = new Map<string, Style | undefined>();
  for (const { name, schema, style, explode, content } of parameters) {
    const kind = kindOf(types, schema);
    if (content) styles.set(name, "json");
    else if (kind !== "plain") styles.set(name, styleOf(style, explode, kind));
  }
  return styles;
}

/** Styles of the lists and objects in a form. */
export function formStyles(types: Types, body: Body): Styles {
  const styles = new Map<string, Style | undefined>();
  const { properties = {} } = types.shapeIn(body.schema, "body") ?? {};
  for (const [name, schema] of Object.entries(properties)) {
    const { style, explode } = body.encoding[name] ?? {};
    const kind = kindOf(types, schema);
    if (kind === "plain") continue;
    const isSaid = style !== undefined || explode !== undefined;
    styles.set(
      name,
      isSaid
        ? styleOf(style, explode, kind)
        : kind === "object"
        ? "json"
        : undefined,
    );
  }
  return styles;
}

/** Whether there is a list or an object in a query. */
export function hasLists(types: Types, parameters: readonly Parameter[]) {
  return parameters.some(({ schema, content }) =>
    content !== undefined || kindOf(types, schema) !== "plain"
  );
}

function kindOf(
  types: Types,
  schema: Schema = {},
): "list" | "object" | "plain" {
  const { target } = types.innermost(schema);
  const parts = target.oneOf ?? target.anyOf ?? [];
  const kinds = parts.map((part) => kindOf(types, part));
  return target.items || target.type === "array"
    ? "list"
    : types.shapeOf(target) || target.type === "object" ||
        target.additionalProperties
    ? "object"
    : kinds.find((kind) => kind !== "plain") ?? "plain";
}

function styleOf(
  style: string | undefined = "form",
  explode: boolean | undefined = style === "form",
  kind: "list" | "object",
): Style | undefined {
  if (style === "deepObject") return "deep";
  if (explode) return kind === "object" ? "flat" : undefined;
  return style === "spaceDelimited"
    ? "space"
    : style === "pipeDelimited"
    ? "pipe"
    : "comma";
}

/** The style that most have, if these are more than a few. */
export function commonStyle(styles: Styles): Style | undefined {
  const all = [...styles.values()].filter((style) => style !== undefined);
  return all.find((style) => {
    const count = all.filter((other) => other === style).length;
    return count > 3 && count > styles.size / 2;
  });
}

/** Styles as arguments of what {@linkcode queryFunction} writes: by name, and of all others. */
export function stylesText(styles: Styles): string {
  const common = commonStyle(styles);
  const members = [...styles].flatMap(([name, style]) =>
    style === common
      ? []
      : [`${ownKeyOf(name)}: ${JSON.stringify(style ?? "repeated")}`]
  );
  const byName = members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
  return common !== undefined
    ? `, ${byName}, "${common}"`
    : members.length === 0
    ? ""
    : `, ${byName}`;
}

/**
 * A function that writes queries and forms, with the styles that a module needs.
 *
 * @param hasCommon Whether one style is that of most.
 */
export function queryFunction(
  styles: ReadonlySet<Style>,
  hasCommon: boolean,
): string {
  const cases: Record<Style, string> = {
    comma: '[`${encode(name)}=${parts.join(",")}`]',
    deep: "deep(encode(name), value)",
    // another request may have a plain value of that name
    flat: `toQuery(value instanceof Object ? value : { [name]: value })
          .split("&").filter(Boolean)`,
    json: "[`${encode(name)}=${encode(value)}`]",
    pipe: '[`${encode(name)}=${parts.join("%7C")}`]',
    space: '[`${encode(name)}=${parts.join("%20")}`]',
  };
  const sorted = [...styles].sort();
  const texts = sorted.map((style) =>
    `      case "${style}":\n        return ${cases[style]};\n`
  );
  return `${
    styles.has("deep")
      ? `/** Members of an object in brackets: \`a[b]=1\`. */
function deep(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  return typeof value === "object" && value !== null
    ? byName(value).flatMap(([key, part]) =>
      deep(\`\${name}[\${encode(key)}]\`, part)
    )
    : [\`\${name}=\${encode(value)}\`];
}

`
      : ""
  }const encode = (value: unknown) =>
  encodeURIComponent(
    typeof value === "object" ? JSON.stringify(value) : String(value),
  );

/** Members by name, so that their order makes no other address. */
const byName = (values: object) =>
  Object.entries(values).sort(([a], [b]) => a < b ? -1 : 1);

/** A query, or a form: lists as \`a=1&a=2\`${
    styles.size === 0 ? "" : ", or in the style that is named"
  }. */
function toQuery(${
    styles.size === 0 ? "values: object" : `
  values: object,
  styles: Readonly<Record<string, string>> = {},
${hasCommon ? '  otherwise = "repeated",\n' : ""}`
  }): string {
  const pairs = byName(values).flatMap(([name, value]): string[] => {
    if (value === undefined || value === null) return [];
    const parts = [value].flat().map(encode);
${
    styles.size === 0
      ? "    return parts.map((part) => `${encode(name)}=${part}`);\n"
      : `    switch (styles[name]${hasCommon ? " ?? otherwise" : ""}) {
${texts.join("")}      default:
        return parts.map((part) => \`\${encode(name)}=\${part}\`);
    }
`
  }  });
  return pairs.join("&");
}
`;
}

/** A class of requests that send forms; `statement` returns the text of one. */
export function formEndpoint(statement: string): string {
  return `/** Requests that send a form, \`application/x-www-form-urlencoded\`. */
export class FormEndpoint<O extends RestGenerics = RestGenerics>
  extends ApiEndpoint<O> {
  /** Writes the form. */
  toForm(values: object): string {
    ${statement}
  }

  override getRequestInit(body?: unknown): RequestInit | Promise<RequestInit> {
    return super.getRequestInit(
      typeof body === "object" && body !== null && !(body instanceof FormData)
        ? new URLSearchParams(this.toForm(body))
        : body,
    );
  }
}
`;
}

/** A class of requests that send files. */
export const multipartEndpoint =
  `/** Requests that send files, \`multipart/form-data\`; objects beside them go as JSON. */
export class MultipartEndpoint<O extends RestGenerics = RestGenerics>
  extends ApiEndpoint<O> {
  override getRequestInit(body?: unknown): RequestInit | Promise<RequestInit> {
    if (typeof body !== "object" || body === null || body instanceof FormData) {
      return super.getRequestInit(body);
    }
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) {
      for (const part of [value ?? []].flat()) {
        const isPlain = part instanceof Blob || typeof part !== "object";
        form.append(name, isPlain ? part : JSON.stringify(part));
      }
    }
    return super.getRequestInit(form);
  }
}
`;
