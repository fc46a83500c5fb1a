/** Paths of all files in a folder and in those below, relative to it. */
export function* filesBelow(folder: string, path = ""): Generator<string> {
  for (const { name, isDirectory } of Deno.readDirSync(`${folder}/${path}`)) {
    if (isDirectory) yield* filesBelow(folder, `${path}${name}/`);
    else yield `${path}${name}`;
  }
}
