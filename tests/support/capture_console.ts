/**
 * Collects what is written to one method of the console while a function runs.
 *
 * @returns the first argument of each call, as text
 */
export function captureConsole(
  method: "error" | "warn",
  run: () => void,
): string[] {
  const original = console[method];
  const messages: string[] = [];
  console[method] = (message: unknown) => messages.push(String(message));
  try {
    run();
  } finally {
    console[method] = original;
  }
  return messages;
}

/** Runs without warnings. */
export function quietly<T>(run: () => T): T {
  let result: T;
  captureConsole("warn", () => {
    result = run();
  });
  return result!;
}
