/** What is shown by default is made of components of React Native. */
import { asked } from "./support/native.ts";
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { type ReactNode, Suspense } from "react";
import { getDefaultManagers } from "../../../mod.ts";
import * as react from "../../../react/mod.ts";
import * as native from "../../../react/native/mod.ts";
import { withoutConsole } from "../support/console.ts";
import { Harbour } from "../support/harbour.ts";
import { render, settle } from "../support/render.tsx";

const { AsyncBoundary, DataProvider, ErrorBoundary, useSuspense } = native;

/** Elements that `react-native-web` made: it gives all of them classes of its own. */
function nativeElements(container: HTMLElement): Element[] {
  return [...container.querySelectorAll("[class*=css-]")];
}

function Vessel({ harbour }: { readonly harbour: Harbour }): ReactNode {
  return useSuspense(harbour.getVessel, { id: "1" }).name;
}

for (const boundary of ["AsyncBoundary", "ErrorBoundary"] as const) {
  Deno.test(`an error in ${boundary} is shown in native components, with a button to retry [react/NAT-1]`, async () => {
    const harbour = new Harbour();
    const Boundary = native[boundary];
    await using screen = await render(
      <DataProvider>
        <Suspense fallback="waiting">
          <Boundary>
            <Vessel harbour={harbour} />
          </Boundary>
        </Suspense>
      </DataProvider>,
    );
    await withoutConsole("error", async () => {
      await settle(() => harbour.last.fail(new Error("the wire is cut")));
    });
    const { container } = screen;
    const alert = container.querySelector("[role=alert]")!;
    assertEquals(alert.textContent, "the wire is cut");
    assertEquals(container.querySelectorAll("pre").length, 0);
    assert(nativeElements(container).includes(alert));
    const button = container.querySelector<HTMLElement>(
      "[role=button], button",
    )!;
    assertEquals(button.textContent, "Retry");
    await settle(() => button.click());
    assertEquals([screen.text().includes("wire"), harbour.asked.length], [
      false,
      2,
    ]);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "Fram");
  });
}

Deno.test("an error that no request would mend has no button [react/NAT-1]", async () => {
  function Broken(): ReactNode {
    throw new Error("a bolt is loose");
  }
  await withoutConsole("error", async () => {
    await using screen = await render(
      <DataProvider>
        <ErrorBoundary>
          <Broken />
        </ErrorBoundary>
      </DataProvider>,
    );
    assertEquals(screen.text(), "a bolt is loose");
    assertEquals(screen.container.querySelector("[role=button]"), null);
  });
});

Deno.test("an error component of the application is used instead [react/NAT-1]", async () => {
  const harbour = new Harbour();
  await using screen = await render(
    <DataProvider>
      <AsyncBoundary
        fallback="waiting"
        errorComponent={({ error }) => `sorry: ${error.message}`}
      >
        <Vessel harbour={harbour} />
      </AsyncBoundary>
    </DataProvider>,
  );
  assertEquals(screen.text(), "waiting");
  await withoutConsole("error", async () => {
    await settle(() => harbour.last.fail(new Error("the wire is cut")));
  });
  assertEquals(screen.text(), "sorry: the wire is cut");
});

Deno.test("what waits outside any boundary is shown as native text, with a warning [react/NAT-1]", async () => {
  const harbour = new Harbour();
  const warnings = await withoutConsole("warn", async () => {
    await using screen = await render(
      <DataProvider>
        <Vessel harbour={harbour} />
      </DataProvider>,
    );
    const status = screen.container.querySelector("[role=status]")!;
    assertStringIncludes(status.textContent!, "outside any Suspense boundary");
    assertEquals(status.getAttribute("aria-live"), "polite");
    assert(nativeElements(screen.container).includes(status));
    assertEquals(screen.container.querySelector("a"), null);
  });
  assertEquals(warnings.length, 1);
  assertStringIncludes(String(warnings[0]), "AsyncBoundary");
});

Deno.test("there is no devtools button, whatever the managers [react/NAT-1]", async () => {
  await using screen = await render(
    <DataProvider managers={getDefaultManagers()} devButton="top-left">
      content
    </DataProvider>,
  );
  await settle();
  assertEquals(screen.container.innerHTML, "content");
});

Deno.test("there is all that is in the entry point for the web, and most of it is the same [react/NAT-1]", () => {
  const names = Object.keys(react) as (keyof typeof react)[];
  assert(names.length > 30);
  const own = names.filter((name) => native[name] !== react[name]);
  assertEquals(own.toSorted(), [
    "AsyncBoundary",
    "BackupLoading",
    "CacheProvider",
    "DataProvider",
    "ErrorBoundary",
    "NetworkErrorBoundary",
    "Prefetch",
    "useDLE",
    "useFetch",
    "useLive",
    "useSubscription",
    "useSuspense",
    "useSuspenseAll",
  ]);
  assert(names.every((name) => name in native));
  assertEquals(native.NetworkErrorBoundary, native.ErrorBoundary);
  assertEquals(native.CacheProvider, native.DataProvider);
});

Deno.test("hooks of the web work below the provider, and the other way round [react/NAT-1] [react/PUB-1]", async () => {
  for (
    const [Provider, hook] of [
      [native.DataProvider, react.useSuspense],
      [react.DataProvider, native.useSuspense],
    ] as const
  ) {
    const harbour = new Harbour();
    const Name = () => hook(harbour.getVessel, { id: "1" }).name;
    await using screen = await render(
      <Provider>
        <Suspense fallback="waiting">
          <Name />
        </Suspense>
      </Provider>,
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "Fram");
  }
});

Deno.test("prefetching when something can be seen means when it is rendered [react/NAT-1]", async () => {
  const harbour = new Harbour();
  await using screen = await render(
    <DataProvider>
      <native.Prefetch
        endpoint={harbour.getVessel}
        args={[{ id: "1" }]}
        when="visible"
      >
        content
      </native.Prefetch>
    </DataProvider>,
  );
  assertEquals(harbour.asked, ["vessel 1"]);
  assertEquals(screen.container.innerHTML, "content");
});

Deno.test("nothing else is asked for than the two packages [react/NAT-4]", () => {
  assertEquals([...asked].toSorted(), [
    "@react-navigation/native",
    "react-native",
  ]);
});
