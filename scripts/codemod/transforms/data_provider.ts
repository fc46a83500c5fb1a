import { memberOf } from "../member.ts";
import type { SourceFile } from "../source_file.ts";
import type { Transform } from "../transform.ts";

/** Providers are components, and called after the data they provide. */
export const dataProvider: Transform = {
  name: "data-provider",
  release: 15,
  summary: "CacheProvider and makeCacheProvider become DataProvider",
  apply(file) {
    reportDefaultProps(file);
    file.library.rename("CacheProvider", "DataProvider");
    replaceMaker(file, "makeCacheProvider", "DataProvider");
    file.library.rename("ExternalCacheProvider", "ExternalDataProvider");
    replaceMaker(file, "makeExternalCacheProvider", "ExternalDataProvider");
  },
};

/** Once the place of the default managers. */
function reportDefaultProps(file: SourceFile): void {
  for (const { node } of file.library.usesOf("CacheProvider")) {
    const parent = file.parentOf(node);
    const member = parent && memberOf(parent);
    if (member?.object !== node || member.name !== "defaultProps") continue;
    file.report(
      node,
      "providers have no defaultProps: call getDefaultManagers() for the managers",
    );
  }
}

/** What made a provider for tests is the provider; calls of it need a person. */
function replaceMaker(file: SourceFile, maker: string, provider: string): void {
  const uses = file.library.usesOf(maker);
  const called = uses.filter(({ node }) => {
    const parent = file.parentOf(node);
    return parent?.type === "CallExpression" && parent.callee === node;
  });
  for (const { node } of called) {
    file.report(
      node,
      `${maker}() is gone: use <${provider} managers initialState> as a component`,
    );
  }
  const handed = uses.filter((use) => !called.includes(use));
  if (called.length === 0) file.library.rename(maker, provider);
  else if (handed.length > 0) {
    const local = file.library.add(provider);
    for (const { node } of handed) file.replace(node, local);
  }
}
