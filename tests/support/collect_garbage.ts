import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/** Makes the engine collect what nothing holds; afterwards `WeakRef`s to it are empty. */
export async function collectGarbage(): Promise<void> {
  if (collect === undefined) {
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  // a WeakRef holds its target until the current task ends
  await new Promise((resolve) => setTimeout(resolve));
  collect();
}

/**
 * Collects until what the references point to is gone, as far as nothing holds
 * it. One collection is not enough on a busy machine: compilers that run beside
 * the program hold what they look at until they are done.
 *
 * @returns References whose target is there after many collections.
 */
export async function leftInMemory(
  references: Iterable<WeakRef<object>>,
): Promise<WeakRef<object>[]> {
  let left = [...references];
  for (let round = 0; round < 30 && left.length > 0; round++) {
    await collectGarbage();
    left = left.filter((reference) => reference.deref() !== undefined);
  }
  return left;
}
