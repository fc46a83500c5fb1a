import type { Page } from "playwright-core";

/** How often each component has rendered since the last call, by its name. */
export type RenderCount = () => Promise<Record<string, number>>;

/**
 * Counts the renders that React commits on a page, as its developer tools do.
 * Call it before the page is loaded; the page needs names, so no minifying.
 */
export async function countRenders(page: Page): Promise<RenderCount> {
  await page.addInitScript(install);
  return () =>
    page.evaluate(() => {
      const counted = globalThis as unknown as Counted;
      const { renders } = counted;
      counted.renders = {};
      return renders;
    });
}

interface Counted {
  renders: Record<string, number>;
  __REACT_DEVTOOLS_GLOBAL_HOOK__: object;
}

/** The members of React's fibers that matter here. */
interface Fiber {
  readonly type: unknown;
  readonly flags: number;
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

function install(): void {
  const counted = globalThis as unknown as Counted;
  counted.renders = {};
  counted.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    checkDCE() {},
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot: (_id: number, root: { current: Fiber }) =>
      visit(root.current),
  };
  const performedWork = 1;

  function visit(fiber: Fiber): void {
    const name = nameOf(fiber.type);
    if (name && fiber.flags & performedWork) {
      counted.renders[name] = (counted.renders[name] ?? 0) + 1;
    }
    // children that are the very same were not looked at by React
    if (fiber.alternate && fiber.child === fiber.alternate.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child);
  }

  function nameOf(type: unknown): string | undefined {
    const component =
      typeof type === "object" && type !== null && "type" in type
        ? type.type
        : type;
    return typeof component === "function" ? component.name : undefined;
  }
}
