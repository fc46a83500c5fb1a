/**
 * Returns the file name that a Content-Disposition header suggests (RFC 6266, RFC 5987).
 *
 * `filename*` is preferred to `filename`. The name comes from outside and
 * usually ends in a file system, so it is made safe for any, Windows included:
 * only the last segment of a path remains, control characters and dots and
 * spaces at the end are dropped, `<>:"|?*` become `_`, and the name of a device
 * gets a `_` in front.
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
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/gs;

function parseParameters(header: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const [, name, quoted, token] of header.matchAll(parameter)) {
    const key = name!.toLowerCase();
    if (parameters.has(key)) continue;
    parameters.set(key, quoted?.replace(/\\(.)/gs, "$1") ?? token!.trim());
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

/** A name that any file system takes for an ordinary file of the folder. */
function safeName(name: string): string {
  const segment = name.split(/[/\\]/).at(-1)!;
  const visible = segment
    // \p{Cf} holds the marks that make "fdp.exe" look like "exe.pdf"
    .replace(/[\p{Cc}\p{Cf}]/gu, "")
    // Windows: wildcards, redirections, and the colon before a drive's or a stream's name
    .replace(/[<>:"|?*]/g, "_")
    .trim();
  // Windows leaves them out, so "a.exe." would be "a.exe" and ".." another folder
  let end = visible.length;
  while (end > 0 && ". ".includes(visible[end - 1]!)) end--;
  const safe = visible.slice(0, end);
  return device.test(safe) ? `_${safe}` : safe;
}

/** Names that mean a device on Windows, with any extension and in any folder. */
const device =
  /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d¹²³])\s*(?:\.|$)/i;
