import { assertEquals } from "@std/assert";
import { useLayoutEffect } from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  ErrorBoundary,
  type ErrorFallbackProps,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { Activity } from "./support/renderer.ts";

/** A page below a boundary, with the means to reset it. */
async function renderPage(
  harbour: Harbour,
  props: { autoReset?: boolean } = {},
) {
  const page = {} as { reset: () => void; controller: Controller };
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
    page.reset = resetErrorBoundary;
    return error.message;
  }
  function Grab() {
    page.controller = useController();
    return null;
  }
  const screen = await render(
    <DataProvider>
      <Grab />
      <AsyncBoundary fallback="waiting" errorComponent={Failure} {...props}>
        <Name />
      </AsyncBoundary>
    </DataProvider>,
  );
  return { screen, page };
}

function errorTest(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    await withoutConsole("error", run);
  });
}

errorTest(
  "a reset requests again at once, and once [react/NEW-24]",
  async () => {
    const harbour = new Harbour();
    const { screen, page } = await renderPage(harbour);
    await using _ = screen;
    harbour.last.fail(new Error("sunk"));
    await settle();
    assertEquals(screen.text(), "sunk");
    await settle(page.reset);
    assertEquals([screen.text(), harbour.asked.length], ["waiting", 2]);
    harbour.last.fail(new Error("still sunk"));
    await settle();
    assertEquals([screen.text(), harbour.asked.length], ["still sunk", 2]);
    await settle(page.reset);
    harbour.last.answer({ id: "1", name: "Fram" });
    await settle();
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 3]);
  },
);

errorTest(
  "data that comes by other means resets the boundary [react/NEW-25] [react/BND-9]",
  async () => {
    for (const autoReset of [true, false]) {
      const harbour = new Harbour();
      const { screen, page } = await renderPage(harbour, { autoReset });
      await using _ = screen;
      harbour.last.fail(new Error("sunk"));
      await settle();
      await settle(() =>
        page.controller.setResponse(harbour.getVessel, { id: "1" }, {
          id: "1",
          name: "Fram",
        })
      );
      assertEquals(screen.text(), autoReset ? "Fram" : "sunk");
      assertEquals(harbour.asked.length, 1);
    }
  },
);

errorTest(
  "the default fallback offers to retry what the store can request [react/NEW-70]",
  async () => {
    const harbour = new Harbour();
    function Name() {
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary fallback="waiting">
          <Name />
        </AsyncBoundary>
      </DataProvider>,
    );
    harbour.last.fail(new Error("sunk"));
    await settle();
    const alert = screen.container.querySelector("[role=alert]");
    const button = screen.container.querySelector("button")!;
    assertEquals([alert?.textContent, button.textContent, button.type], [
      "sunk",
      "Retry",
      "button",
    ]);
    await settle(() => button.click());
    assertEquals(screen.text(), "waiting");
    harbour.last.answer({ id: "1", name: "Fram" });
    await settle();
    assertEquals(screen.text(), "Fram");
  },
);

const activityErrorTest = Activity === undefined
  ? (name: string, run: () => Promise<void>) => Deno.test.ignore(name, run)
  : errorTest;

activityErrorTest(
  "data that came while the boundary was hidden resets it when it is shown again [react/NEW-25]",
  async () => {
    const harbour = new Harbour();
    let controller!: Controller;
    function Name() {
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    }
    function Grab() {
      controller = useController();
      return null;
    }
    const Hiding = Activity!;
    const page = (mode: "visible" | "hidden") => (
      <DataProvider devButton={null}>
        <Grab />
        <Hiding mode={mode}>
          <p>
            <AsyncBoundary fallback="waiting">
              <Name />
            </AsyncBoundary>
          </p>
        </Hiding>
      </DataProvider>
    );
    await using screen = await render(page("visible"));
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals(screen.text(), "sunkRetry");
    await screen.render(page("hidden"));
    await settle(() =>
      controller.setResponse(harbour.getVessel, { id: "1" }, {
        id: "1",
        name: "Fram",
      })
    );
    await screen.render(page("visible"));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 1]);
  },
);

errorTest(
  "data that comes between the failed render and its commit resets the boundary [react/NEW-25]",
  async () => {
    const harbour = new Harbour();
    let controller!: Controller;
    function Name() {
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    }
    function Early() {
      controller = useController();
      useLayoutEffect(() => {
        void controller.setResponse(harbour.getVessel, { id: "1" }, {
          id: "1",
          name: "Fram",
        });
      }, []);
      return null;
    }
    function Failure({ error }: ErrorFallbackProps) {
      return (
        <>
          {error.message}
          <Early />
        </>
      );
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary fallback="waiting" errorComponent={Failure}>
          <Name />
        </AsyncBoundary>
      </DataProvider>,
    );
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 1]);
  },
);

errorTest(
  "the default fallback still offers to retry what was invalidated meanwhile [react/NEW-70]",
  async () => {
    const harbour = new Harbour();
    let controller!: Controller;
    function Name() {
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    }
    function Page() {
      controller = useController();
      return (
        <AsyncBoundary fallback="waiting">
          <Name />
        </AsyncBoundary>
      );
    }
    await using screen = await render(
      <DataProvider>
        <Page />
      </DataProvider>,
    );
    await settle(() => harbour.last.fail(new Error("sunk")));
    await settle(() => controller.invalidate(harbour.getVessel, { id: "1" }));
    await screen.render(
      <DataProvider>
        <Page />
      </DataProvider>,
    );
    assertEquals(screen.text(), "sunkRetry");
    await settle(() => screen.container.querySelector("button")!.click());
    assertEquals([screen.text(), harbour.asked.length], ["waiting", 2]);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "Fram");
  },
);

Deno.test("what is no error of a request offers no retry, and its reset requests nothing [react/NEW-24] [react/NEW-70] [react/BND-10]", async () => {
  const harbour = new Harbour();
  let controller!: Controller;
  function Sinking(): never {
    controller = useController();
    throw undefined;
  }
  await withoutConsole("error", async () => {
    await using screen = await render(
      <DataProvider devButton={null}>
        <ErrorBoundary>
          <Sinking />
        </ErrorBoundary>
      </DataProvider>,
    );
    await settle(() =>
      controller.setResponse(harbour.getVessel, { id: "1" }, { id: "1" })
    );
    await screen.render(
      <DataProvider devButton={null}>
        <ErrorBoundary key="another">
          <Sinking />
        </ErrorBoundary>
      </DataProvider>,
    );
    assertEquals(screen.container.querySelectorAll("button").length, 0);
    assertEquals(harbour.asked, []);
  });
});
