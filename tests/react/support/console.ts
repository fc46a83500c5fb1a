/**
 * Keeps one method of the console from printing while `run` runs.
 *
 * @returns First arguments of its calls.
 */
export async function withoutConsole(
  method: "error" | "warn" | "info",
  run: () => Promise<void>,
): Promise<unknown[]> {
  const original = console[method];
  const printed: unknown[] = [];
  console[method] = (message: unknown) => void printed.push(message);
  try {
    await run();
  } finally {
    console[method] = original;
  }
  return printed;
}
