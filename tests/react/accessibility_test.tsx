import { assert, assertEquals } from "@std/assert";
import { render, settle } from "./support/render.tsx";
import { type ReactNode, useState } from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  BackupLoading,
  DataProvider,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";

/** A form inside a focusable region, with a boundary between them. */
async function renderForm({ manageFocus }: { manageFocus?: boolean }) {
  const harbour = new Harbour();
  const page = {} as { controller: Controller; fail: () => void };
  function Form(): ReactNode {
    const [error, setError] = useState<Error | null>(null);
    page.controller = useController();
    page.fail = () => setError(new Error("torn"));
    if (error) throw error;
    const { name } = useSuspense(harbour.getVessel, { id: "1" });
    return <input defaultValue={name} />;
  }
  const screen = await render(
    <DataProvider devButton={null}>
      <main tabIndex={-1}>
        <section>
          <AsyncBoundary
            fallback="waiting"
            {...(manageFocus === undefined ? {} : { manageFocus })}
          >
            <p>
              <Form />
            </p>
          </AsyncBoundary>
        </section>
      </main>
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  screen.container.querySelector("input")!.focus();
  assertEquals(document.activeElement?.tagName, "INPUT");
  return {
    screen,
    wait: () =>
      settle(() => page.controller.invalidate(harbour.getVessel, { id: "1" })),
    fail: () => withoutConsole("error", () => settle(() => page.fail())),
  };
}

Deno.test("the provider's fallback is a polite status whose link says where it leads [react/NEW-71]", async () => {
  await withoutConsole("warn", async () => {
    await using screen = await render(<BackupLoading />);
    const status = screen.container.querySelector('[role="status"]')!;
    assertEquals(status.getAttribute("aria-live"), "polite");
    const link = status.querySelector("a")!;
    assertEquals(link.textContent, "How to put an AsyncBoundary around it");
  });
});

Deno.test("in production the provider's fallback is a polite status that says it loads, without a warning [react/NEW-71] [react/BND-14]", async () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    const warnings = await withoutConsole("warn", async () => {
      await using screen = await render(<BackupLoading />);
      const status = screen.container.querySelector('[role="status"]')!;
      assertEquals(status.getAttribute("aria-live"), "polite");
      assertEquals(screen.text(), "loading...");
      assertEquals(screen.container.querySelector("a"), null);
    });
    assertEquals(warnings, []);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});

Deno.test("AsyncBoundary adds no elements and no roles [react/NEW-71]", async () => {
  const harbour = new Harbour();
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <AsyncBoundary fallback={<b>waiting</b>} manageFocus>
        <Name />
      </AsyncBoundary>
    </DataProvider>,
  );
  assertEquals(screen.container.innerHTML, "<b>waiting</b>");
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(screen.container.innerHTML, "Fram");
});

Deno.test("content that waits again hands the focus to the region around it, if asked to [react/NEW-72]", async () => {
  const { screen, wait } = await renderForm({ manageFocus: true });
  await using _ = screen;
  await wait();
  assertEquals(screen.text(), "waiting");
  assert(document.activeElement === screen.container.querySelector("main"));
});

Deno.test("content that fails hands the focus to the region around it, if asked to [react/NEW-72]", async () => {
  const { screen, fail } = await renderForm({ manageFocus: true });
  await using _ = screen;
  await fail();
  assertEquals(screen.text(), "torn");
  assert(document.activeElement === screen.container.querySelector("main"));
});

Deno.test("without being asked no boundary moves the focus [react/NEW-72] [react/NEW-70]", async () => {
  for (const manageFocus of [undefined, false]) {
    const { screen, wait, fail } = await renderForm(
      manageFocus === undefined ? {} : { manageFocus },
    );
    await using _ = screen;
    const region = screen.container.querySelector("main");
    await wait();
    assert(document.activeElement !== region);
    await fail();
    assert(document.activeElement !== region);
  }
});

Deno.test("focus elsewhere stays where it is [react/NEW-72]", async () => {
  const { screen, wait, fail } = await renderForm({ manageFocus: true });
  await using _ = screen;
  const elsewhere = document.createElement("button");
  document.body.append(elsewhere);
  elsewhere.focus();
  await wait();
  assert(document.activeElement === elsewhere);
  await fail();
  assert(document.activeElement === elsewhere);
  elsewhere.remove();
});
