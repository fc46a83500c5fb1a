/**
 * What dispatching an action that was stored at once returns. One promise
 * serves all, since it holds nothing, and who meets it need not handle it.
 */
export const stored: Promise<void> = Promise.resolve();
