import { transform } from "esbuild";

/**
 * The text of a file as a browser can run it: TypeScript without its types,
 * JSX as calls, everything else as it is.
 */
export async function moduleText(file: URL): Promise<string> {
  const { mtime } = await Deno.stat(file);
  const known = transpiled.get(file.href);
  if (known && known.changed === mtime?.getTime()) return known.text;
  const source = await Deno.readTextFile(file);
  const text = /\.tsx?$/.test(file.pathname)
    ? await transpile(source, file.pathname)
    : source;
  transpiled.set(file.href, { changed: mtime?.getTime(), text });
  return text;
}

/** The type a browser expects for a path. */
export function contentTypeOf(path: string): string {
  const extension = path.slice(path.lastIndexOf(".") + 1);
  return `${types[extension] ?? "text/plain"}; charset=utf-8`;
}

const types: Record<string, string> = {
  ts: "text/javascript",
  tsx: "text/javascript",
  css: "text/css",
  html: "text/html",
  svg: "image/svg+xml",
};

/** What files were turned into, by address, until they change. */
const transpiled = new Map<
  string,
  { readonly changed: number | undefined; readonly text: string }
>();

/** One file alone, its imports untouched: the import map resolves them. */
async function transpile(source: string, fileName: string): Promise<string> {
  const { code } = await transform(source, {
    sourcefile: fileName,
    loader: fileName.endsWith("x") ? "tsx" : "ts",
    jsx: "automatic",
    sourcemap: "inline",
  });
  return code;
}
