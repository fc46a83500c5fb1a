import { libraryPath, ourPackage } from "./packages.ts";
import type { ManualStep } from "./transform.ts";

/**
 * What to change by hand in a package.json or deno.json.
 *
 * @param text content of the file
 */
export function manifestSteps(text: string): ManualStep[] {
  const steps: ManualStep[] = [];
  text.split("\n").forEach((line, index) => {
    for (const [, name] of line.matchAll(/"([^"]+)"\s*:/g)) {
      const packageName = libraryPath(name!)?.packageName;
      if (packageName === undefined || packageName === ourPackage) continue;
      steps.push({
        line: index + 1,
        text: `replace the dependency ${name} by ${ourPackage}`,
      });
    }
  });
  return steps;
}
