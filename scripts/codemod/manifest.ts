import { libraryPath, mentionsLibrary, ourPackage } from "./packages.ts";
import type { ManualStep } from "./transform.ts";

/**
 * What to change by hand in a package.json or deno.json.
 *
 * @param text content of the file
 */
export function manifestSteps(text: string): ManualStep[] {
  const steps: ManualStep[] = [];
  text.split("\n").forEach((line, index) => {
    const name = /^\s*[{,]?\s*"([^"]+)"\s*:/.exec(line)?.[1];
    if (name === undefined || !mentionsLibrary(`"${name}"`)) return;
    const { packageName } = libraryPath(name) ?? {};
    if (packageName === undefined || packageName === ourPackage) return;
    steps.push({
      line: index + 1,
      text: `replace the dependency ${name} by ${ourPackage}`,
    });
  });
  return steps;
}
