import { isDevelopment } from "../schema/engine.ts";
import type { StoredEndpoint } from "../controller/mod.ts";

/**
 * Explains in development why a hook requests nothing that has side effects.
 *
 * @param endpoint What is to be requested.
 * @throws {TypeError} If it has side effects.
 */
export function checkReadable(endpoint: StoredEndpoint): void {
  if (!isDevelopment()) return;
  const { name, sideEffect } = endpoint as {
    readonly name?: string;
    readonly sideEffect?: unknown;
  };
  if (!sideEffect) return;
  throw new TypeError(
    `'${name}' has side effects, so no hook requests it: each attempt to render would do so. ` +
      "Call controller.fetch in an event handler, or give it sideEffect: undefined if it only reads.",
  );
}

/**
 * Explains in development that an endpoint is no schema.
 *
 * @param schema What was given in place of a schema.
 * @throws {TypeError} If it is an endpoint.
 */
export function checkSchema(schema: unknown): void {
  if (!isDevelopment()) return;
  const endpoint = schema as { readonly name: string; readonly key?: unknown };
  if (typeof endpoint?.key !== "function") return;
  throw new TypeError(
    `useQuery takes a schema, and '${endpoint.name}' is an endpoint. ` +
      "Read it with useSuspense, useDLE or useCache, or pass its schema.",
  );
}
