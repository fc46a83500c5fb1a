/** Makes this a production build until it is disposed of. */
export function production(): Disposable {
  const previous = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  return {
    [Symbol.dispose]() {
      if (previous === undefined) Deno.env.delete("NODE_ENV");
      else Deno.env.set("NODE_ENV", previous);
    },
  };
}

/** Runs as in production. */
export async function inProduction(run: () => unknown): Promise<void> {
  using _production = production();
  await run();
}
