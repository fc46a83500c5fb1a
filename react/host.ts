/**
 * Whether this renders on a server, where effects never run. It is told by
 * `document`, which no build replaces, and React Native has neither.
 */
export function isServer(): boolean {
  return typeof document === "undefined" && !isReactNative();
}

function isReactNative(): boolean {
  const { navigator } = globalThis as { navigator?: { product?: string } };
  return navigator?.product === "ReactNative";
}
