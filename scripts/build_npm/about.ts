const repository = "https://github.com/tessera-client/tessera";

/**
 * What package.json says of whose a package is, and where. Provenance is only
 * stated for what a workflow of this very repository publishes.
 *
 * @param directory Folder of the package in the repository; left out for its root.
 */
export function about(directory?: string): Record<string, unknown> {
  return {
    author: "Tessera contributors",
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
    repository: {
      type: "git",
      url: `git+${repository}.git`,
      ...directory && { directory },
    },
  };
}
