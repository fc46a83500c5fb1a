/**
 * Where the module of a source is in the package.
 *
 * @param kind `esm` has checks for developers, `production` has none.
 * @param source Path of the source in the repository.
 */
export function modulePath(kind: "esm" | "production", source: string): string {
  return `./${kind}/${source.replace(/\.ts$/, ".js")}`;
}

/** Where the declarations of a source are in the package. */
export function declarationPath(source: string): string {
  return `./esm/${source.replace(/\.ts$/, ".d.ts")}`;
}
