import type { SourceFile } from "../source_file.ts";
import type { Address } from "./address.ts";
import type { Request } from "./requests.ts";
import type { Settings } from "./settings.ts";

/** How texts are written in a file. */
export interface Style {
  readonly quote: string;
  readonly typescript: boolean;
}

/** The style of a file, taken from a quoted text in it. */
export function styleOf(file: SourceFile, quoted: string): Style {
  return { quote: quoted[0]!, typescript: file.language.typescript };
}

/** The class of endpoints that takes the place of a client. */
export function classText(
  name: string,
  { urlPrefix, headers, content, credentials }: Settings,
  style: Style,
): string {
  const override = style.typescript ? "override " : "";
  const lines: string[] = [];
  if (urlPrefix) lines.push(`${override}urlPrefix = ${urlPrefix};`);
  if (content) lines.push(`${override}content = ${quoted(content, style)};`);
  if (credentials) {
    lines.push(
      style.typescript
        ? `override requestInit: RequestInit = { credentials: ${
          quoted("include", style)
        } };`
        : `requestInit = { credentials: ${quoted("include", style)} };`,
    );
  }
  if (headers) {
    lines.push(
      style.typescript
        ? "override getHeaders(headers: HeadersInit): HeadersInit {"
        : "getHeaders(headers) {",
      `  return { ...headers, ${headers} };`,
      "}",
    );
  }
  const head = style.typescript
    ? `class ${name}<O extends RestGenerics = any> extends RestEndpoint<O>`
    : `class ${name} extends RestEndpoint`;
  return lines.length === 0
    ? `${head} {}`
    : `${head} {\n${lines.map((line) => `  ${line}\n`).join("")}}`;
}

/** The options of the endpoint for a request. */
export function optionsText(
  request: Request,
  address: Address,
  settings: Settings,
  style: Style,
): string {
  const options: string[] = [];
  const prefix = address.urlPrefix ?? settings.urlPrefix;
  if (prefix) options.push(`urlPrefix: ${requote(prefix, style)}`);
  options.push(`path: ${quoted(address.path, style)}`);
  if (request.method !== "GET") {
    options.push(`method: ${quoted(request.method, style)}`);
  }
  if (!request.data && /^P/.test(request.method)) {
    options.push("body: undefined");
  }
  const search = searchType(address, settings);
  if (search && style.typescript) options.push(`searchParams: {} as ${search}`);
  if (settings.content) {
    options.push(`content: ${quoted(settings.content, style)}`);
  }
  if (settings.credentials) {
    options.push(
      `requestInit: { credentials: ${quoted("include", style)} }`,
    );
  }
  if (settings.headers) {
    const type = style.typescript ? ": HeadersInit" : "";
    options.push(
      `getHeaders: (headers${type}) => ({ ...headers, ${settings.headers} })`,
    );
  }
  if (!/^(void|any|unknown|undefined)$/.test(request.responseType ?? "any")) {
    options.push(`process: (value: ${request.responseType}) => value`);
  }
  const line = `{ ${options.join(", ")} }`;
  return line.length < 60 || options.length === 1
    ? line
    : `{\n${options.map((option) => `  ${option},\n`).join("")}}`;
}

/** The arguments of the endpoint for a request. */
export function argumentsText(
  file: SourceFile,
  { data }: Request,
  { parameters, search }: Address,
  settings: Settings,
): string {
  const members = [...parameters, ...search, ...settings.search].map((
    { name, value },
  ) => name === value ? name : `${name}: ${value}`);
  const { searchObject } = settings;
  if (searchObject !== undefined) {
    const literal = /^\{\s*([\s\S]*?),?\s*\}$/.exec(searchObject)?.[1];
    members.push(literal ?? `...${searchObject}`);
  }
  const texts = members.length > 0 ? [`{ ${members.join(", ")} }`] : [];
  if (data) texts.push(file.textOf(data));
  return texts.join(", ");
}

/** A name for the endpoint of a request, if nothing around it has one: `getUsersById`. */
export function nameOfRequest({ method }: Request, { path }: Address): string {
  const words = path.split(/[^\w:]+/).filter(Boolean).map((word) =>
    word.startsWith(":") ? `By${capital(word.slice(1))}` : capital(word)
  );
  return method.toLowerCase() + words.join("");
}

function searchType(
  { search }: Address,
  settings: Settings,
): string | undefined {
  const names = [...search, ...settings.search].map(({ name }) => name);
  if (settings.searchObject) return "Record<string, any>";
  return names.length > 0
    ? `{ ${names.map((name) => `${name}: any`).join("; ")} }`
    : undefined;
}

function capital(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}

function quoted(text: string, { quote }: Style): string {
  return quote +
    text.replaceAll("\\", "\\\\").replaceAll(quote, `\\${quote}`) + quote;
}

/** A text in single quotes, as the file would write it. */
function requote(expression: string, style: Style): string {
  return /^'[^'"\\]*'$/.test(expression)
    ? style.quote + expression.slice(1, -1) + style.quote
    : expression;
}
