/** States and controllers that are given by hand. */
import { assertEquals } from "@std/assert";
import { type ReactNode, Suspense } from "react";
import { Controller, initialState, type State } from "../../mod.ts";
import {
  AsyncBoundary,
  ControllerContext,
  DataProvider,
  StateContext,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { Anchorage, needyReaders } from "./support/anchorage.tsx";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { isPreact } from "./support/renderer.ts";

const id = { id: "1" };

const hooks = {
  useSuspense: (harbour: Harbour) => useSuspense(harbour.getVessel, id).name,
  useSuspenseAll: (harbour: Harbour) =>
    useSuspenseAll([[harbour.getVessel, id]])[0].name,
};

/** Renders a reader with a controller of its own; returns what that was asked. */
async function askedOf(read: () => string, state: State): Promise<string[]> {
  const asked: string[] = [];
  const controller = new Controller({
    dispatch({ type }) {
      asked.push(type);
      return Promise.resolve();
    },
  });
  function Name(): ReactNode {
    return read();
  }
  await using _ = await render(
    <ControllerContext.Provider value={controller}>
      <StateContext.Provider value={state}>
        <Suspense fallback="waiting">
          <Name />
        </Suspense>
      </StateContext.Provider>
    </ControllerContext.Provider>,
  );
  return asked;
}

for (const [name, read] of Object.entries(hooks)) {
  Deno.test(`${name}: whom a controller given by hand never answers keeps no other from asking for the same state [react/CTL-11]`, async () => {
    const harbour = new Harbour();
    const readName = () => read(harbour);
    assertEquals(await askedOf(readName, initialState), ["rdc/fetch"]);
    assertEquals(await askedOf(readName, initialState), ["rdc/fetch"]);
  });
}

for (const [name, { read, answer, missing }] of Object.entries(needyReaders)) {
  Deno.test(`${name}: data that a given state has not stays missing, and is requested once at most [react/NEW-79] [react/NEW-20]`, async () => {
    const anchorage = new Anchorage();
    const Reader = (): ReactNode => read(anchorage);
    const page = (state: State) => (
      <DataProvider devButton={null}>
        <StateContext.Provider value={state}>
          <AsyncBoundary fallback="waiting">
            <Reader />
          </AsyncBoundary>
        </StateContext.Provider>
      </DataProvider>
    );
    await using screen = await render(page(anchorage.full));
    const shown = screen.text();
    await screen.render(page(initialState));
    assertEquals([screen.text(), anchorage.asked.length], [missing, 1]);
    await settle(() => anchorage.last.answer(answer));
    assertEquals([screen.text(), anchorage.asked.length], [missing, 1]);
    await screen.render(page(anchorage.full));
    // Preact renders nothing anew that waits, until its promise has settled.
    const isStuck = isPreact && missing === "waiting";
    assertEquals(
      [screen.text(), anchorage.asked.length],
      [isStuck ? missing : shown, 1],
    );
    assertEquals(shown, name.endsWith("without schema") ? "3" : "Fram");
  });
}
