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

/** Makes this a production build until it is disposed of. */
export function inProduction(): Disposable {
  const previous = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  return {
    [Symbol.dispose]() {
      if (previous === undefined) Deno.env.delete("NODE_ENV");
      else Deno.env.set("NODE_ENV", previous);
    },
  };
}

/** Lets everything happen that needs no further answer. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
