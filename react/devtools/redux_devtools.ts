/** The part of the browser extension that opens its window. */
interface ReduxDevTools {
  open?(position?: string): void;
}

function extension(): ReduxDevTools | undefined {
  const { __REDUX_DEVTOOLS_EXTENSION__ } = globalThis as {
    __REDUX_DEVTOOLS_EXTENSION__?: ReduxDevTools;
  };
  return __REDUX_DEVTOOLS_EXTENSION__;
}

/** Whether the Redux DevTools browser extension is installed. */
export function hasReduxDevTools(): boolean {
  return extension()?.open !== undefined;
}

/** Opens the panel of the Redux DevTools browser extension, if it is installed. */
export function openReduxDevTools(): void {
  try {
    extension()?.open?.("panel");
  } catch (error) {
    console.warn("The Redux DevTools extension could not be opened.", error);
  }
}
