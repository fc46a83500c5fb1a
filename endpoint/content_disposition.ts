/**
 * Returns the file name that a Content-Disposition header suggests (RFC 6266, RFC 5987).
 *
 * `filename*` is preferred to `filename`. Only the last segment of a path is
 * kept and control characters are dropped, for the name comes from outside
 * and usually ends in a file system.
 *
 * @param header value of the header; `null` when there is none
 * @param fallback returned when the header has no usable name
 *
 * @example
 * ```ts
 * import { filenameFromContentDisposition, RestEndpoint } from "@tessera/client";
 * import { assertEquals } from "@std/assert";
 *
 * export const download = new RestEndpoint({
 *   path: "/files/:id/download",
 *   dataExpiryLength: 0,
 *   async parseResponse(response: Response) {
 *     const header = response.headers.get("content-disposition");
 *     return {
 *       blob: await response.blob(),
 *       filename: filenameFromContentDisposition(header),
 *     };
 *   },
 *   process(value: { blob: Blob; filename: string }) {
 *     return value;
 *   },
 * });
 * assertEquals(
 *   filenameFromContentDisposition('attachment; filename="../log.pdf"'),
 *   "log.pdf",
 * );
 * ```
 */
export function filenameFromContentDisposition(
  header: string | null | undefined,
  fallback: string = "download",
): string {
  const parameters = parseParameters(header ?? "");
  const extended = parameters.get("filename*");
  const names = [
    extended === undefined ? undefined : decodeExtended(extended),
    decodeBytes(parameters.get("filename") ?? ""),
  ];
  for (const name of names) {
    const safe = name === undefined ? "" : safeName(name);
    if (safe !== "") return safe;
  }
  return fallback;
}

/** `;` name `=` token or quoted text, anywhere after the disposition type. */
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gsy;

function parseParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (let start = header.indexOf(";"); start >= 0;) {
    parameter.lastIndex = start;
    const match = parameter.exec(header);
    if (match !== null) {
      const [, name, quoted, token] = match;
      const value = quoted === undefined
        ? token!.trim()
        : quoted.replace(/\\(.)/gs, "$1");
      const key = name!.toLowerCase();
      if (!parameters.has(key)) parameters.set(key, value);
    }
    // what is no parameter, such as nothing between two semicolons, is passed over
    start = header.indexOf(";", match ? parameter.lastIndex : start + 1);
  }
  return parameters;
}

/** `charset'language'percent-encoded` (RFC 5987); `undefined` when it is malformed. */
function decodeExtended(value: string): string | undefined {
  const match = /^(utf-8|iso-8859-1)'[^']*'(.*)$/is.exec(value);
  if (match === null) return undefined;
  const [, charset, encoded] = match;
  try {
    return charset!.toLowerCase() === "utf-8"
      ? decodeURIComponent(encoded!)
      : encoded!.replace(
        /%([0-9a-f]{2})/gi,
        (_, hex) => String.fromCharCode(parseInt(hex, 16)),
      );
  } catch {
    return undefined;
  }
}

/** Headers are read byte by byte; servers that send raw UTF-8 mean UTF-8. */
function decodeBytes(value: string): string {
  // deno-lint-ignore no-control-regex -- bytes, and among them some that are not ASCII
  if (!/^[\x00-\xff]*[\x80-\xff][\x00-\xff]*$/.test(value)) return value;
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return value;
  }
}

function safeName(name: string): string {
  const segment = name.split(/[/\\]/).at(-1)!;
  // \p{Cf} holds the marks that make "fdp.exe" look like "exe.pdf"
  const visible = segment.replace(/[\p{Cc}\p{Cf}]/gu, "").trim();
  return /^\.*$/.test(visible) ? "" : visible;
}
