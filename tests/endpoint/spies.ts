/** A console method whose calls are recorded and not printed, until it is disposed of. */
export interface ConsoleSpy extends Disposable {
  /** The arguments of each call, joined to a line. */
  readonly lines: string[];
}

/** Replaces a method of `console`. */
export function spyOnConsole(method: "error" | "warn"): ConsoleSpy {
  const original = console[method];
  const lines: string[] = [];
  console[method] = (...args: unknown[]) => {
    lines.push(args.map(String).join(" "));
  };
  return {
    lines,
    [Symbol.dispose]() {
      console[method] = original;
    },
  };
}

/** Replaces the global `fetch` until it is disposed of. */
export function replaceFetch(replacement: typeof fetch): Disposable {
  const original = globalThis.fetch;
  globalThis.fetch = replacement;
  return {
    [Symbol.dispose]() {
      globalThis.fetch = original;
    },
  };
}
