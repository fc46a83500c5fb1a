/**
 * A page of 50 counters that show one number and take 20 ms each to render,
 * with the means to write to it inside and outside of transitions.
 *
 * @module
 */
import {
  createContext,
  memo,
  type ReactNode,
  useCallback,
  useContext,
  useDeferredValue,
  useEffect,
  useState,
  useTransition,
} from "react";
import { createRoot } from "react-dom/client";
import { mockInitialState } from "../../../controller/mock/mod.ts";
import { Endpoint, Entity } from "../../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../../react/mod.ts";

/** What is on screen, and how it is changed. */
export interface CounterPage {
  /** Shows the counters in a transition: those of the number, of a deferred one, or none. */
  show(mode: Mode): void;
  /** Adds one, urgently. */
  increment(): void;
  /** Adds one in a transition. */
  incrementInTransition(): void;
  /** Doubles the number, urgently. */
  double(): void;
  /** Adds one every so many milliseconds; with 0 no more. */
  countEvery(milliseconds: number): void;
  /** What was on screen after a commit where it differed. */
  readonly torn: string[];
}

/** What of the counters is there. */
export type Mode = "none" | "counter" | "deferred";

/** How many counters there are. */
const counters = 50;
/** How long each takes to render, in milliseconds. */
const slowness = 20;

class Count extends Entity {
  id = "";
  count = 0;
  static override key = "Count";
}

const id = { id: "1" };
const getCount = new Endpoint(
  (_: { id: string }) => Promise.resolve({ id: "1", count: 0 }),
  { schema: Count, name: "getCount", dataExpiryLength: 600_000 },
);
const initialState = mockInitialState([
  { endpoint: getCount, args: [id], response: { id: "1", count: 0 } },
]);

/** The state of React itself, which the checks are made for. */
const ReactCount = createContext<
  readonly [number, (change: (count: number) => number) => void]
>([0, () => {}]);

/** Reads the number by a hook. */
type ReadCount = () => number | undefined;

const readers: Record<string, ReadCount> = {
  useSuspense: () => useSuspense(getCount, id).count,
  useDLE: () => useDLE(getCount, id).data?.count,
  useCache: () => useCache(getCount, id)?.count,
  useQuery: () => useQuery(Count, id)?.count,
  React: () => useContext(ReactCount)[0],
};

/** Gives what changes the number. */
function useChange(
  isOfReact: boolean,
): (change: (count: number) => number) => void {
  const { set } = useController();
  const [, setCount] = useContext(ReactCount);
  const change = useCallback((change: (count: number) => number) => {
    void set(Count, id, ({ id, count }: Count) => ({
      id,
      count: change(count),
    }));
  }, [set]);
  return isOfReact ? setCount : change;
}

/** Keeps the processor busy. */
function work(): void {
  for (const end = performance.now() + slowness; performance.now() < end;);
}

function ReactState({ children }: { children: ReactNode }): ReactNode {
  return <ReactCount value={useState(0)}>{children}</ReactCount>;
}

/**
 * Renders the page.
 *
 * @param reader name of the hook that reads; `React` for state of React itself
 */
export function renderCounters(reader: string): CounterPage {
  const useCount = readers[reader]!;
  const Counter = memo(() => {
    const count = useCount();
    work();
    return <i>{count}</i>;
  });
  const Deferred = memo(() => {
    const count = useDeferredValue(useCount());
    work();
    return <i>{count}</i>;
  });
  const places = Array.from({ length: counters }, (_, index) => index);
  const torn: string[] = [];
  const page = { torn } as unknown as {
    -readonly [K in keyof CounterPage]: CounterPage[K];
  };
  let timer: ReturnType<typeof setInterval> | undefined;

  function Main(): ReactNode {
    const [isPending, startTransition] = useTransition();
    const [mode, setMode] = useState<Mode>("none");
    const count = useCount();
    const deferred = useDeferredValue(count);
    const change = useChange(reader === "React");
    useEffect(() => {
      const shown = [...document.querySelectorAll("i")]
        .map(({ textContent }) => textContent);
      if (new Set(shown).size > 1) torn.push(shown.join());
    });
    const add = () => change((count) => count + 1);
    page.show = (mode) => startTransition(() => setMode(mode));
    page.increment = add;
    page.incrementInTransition = () => startTransition(add);
    page.double = () => change((count) => count * 2);
    page.countEvery = (milliseconds) => {
      clearInterval(timer);
      if (milliseconds > 0) timer = setInterval(add, milliseconds);
    };
    return (
      <>
        <b>{isPending && "pending"}</b>
        <button type="button" id="double" onClick={page.double}>double</button>
        <button type="button" id="increment" onClick={page.increment}>
          increment
        </button>
        <i id="main">{mode === "deferred" ? deferred : count}</i>
        {mode === "counter" && places.map((place) => <Counter key={place} />)}
        {mode === "deferred" && places.map((place) => <Deferred key={place} />)}
      </>
    );
  }
  createRoot(document.getElementById("root")!).render(
    <DataProvider devButton={null} initialState={initialState}>
      <ReactState>
        <AsyncBoundary fallback="waiting">
          <Main />
        </AsyncBoundary>
      </ReactState>
    </DataProvider>,
  );
  return page;
}
