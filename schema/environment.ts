/** The part of a host's `process` that tells a production build. */
interface ProcessLike {
  readonly env?: { readonly NODE_ENV?: string | undefined } | undefined;
}

/**
 * Whether warnings meant for developers should be given: always, unless
 * `process.env.NODE_ENV` is `'production'`. Hosts without a `process` count as
 * development, since bundlers replace the expression in production builds.
 */
export function isDevelopment(): boolean {
  const { process } = globalThis as { process?: ProcessLike };
  return process?.env?.NODE_ENV !== "production";
}
