/** States and controllers that are given by hand. */
import { assertEquals } from "@std/assert";
import { type ReactNode, Suspense } from "react";
import { Controller, initialState, type State } from "../../mod.ts";
import {
  ControllerContext,
  StateContext,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { render } from "./support/render.tsx";

const id = { id: "1" };

const hooks = {
  useSuspense: (harbour: Harbour) => useSuspense(harbour.getVessel, id).name,
  useSuspenseAll: (harbour: Harbour) =>
    useSuspenseAll([[harbour.getVessel, id]])[0].name,
};

/** Renders a reader with a controller of its own; returns what that was asked. */
async function askedOf(
  read: () => string,
  state: State | null,
): Promise<string[]> {
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
  for (const state of [initialState, null]) {
    Deno.test(`${name}: whom a controller given by hand never answers keeps no other from asking ${state === null ? "without a provider" : "for the same state"} [react/CTL-11]`, async () => {
      const harbour = new Harbour();
      const readName = () => read(harbour);
      assertEquals(await askedOf(readName, state), ["rdc/fetch"]);
      assertEquals(await askedOf(readName, state), ["rdc/fetch"]);
    });
  }
}
