/**
 * React Native in a document: `react-native-web`, found as the bundler of an
 * application would find `react-native`. Must be imported before the entry
 * point is used.
 *
 * @module
 */
import "../../support/dom.ts";
import { assert } from "@std/assert";

// it looks for one as soon as it is loaded
Object.assign(globalThis, { ShadowRoot: document.defaultView!.ShadowRoot });

/** What the tests use of it; the package has no types. */
interface ReactNativeWeb {
  readonly InteractionManager: {
    createInteractionHandle(): number;
    clearInteractionHandle(handle: number): void;
    runAfterInteractions(
      task: () => void,
    ): { cancel(): void; then(run: () => void): unknown };
  };
}

const packages: Record<string, unknown> = {};

/** Has calls of `require` find a package. */
export function install(name: string, contents: unknown): void {
  packages[name] = contents;
}

/** Names of all packages that were asked for. */
export const asked = new Set<string>();

Object.assign(globalThis, {
  require(name: string): unknown {
    asked.add(name);
    assert(name in packages, `no package ${name}`);
    return packages[name];
  },
});

const loaded: unknown = await import("react-native-web");
export const reactNativeWeb = loaded as ReactNativeWeb;

install("react-native", withoutInteractionManager(loaded as object));

/** React Native complains when its InteractionManager is touched; the newest one throws. */
function withoutInteractionManager(contents: object): object {
  return new Proxy(contents, {
    get(target, name) {
      assert(name !== "InteractionManager", "InteractionManager was removed");
      return Reflect.get(target, name);
    },
    ownKeys() {
      throw new Error("not all of react-native is to be loaded");
    },
  });
}
