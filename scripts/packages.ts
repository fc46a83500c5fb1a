/**
 * What modules of this repository import from elsewhere. deno.json has it in two
 * parts: `imports` is what the library, the demo and the tracker need, which Deno
 * downloads before it runs any task; `scopes` is what only tests, benches and
 * tools need, which Deno downloads when a module imports it.
 *
 * `deno task outdated` says which have newer releases.
 *
 * @module
 */
import configuration from "../deno.json" with { type: "json" };

/** The addresses of all packages, by the names that modules import. */
export const packages: Readonly<Record<string, string>> = {
  ...configuration.imports,
  ...configuration.scopes["./"],
};

/**
 * Code whose module is outside of the repository, where `scopes` does not apply,
 * with addresses of packages for their names.
 *
 * @param code The code of a module.
 * @param others Addresses of more packages.
 */
export function withAddresses(
  code: string,
  others: Readonly<Record<string, string>> = {},
): string {
  const addresses = { ...configuration.scopes["./"], ...others };
  return code.replace(
    /(from ["']|import\(["'])((?:@[^/"']+\/)?[^/"']+)((?:\/[^"']*)?["'])/g,
    (whole, before, name, rest) =>
      Object.hasOwn(addresses, name)
        ? before + addresses[name as keyof typeof addresses] + rest
        : whole,
  );
}

if (import.meta.main) {
  // `deno outdated` looks at `imports` alone
  const folder = await Deno.makeTempDir();
  const npm = Object.entries(packages).filter(([, address]) =>
    address.startsWith("npm:")
  );
  await Deno.writeTextFile(
    `${folder}/deno.json`,
    JSON.stringify({ imports: Object.fromEntries(npm) }),
  );
  await new Deno.Command(Deno.execPath(), { args: ["outdated"], cwd: folder })
    .spawn().status;
  await Deno.remove(folder, { recursive: true });
}
