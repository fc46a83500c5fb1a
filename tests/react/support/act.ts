/**
 * `act` of the renderer the tests run on: everything a callback causes has
 * been rendered when its promise resolves.
 *
 * @module
 */
import * as React from "react";

/** Runs the callback, then everything the renderer has to do after it. */
export type Act = (run: () => Promise<unknown>) => Promise<void>;

export const act: Act = (React as { act?: Act }).act ?? await actOfPreact();

/** Preact has it in its test utilities, which bundlers map to these of React. */
async function actOfPreact(): Promise<Act> {
  const testUtilities = "react-dom/test-utils";
  const { act } = await import(testUtilities) as { act: Act };
  // Only the import maps for Preact have this name.
  const preact = "preact";
  const { options } = await import(preact) as {
    options: { requestAnimationFrame?: (run: () => void) => void };
  };
  // Effects of what is rendered between two flushes wait for no clock.
  options.requestAnimationFrame = queueMicrotask;
  // Tests replace the clock; this is the real one.
  const { setTimeout } = globalThis;
  const task = () => new Promise((resolve) => setTimeout(resolve, 0));
  return async (run) => {
    await act(async () => {
      await run();
    });
    // That flushed once. React goes on until promises that have settled, and
    // the renders they cause, cause nothing more.
    for (let round = 0; round < 3; round++) await act(task);
  };
}
