/** States on display, such as developer tools show, in which a response is not there. */
import { assertEquals } from "@std/assert";
import type { ReactNode } from "react";
import { State } from "../../mod.ts";
import { AsyncBoundary, DataProvider, useController } from "../../react/mod.ts";
import { Anchorage, needyReaders } from "./support/anchorage.tsx";
import { render, settle } from "./support/render.tsx";

/** A reader below a provider, and the means to display a state. */
async function anchored(
  { read, initialState }: {
    readonly read: () => string;
    readonly initialState: State;
  },
) {
  let display!: (state: State | undefined) => void;
  function Capture(): ReactNode {
    const controller = useController();
    display = (state) => controller.showState(state);
    return null;
  }
  const Reader = (): ReactNode => read();
  const page = (content: ReactNode) => (
    <DataProvider devButton={null} initialState={initialState}>
      <Capture />
      <AsyncBoundary fallback="waiting">{content}</AsyncBoundary>
    </DataProvider>
  );
  const screen = await render(page(null));
  return {
    text: screen.text,
    show: (state: State | undefined) => settle(() => display(state)),
    /** Only now the reader is there. */
    enter: () => screen.render(page(<Reader />)),
    [Symbol.asyncDispose]: () => screen.unmount(),
  };
}

const empty = State.from({});

for (const [name, { read, answer, missing }] of Object.entries(needyReaders)) {
  const asOf = (anchorage: Anchorage, initialState: State) =>
    anchored({ read: () => read(anchorage), initialState });
  const shown = name.endsWith("without schema") ? "3" : "Fram";

  Deno.test(`${name}: data that a state on display has not is missing, and nobody is asked [react/NEW-55] [react/NEW-79]`, async () => {
    const anchorage = new Anchorage();
    await using page = await asOf(anchorage, anchorage.full);
    await page.enter();
    assertEquals(page.text(), shown);
    await page.show(empty);
    assertEquals(page.text(), missing);
    await page.show(undefined);
    assertEquals(page.text(), shown);
    assertEquals(anchorage.asked, []);
  });

  Deno.test(`${name}: what is missing on display is requested as soon as the live state is back, if it has not got it either [react/NEW-55] [react/NEW-79]`, async () => {
    const anchorage = new Anchorage();
    await using page = await asOf(anchorage, State.from({}));
    await page.show(anchorage.full);
    await page.enter();
    assertEquals(page.text(), shown);
    await page.show(empty);
    assertEquals(page.text(), missing);
    assertEquals(anchorage.asked, []);
    await page.show(undefined);
    assertEquals(page.text(), missing);
    assertEquals(anchorage.asked.length, 1);
    await settle(() => anchorage.last.answer(answer));
    assertEquals(page.text(), shown);
    assertEquals(anchorage.asked.length, 1);
  });

  Deno.test(`${name}: an answer that comes while a state without it is on display is seen afterwards [react/NEW-55] [react/NEW-79]`, async () => {
    const anchorage = new Anchorage();
    await using page = await asOf(anchorage, State.from({}));
    await page.enter();
    assertEquals(page.text(), missing);
    await page.show(empty);
    await settle(() => anchorage.last.answer(answer));
    assertEquals(page.text(), missing);
    await page.show(undefined);
    assertEquals(page.text(), shown);
    assertEquals(anchorage.asked.length, 1);
  });

  Deno.test(`${name}: who comes while a state without the data is on display waits [react/NEW-55] [react/NEW-79]`, async () => {
    const anchorage = new Anchorage();
    await using page = await asOf(anchorage, anchorage.full);
    await page.show(empty);
    await page.enter();
    assertEquals(page.text(), missing);
    await page.show(anchorage.full);
    assertEquals(page.text(), shown);
    await page.show(undefined);
    assertEquals(page.text(), shown);
    assertEquals(anchorage.asked, []);
  });
}
