/** The part of a host's `process` that tells a production build. */
declare const process: {
  readonly env: { readonly NODE_ENV?: string | undefined };
};

let isWithoutProcess = false;

/**
 * Whether to print warnings meant for developers: always, unless
 * `process.env.NODE_ENV` is `'production'`. Bundlers replace that expression,
 * so it is written as they look for it. Hosts without a `process` are treated as
 * development.
 */
export function isDevelopment(): boolean {
  if (isWithoutProcess) return true;
  try {
    return process.env.NODE_ENV !== "production";
  } catch (error) {
    // an application may be at the end of its stack here
    isWithoutProcess = !(error instanceof RangeError);
    return true;
  }
}
