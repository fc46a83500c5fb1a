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
