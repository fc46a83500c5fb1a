/**
 * Hooks on display, for panels: which component called them, and what each
 * renders. Noted in development; a production bundle has nothing of it.
 *
 * @module
 */
import type { Dependencies } from "../controller/mod.ts";
import { isDevelopment } from "../schema/engine.ts";
import type { ReaderSource } from "./reader_source.ts";

/** A hook of a component on display. */
export interface VisibleHook {
  /** What it reads, as far as that has a name. */
  readonly selector: {
    readonly key?: string | null;
    readonly name?: string;
    readonly schema?: unknown;
  };
  /** What its newest value is made of. */
  readonly dependencies: Dependencies;
}

/** What is known of a hook since its first call. */
interface Trace {
  /** Where that was. A text is made of it when somebody asks. */
  readonly call: Error;
  /** How often its component rendered, of what came on screen. */
  renders: number;
  /** Whether that counts the newest call. */
  isCounted: boolean;
}

const traces = new WeakMap<object, Trace>();
let allRenders = 0;
/** By the controller that reads, and by what observes. */
const hooks = new WeakMap<object, Map<object, VisibleHook>>();

/**
 * Notes that a component calls a hook and, the first time, which one it is.
 *
 * @param observer Stands for the hook.
 */
export function traceHook(observer: object): void {
  if (!isDevelopment()) return;
  let trace = traces.get(observer);
  if (trace === undefined) {
    trace = { call: new Error(), renders: 0, isCounted: false };
    traces.set(observer, trace);
  }
  trace.isCounted = false;
}

/**
 * Notes that what a component rendered last is on screen. A call that React
 * repeats, in strict mode or after an interruption, is one render with it.
 *
 * @param observer Stands for the hook.
 */
export function noteRender(observer: object): void {
  if (!isDevelopment()) return;
  const trace = traces.get(observer);
  if (trace === undefined || trace.isCounted) return;
  trace.isCounted = true;
  trace.renders++;
  allRenders++;
}

/**
 * How often the component of a hook rendered.
 *
 * @param observer Stands for the hook; nothing for all together.
 */
export function rendersOf(observer?: object): number {
  return observer === undefined
    ? allRenders
    : traces.get(observer)?.renders ?? 0;
}

/**
 * Notes what a hook renders.
 *
 * @param observer Stands for the hook.
 * @param source What it reads from.
 * @param selector What it reads.
 * @param selection Its value. Bundlers drop the call as long as nothing is read from objects for it.
 */
export function noteHook(
  observer: object,
  source: ReaderSource,
  selector: object,
  selection: { readonly dependencies: Dependencies },
): void {
  if (!isDevelopment()) return;
  const { controller } = source;
  let visible = hooks.get(controller);
  if (visible === undefined) hooks.set(controller, visible = new Map());
  visible.set(observer, { selector, dependencies: selection.dependencies });
}

/**
 * A hook has left the screen.
 *
 * @param observer Stands for the hook.
 * @param selector What it reads.
 */
export function forgetHook(
  observer: object,
  selector: { readonly source: ReaderSource },
): void {
  if (isDevelopment()) hooks.get(selector.source.controller)?.delete(observer);
}

const none: ReadonlyMap<object, VisibleHook> = /* @__PURE__ */ new Map();

/** The hooks that show something of a store. */
export function visibleHooks(
  controller: object,
): ReadonlyMap<object, VisibleHook> {
  return hooks.get(controller) ?? none;
}

/** Who called a hook. */
export interface HookCaller {
  /** Name of the component's function; empty for one without a name. */
  readonly component: string;
  /** Name of the hook, after those of the application that called it. */
  readonly hook: string;
}

const callers = new WeakMap<object, HookCaller>();

/**
 * Who called a hook. React has no public name for the component that renders;
 * the trace of the call has one, with any version of it and with Preact.
 *
 * @param observer Stands for the hook.
 */
export function callerOf(observer: object): HookCaller {
  let caller = callers.get(observer);
  if (caller === undefined) {
    caller = callerIn(traces.get(observer)?.call.stack ?? "");
    callers.set(observer, caller);
  }
  return caller;
}

/** Hooks that no application calls. */
const inner = ["useSelection", "useReading"];

/** The caller in a trace, as V8, Firefox and Safari write it. */
function callerIn(trace: string): HookCaller {
  const names = trace.split("\n")
    .map((line) =>
      /^\s*at (?:new |async )?(\S+) (?:\[as \S+\] )?\(|^([^@\s]+)@/.exec(line)
        ?.slice(1)
        .find(Boolean)?.split(/[./]/).at(-1)?.replace(/<$/, "") ?? ""
    );
  const first = names.indexOf("useSelection");
  const hooks: string[] = [];
  let place = Math.max(0, first);
  for (; /^use[A-Z]/.test(names[place] ?? ""); place++) {
    // bundlers number names that are there twice
    const name = names[place]!.replace(/\$?\d+$/, "");
    if (!inner.includes(name)) hooks.unshift(name);
  }
  return { component: names[place] ?? "", hook: hooks.join(" › ") };
}
