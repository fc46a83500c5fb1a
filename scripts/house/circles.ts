import type { Module } from "./modules.ts";

/**
 * Finds modules that import each other, also by way of others.
 *
 * @param withTypes Whether imports count that the compiler erases.
 */
export function circlesOf(
  modules: readonly Module[],
  withTypes: boolean,
): string[][] {
  const reached = new Map(
    modules.map(({ path }) => [path, reachedFrom(path, modules, withTypes)]),
  );
  const circles = new Map<string, string[]>();
  for (const [path, others] of reached) {
    if (!others.has(path)) continue;
    const circle = [...others].filter((other) => reached.get(other)?.has(path));
    circles.set(circle.sort().join(), circle);
  }
  return [...circles.values()];
}

/** All modules that a module imports, also by way of others. */
export function reachedFrom(
  path: string,
  modules: readonly Module[],
  withTypes: boolean,
): Set<string> {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const reached = new Set<string>();
  const open = [path];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const { path, isType } of byPath.get(next)?.imports ?? []) {
      if (isType && !withTypes || reached.has(path)) continue;
      reached.add(path);
      open.push(path);
    }
  }
  return reached;
}
