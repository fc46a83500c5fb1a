import { assertEquals } from "@std/assert";
import { type ComponentType, useLayoutEffect } from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  ErrorBoundary,
  type ErrorFallbackProps,
  useController,
  useDLE,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { Activity, isPreact10 } from "./support/renderer.ts";

/** What a page lets a test do. */
interface Page {
  controller: Controller;
  reset: () => void;
}

/** The name of a vessel below a boundary. */
function Content({ harbour, page, ...props }: {
  readonly harbour: Harbour;
  readonly page: Page;
  readonly errorComponent?: ComponentType<ErrorFallbackProps>;
  readonly autoReset?: boolean;
}) {
  page.controller = useController();
  return (
    <AsyncBoundary fallback="waiting" {...props}>
      <Name harbour={harbour} />
    </AsyncBoundary>
  );
}

function Name({ harbour }: { readonly harbour: Harbour }) {
  return useSuspense(harbour.getVessel, { id: "1" }).name;
}

/** A page whose fallback is the message. */
async function renderPage(
  harbour: Harbour,
  props: { autoReset?: boolean } = {},
) {
  const page = {} as Page;
  function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
    page.reset = resetErrorBoundary;
    return error.message;
  }
  const screen = await render(
    <DataProvider>
      <Content
        harbour={harbour}
        page={page}
        errorComponent={Failure}
        {...props}
      />
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
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals(screen.text(), "sunk");
    await settle(page.reset);
    assertEquals([screen.text(), harbour.asked.length], ["waiting", 2]);
    await settle(() => harbour.last.fail(new Error("still sunk")));
    assertEquals([screen.text(), harbour.asked.length], ["still sunk", 2]);
    await settle(page.reset);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 3]);
  },
);

errorTest(
  "readers elsewhere share the request of a reset [react/NEW-24]",
  async () => {
    const harbour = new Harbour();
    let reset!: () => void;
    function Failure({ error, resetErrorBoundary }: ErrorFallbackProps) {
      reset = resetErrorBoundary;
      return error.message;
    }
    function Other() {
      const { data, loading, error } = useDLE(harbour.getVessel, { id: "1" });
      return ` ${loading ? "loading" : error?.message ?? data?.name}`;
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary fallback="waiting" errorComponent={Failure}>
          <Name harbour={harbour} />
        </AsyncBoundary>
        <Other />
      </DataProvider>,
    );
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals(screen.text(), "sunk sunk");
    await settle(reset);
    assertEquals([screen.text(), harbour.asked.length], ["waiting loading", 2]);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals([screen.text(), harbour.asked.length], ["Fram Fram", 2]);
  },
);

errorTest(
  "data that comes by other means resets the boundary [react/NEW-25] [react/BND-9]",
  async () => {
    for (const autoReset of [true, false]) {
      const harbour = new Harbour();
      const { screen, page } = await renderPage(harbour, { autoReset });
      await using _ = screen;
      await settle(() => harbour.last.fail(new Error("sunk")));
      await settle(() => harbour.bring(page.controller, "1", "Fram"));
      assertEquals(screen.text(), autoReset ? "Fram" : "sunk");
      assertEquals(harbour.asked.length, 1);
    }
  },
);

errorTest(
  "the default fallback offers to retry what the store can request [react/NEW-70]",
  async () => {
    const harbour = new Harbour();
    await using screen = await render(
      <DataProvider>
        <Content harbour={harbour} page={{} as Page} />
      </DataProvider>,
    );
    await settle(() => harbour.last.fail(new Error("sunk")));
    const alert = screen.container.querySelector("[role=alert]");
    const button = screen.container.querySelector("button")!;
    assertEquals([alert?.textContent, button.textContent, button.type], [
      "sunk",
      "Retry",
      "button",
    ]);
    await settle(() => button.click());
    assertEquals(screen.text(), "waiting");
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
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
    const page = {} as Page;
    const Hiding = Activity!;
    const content = (mode: "visible" | "hidden") => (
      <DataProvider devButton={null}>
        <Hiding mode={mode}>
          <p>
            <Content harbour={harbour} page={page} />
          </p>
        </Hiding>
      </DataProvider>
    );
    await using screen = await render(content("visible"));
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals(screen.text(), "sunkRetry");
    await screen.render(content("hidden"));
    await settle(() => harbour.bring(page.controller, "1", "Fram"));
    await screen.render(content("visible"));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 1]);
  },
);

errorTest(
  "data that comes between the failed render and its commit resets the boundary [react/NEW-25]",
  async () => {
    const harbour = new Harbour();
    const page = {} as Page;
    function Early() {
      useLayoutEffect(() => {
        void harbour.bring(page.controller, "1", "Fram");
      }, []);
      return null;
    }
    function Failure({ error }: ErrorFallbackProps) {
      return (
        <>
          {error.message} <Early />
        </>
      );
    }
    await using screen = await render(
      <DataProvider>
        <Content harbour={harbour} page={page} errorComponent={Failure} />
      </DataProvider>,
    );
    await settle(() => harbour.last.fail(new Error("sunk")));
    assertEquals([screen.text(), harbour.asked.length], ["Fram", 1]);
  },
);

const forgetting: Record<string, (controller: Controller) => unknown> = {
  invalidate: ({ invalidateAll }) => invalidateAll({ testKey: () => true }),
  expireAll: ({ expireAll }) => expireAll({ testKey: () => true }),
  resetEntireStore: ({ resetEntireStore }) => resetEntireStore(),
};
for (const [name, forget] of Object.entries(forgetting)) {
  errorTest(
    `${name} has a boundary request again what failed, once [react/NEW-25]`,
    async () => {
      const harbour = new Harbour();
      const { screen, page } = await renderPage(harbour);
      await using _ = screen;
      for (const count of [1, 2]) {
        await settle(() => harbour.last.fail(new Error("sunk")));
        assertEquals([screen.text(), harbour.asked.length], ["sunk", count]);
        await settle(() => forget(page.controller));
        assertEquals(harbour.asked.length, count + 1);
      }
      await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      assertEquals(screen.text(), "Fram");
    },
  );
}

errorTest(
  "the default fallback still offers to retry what was invalidated meanwhile [react/NEW-70]",
  async () => {
    const harbour = new Harbour();
    const page = {} as Page;
    const content = () => (
      <DataProvider>
        <Content harbour={harbour} page={page} autoReset={false} />
      </DataProvider>
    );
    await using screen = await render(content());
    await settle(() => harbour.last.fail(new Error("sunk")));
    await settle(() =>
      page.controller.invalidate(harbour.getVessel, { id: "1" })
    );
    await screen.render(content());
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
    // Preact 10 asks whatever is thrown for its `then`
    throw isPreact10 ? "sunk" : undefined;
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
