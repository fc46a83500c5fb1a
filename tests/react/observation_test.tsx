/** What passes between rendering a reader and its effects. */
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { ReactNode } from "react";
import {
  type Controller,
  createClient,
  NetworkManager,
  type State,
} from "../../mod.ts";
import {
  DataProvider,
  useController,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { leftInMemory } from "../support/collect_garbage.ts";
import { Harbour, type Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { Activity } from "./support/renderer.ts";

const id = { id: "1" };

/** A state with vessel 1 in it. */
function stateOf(harbour: Harbour): State {
  using client = createClient();
  client.setResponse(harbour.getVessel, id, { id: "1", name: "Fram" });
  return client.controller.getState();
}

const hooks = {
  useSuspense: (harbour: Harbour) => useSuspense(harbour.getVessel, id).name,
  useSuspenseAll: (harbour: Harbour) =>
    useSuspenseAll([[harbour.getVessel, id]])[0].name,
};

for (const [name, useName] of Object.entries(hooks)) {
  for (const late of [false, true]) {
    Deno.test(`${name}: data that ${late ? "expires" : "does not expire"} while the page is rendered is ${late ? "requested once" : "not requested"} [react/SUS-4]`, async () => {
      using time = new FakeTime();
      const harbour = new Harbour();
      const initialState = stateOf(harbour);
      let duration = late ? 60_001 : 59_000;
      function Name(): ReactNode {
        return useName(harbour);
      }
      function Slow(): ReactNode {
        time.tick(duration);
        duration = 0;
        return null;
      }
      await using screen = await render(
        <DataProvider initialState={initialState}>
          <Name />
          <Slow />
        </DataProvider>,
      );
      await settle();
      assertEquals(screen.text(), "Fram");
      assertEquals(harbour.asked, late ? ["vessel 1"] : []);
      if (!late) return;
      await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
      assertEquals([screen.text(), harbour.asked.length], ["Maud", 1]);
    });
  }
}

// Only React has a component that hides content.
const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

/** A reader that is rendered inside something hidden, and then shown. */
function hiddenReader(harbour: Harbour) {
  const Hiding = Activity!;
  const initialState = stateOf(harbour);
  // devtools would keep what they show
  const managers = [new NetworkManager()];
  const read: string[] = [];
  let controller!: Controller;
  function Name(): ReactNode {
    const { name } = useSuspense(harbour.getVessel, id);
    read.push(name);
    return name;
  }
  function Handle(): ReactNode {
    controller = useController();
    return null;
  }
  const page = (mode: "visible" | "hidden" | "absent") => (
    <DataProvider initialState={initialState} managers={managers}>
      <Handle />
      {mode !== "absent" && (
        <Hiding mode={mode}>
          <Name />
        </Hiding>
      )}
    </DataProvider>
  );
  return { page, read, controller: () => controller };
}

activityTest(
  "what was first rendered hidden looks at its age when it is shown [react/CON-7] [react/SUS-4]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const { page } = hiddenReader(harbour);
    await using screen = await render(page("hidden"));
    await time.tickAsync(60_001);
    assertEquals(harbour.asked, []);
    await screen.render(page("visible"));
    await settle();
    assertEquals([screen.text(), harbour.asked], ["Fram", ["vessel 1"]]);
    await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
    assertEquals([screen.text(), harbour.asked.length], ["Maud", 1]);
  },
);

activityTest(
  "what was first rendered hidden is not requested while fresh, and shows what is stored meanwhile [react/CON-7] [react/NEW-7]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const { page, read, controller } = hiddenReader(harbour);
    await using screen = await render(page("hidden"));
    assertEquals(read, ["Fram"]);
    await time.tickAsync(59_000);
    await settle(() =>
      controller().setResponse(harbour.getVessel, id, { id: "1", name: "Maud" })
    );
    await screen.render(page("visible"));
    assertEquals([screen.text(), harbour.asked], ["Maud", []]);
  },
);

activityTest(
  "what is rendered hidden keeps no state alive [react/CON-7]",
  async () => {
    const harbour = new Harbour();
    const { page, read, controller } = hiddenReader(harbour);
    await using screen = await render(page("absent"));
    // the provider keeps the state it began with
    await write(harbour, controller(), "Maud");
    const old = currentState(controller());
    await screen.render(page("hidden"));
    assertEquals(read, ["Fram"]);
    for (const name of ["Gjoa", "Vega"]) {
      await write(harbour, controller(), name);
    }
    assertEquals(await leftInMemory([old]), []);
  },
);

/** Stores something else, and reads it. */
async function write(
  harbour: Harbour,
  controller: Controller,
  name: string,
): Promise<void> {
  const other = { id: "2" };
  await settle(() =>
    controller.setResponse(harbour.getVessel, other, { ...other, name })
  );
  const state = controller.getState();
  const { data } = controller.getResponse(harbour.getVessel, other, state);
  assertEquals((data as Vessel).name, name);
}

/** The state, which this frame alone has held. */
function currentState(controller: Controller): WeakRef<State> {
  return new WeakRef(controller.getState());
}
