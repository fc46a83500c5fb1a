import { microtasks } from "./harbour.ts";

/** What became of a promise so far, in words. */
export async function outcomeOf(promise: Promise<unknown>): Promise<string> {
  let outcome = "pending";
  promise.then(
    (value) => outcome = `resolved ${JSON.stringify(value)}`,
    (error) => outcome = `rejected ${error?.name ?? error}`,
  );
  await microtasks();
  return outcome;
}
