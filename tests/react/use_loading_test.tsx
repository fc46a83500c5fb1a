import {
  assertEquals,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import { useLoading } from "../../react/mod.ts";
import { render, renderHook, settle, start } from "./support/render.tsx";
import { Activity } from "./support/renderer.ts";

/** A function whose calls the test settles. */
function controlled() {
  const calls: PromiseWithResolvers<number>[] = [];
  const run = (_name: string): Promise<number> => {
    const call = Promise.withResolvers<number>();
    calls.push(call);
    return call.promise;
  };
  return { run, calls };
}

Deno.test("loading lasts from the call until it settles [react/LOD-1]", async () => {
  const { run, calls } = controlled();
  await using hook = await renderHook(() => useLoading(run), { props: null });
  assertEquals(hook.current.slice(1, 3), [false, undefined]);
  const { result } = await start(() => hook.current[0]("a"));
  assertEquals(hook.current.slice(1, 3), [true, undefined]);
  calls[0]!.resolve(5);
  await settle(() => result);
  assertEquals(await result, 5);
  assertEquals(hook.current.slice(1, 3), [false, undefined]);
});

Deno.test("a function that returns nothing tells whether its latest call has succeeded [react/LOD-10]", async () => {
  const calls: PromiseWithResolvers<void>[] = [];
  await using hook = await renderHook(
    () =>
      useLoading(() => {
        const call = Promise.withResolvers<void>();
        calls.push(call);
        return call.promise;
      }, []),
    { props: null },
  );
  const hasSucceeded = () => hook.current[3];
  assertEquals(hasSucceeded(), false, "nothing was called");
  await start(() => hook.current[0]());
  assertEquals(hasSucceeded(), false, "it is running");
  await settle(() => calls[0]!.resolve());
  assertEquals(hasSucceeded(), true);
  await start(() => hook.current[0]());
  assertEquals(hasSucceeded(), false, "another one is running");
  await settle(() => calls[1]!.reject(new Error("sunk")));
  assertEquals(hasSucceeded(), false, "it has failed");
  await start(() => hook.current[0]());
  await start(() => hook.current[0]());
  await settle(() => calls[2]!.resolve());
  assertEquals(hasSucceeded(), false, "the latest is running");
  await settle(() => calls[3]!.resolve());
  assertEquals(hasSucceeded(), true);
  await start(() => hook.current[0]());
  await start(() => hook.current[0]());
  await settle(() => calls[5]!.resolve());
  await settle(() => calls[4]!.reject(new Error("late")));
  assertEquals(hasSucceeded(), true, "the latest has");
});

Deno.test("the function changes with its dependencies, or with itself [react/LOD-2]", async () => {
  await using hook = await renderHook(
    ({ n, dep }: { n: number; dep: number }) =>
      [
        useLoading(() => Promise.resolve(n), [dep]),
        useLoading(() => Promise.resolve(n)),
      ] as const,
    { props: { n: 1, dep: 1 } },
  );
  const [[first], [free]] = hook.current;
  await hook.rerender({ n: 2, dep: 1 });
  assertStrictEquals(hook.current[0][0], first);
  assertNotStrictEquals(hook.current[1][0], free);
  const { result } = await start(() => hook.current[0][0]());
  assertEquals(await result, 1);
  await hook.rerender({ n: 3, dep: 2 });
  assertNotStrictEquals(hook.current[0][0], first);
});

Deno.test("a failure is an error and no rejection, and the next call clears it [react/LOD-3] [react/LOD-4] [react/LOD-8]", async () => {
  const failures: unknown[] = [new Error("sunk"), "just text"];
  await using hook = await renderHook(
    () =>
      useLoading(() => {
        if (failures.length === 0) return new Promise<void>(() => {});
        throw failures.shift();
      }, []),
    { props: null },
  );
  const { result: first } = await start(() => hook.current[0]());
  assertEquals(await first, undefined);
  assertEquals([hook.current[1], hook.current[2]?.message], [false, "sunk"]);
  await settle(() => hook.current[0]());
  assertEquals(hook.current[2] as unknown, "just text");
  await start(() => hook.current[0]());
  assertEquals(hook.current.slice(1, 3), [true, undefined]);
});

Deno.test("of overlapping calls the last to settle ends loading and the latest tells the error [react/LOD-5]", async () => {
  const { run, calls } = controlled();
  await using hook = await renderHook(() => useLoading(run), { props: null });
  await start(() => hook.current[0]("a"));
  await start(() => hook.current[0]("b"));
  calls[1]!.reject(new Error("b failed"));
  await settle();
  assertEquals([hook.current[1], hook.current[2]?.message], [true, "b failed"]);
  calls[0]!.reject(new Error("a failed"));
  await settle();
  assertEquals([hook.current[1], hook.current[2]?.message], [
    false,
    "b failed",
  ]);
});

Deno.test("after unmounting the promise settles and nothing else happens [react/LOD-6]", async () => {
  const { run, calls } = controlled();
  const hook = await renderHook(() => useLoading(run), { props: null });
  const { result } = await start(() => hook.current[0]("a"));
  await hook.screen.unmount();
  calls[0]!.reject(new Error("late"));
  assertEquals(await result, undefined);
  assertEquals(hook.current[1], true);
});

Deno.test("StrictMode does not leave it unmounted [react/LOD-7]", async () => {
  const { run, calls } = controlled();
  await using hook = await renderHook(() => useLoading(run), {
    props: null,
    strict: true,
  });
  const { result } = await start(() => hook.current[0]("a"));
  calls[0]!.resolve(1);
  await settle(() => result);
  assertEquals(hook.current[1], false);
});

const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

activityTest(
  "a call that settles while the component is hidden has ended when it is shown again [react/LOD-1] [react/LOD-7]",
  async () => {
    const { run, calls } = controlled();
    let call!: typeof run;
    function Button() {
      const [save, isSaving, error] = useLoading(run);
      call = save;
      return isSaving ? "saving" : error?.message ?? "idle";
    }
    const Hiding = Activity!;
    const page = (mode: "visible" | "hidden") => (
      <Hiding mode={mode}>
        <p>
          <Button />
        </p>
      </Hiding>
    );
    await using screen = await render(page("visible"));
    await start(() => call("a"));
    assertEquals(screen.text(), "saving");
    await screen.render(page("hidden"));
    await settle(() => calls[0]!.reject(new Error("sunk")));
    await screen.render(page("visible"));
    assertEquals(screen.text(), "sunk");
  },
);
