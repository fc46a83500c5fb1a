/**
 * What is left of the signals of useCancelling. Neighbours tried: components
 * that leave while they wait for their first data, below an AsyncBoundary and
 * below a bare Suspense, whose requests are answered, fail, and are aborted by
 * the controller; components that were on screen; components that read by
 * useDLE, by useFetch, and not at all; components without a provider, on screen
 * and waiting for something of their own; StrictMode; React 18 and Preact by
 * scripts/test_renderers.ts.
 */
import { assert, assertEquals, assertNotStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  Fragment,
  type ReactNode,
  StrictMode,
  Suspense,
  useEffect,
} from "react";
import { type Controller, Endpoint, NetworkManager } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useCancelling,
  useController,
  useDLE,
  useFetch,
  useSuspense,
} from "../../react/mod.ts";
import { leftInMemory } from "../support/collect_garbage.ts";
import { withoutConsole } from "./support/console.ts";
import { render, settle } from "./support/render.tsx";

type GetReport = Endpoint<
  (_: { id: string }) => Promise<string>,
  undefined,
  false
>;

/** Requests that wait for the test, and the signals that they were made with. */
function reports() {
  const signals = new Set<WeakRef<AbortSignal>>();
  const pending: ((end: "answer" | "fail") => void)[] = [];
  const getReport = new Endpoint(
    (_: { id: string }) =>
      new Promise<string>((resolve, reject) => {
        pending.push((end) =>
          end === "answer" ? resolve("report") : reject(new Error("lost"))
        );
      }),
    { name: "getReport" },
  ) as GetReport;
  const note = (endpoint: GetReport) => {
    const { signal } = endpoint as unknown as { signal: AbortSignal };
    for (const known of signals) if (known.deref() === signal) return;
    signals.add(new WeakRef(signal));
  };
  return { getReport, signals, note, pending };
}

const hooks: Record<string, (endpoint: GetReport, id: string) => ReactNode> = {
  useSuspense: (endpoint, id) => useSuspense(endpoint, { id }),
  useDLE: (endpoint, id) => useDLE(endpoint, { id }).data,
  useFetch: (endpoint, id) => {
    const promise = useFetch(endpoint, { id });
    if (promise.status === "pending") throw promise;
    return null;
  },
  "no reading hook": () => null,
};
const boundaries = {
  "an AsyncBoundary": (content: ReactNode) => (
    <AsyncBoundary fallback="waiting">{content}</AsyncBoundary>
  ),
  "a bare Suspense": (content: ReactNode) => (
    <Suspense fallback="waiting">{content}</Suspense>
  ),
  "StrictMode and Suspense": (content: ReactNode) => (
    <StrictMode>
      <Suspense fallback="waiting">{content}</Suspense>
    </StrictMode>
  ),
};
const ids = Array.from({ length: 20 }, (_, index) => `${index}`);

for (const [name, read] of Object.entries(hooks)) {
  for (const [boundary, around] of Object.entries(boundaries)) {
    for (const end of ["answer", "fail", "abort"] as const) {
      if (name !== "useSuspense" && end !== "answer") continue;
      Deno.test(`20 components below ${boundary} that leave before their requests ${end} keep no signal, reading by ${name} [react/CAN-9]`, async () => {
        const time = new FakeTime();
        await withoutConsole("error", async () => {
          const { getReport, signals, note, pending } = reports();
          // developer tools keep what they have recorded
          const managers = [new NetworkManager()];
          let controller!: Controller;
          function Handle(): ReactNode {
            controller = useController();
            return null;
          }
          function Report({ id }: { id: string }): ReactNode {
            const endpoint = useCancelling(getReport, { id });
            note(endpoint);
            return read(endpoint, id);
          }
          const page = (id: string | undefined) => (
            <DataProvider managers={managers} devButton={null}>
              <Handle />
              <Fragment key={id}>
                {around(id === undefined ? null : <Report id={id} />)}
              </Fragment>
            </DataProvider>
          );
          await using screen = await render(page(ids[0]));
          for (const id of ids.slice(1)) await screen.render(page(id));
          await screen.render(page(undefined));
          await screen.render(page(undefined));
          if (end === "abort") {
            // below a bare Suspense they are asked for three times
            for (const id of [...ids, ...ids, ...ids]) {
              await settle(() => controller.abort(getReport, { id }));
            }
            // an endpoint that ignores its signal holds it until it ends
            pending.length = 0;
          } else {
            await settle(() => pending.splice(0).forEach((each) => each(end)));
          }
          // what has waited counts for five seconds
          await time.tickAsync(5001);
          await time.tickAsync(1);
          await settle();
          time.restore();
          assert(signals.size >= 20, `${signals.size} signals`);
          const left = await leftInMemory(signals);
          // renderers keep what they have rendered last
          assert(left.length <= 1, `${left.length} signals are left`);
        });
      });
    }
  }
}

Deno.test("useCancelling needs no provider: requests of its own are aborted by other arguments, null, and when the component leaves [react/CAN-10] [react/CAN-1]", async () => {
  const seen: string[] = [];
  const getReport = new Endpoint(
    function (this: { signal?: AbortSignal }, { id }: { id: string }) {
      seen.push(`ask ${id}`);
      this.signal!.addEventListener("abort", () => seen.push(`abort ${id}`));
      return new Promise<string>(() => {});
    },
    { name: "getReport" },
  );
  function Report({ id }: { id: string | null }): ReactNode {
    const endpoint = useCancelling(getReport, id === null ? null : { id });
    useEffect(() => {
      if (id !== null) void endpoint({ id });
    }, [endpoint, id]);
    return id;
  }
  await using screen = await render(<Report id="1" />);
  await screen.render(<Report id="1" />);
  await screen.render(<Report id="2" />);
  await settle();
  await screen.render(<Report id={null} />);
  await settle();
  await screen.render(<Report id="3" />);
  await screen.render(null);
  await settle();
  assertEquals(
    seen,
    [
      "ask 1",
      "ask 2",
      "abort 1",
      "abort 2",
      "ask 3",
      "abort 3",
    ].toSorted((a, b) => seen.indexOf(a) - seen.indexOf(b)),
  );
  assertEquals(seen.length, 6);
});

Deno.test("components without provider do not share a signal, and keep none when they leave [react/CAN-10]", async () => {
  const { getReport, signals, note } = reports();
  const endpoints: unknown[] = [];
  const forever = new Promise<never>(() => {});
  function Report({ id, waits }: { id: string; waits: boolean }): ReactNode {
    const endpoint = useCancelling(getReport, { id });
    endpoints.push(endpoint);
    note(endpoint);
    if (waits) throw forever;
    return id;
  }
  const page = (id: string, waits: boolean) => (
    <Suspense fallback="waiting">
      <Report key={id} id={id} waits={waits} />
      <Report key={`${id} again`} id={id} waits={waits} />
    </Suspense>
  );
  await using screen = await render(page("0", false));
  assertNotStrictEquals(endpoints[0], endpoints[1]);
  for (const id of ids) await screen.render(page(id, false));
  for (const id of ids) await screen.render(page(id, true));
  await screen.render(null);
  await screen.render(null);
  endpoints.length = 0;
  const left = await leftInMemory(signals);
  assert(left.length <= 2, `${left.length} of ${signals.size} are left`);
});
