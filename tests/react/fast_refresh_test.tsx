import { assert, assertEquals } from "@std/assert";
// Before the renderer.
import { performRefresh, register } from "./support/fast_refresh.ts";
import { render, settle } from "./support/render.tsx";
import type { ReactNode } from "react";
import type { Controller } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { isPreact } from "./support/renderer.ts";

const refreshTest = isPreact ? Deno.test.ignore : Deno.test;

refreshTest(
  "an edited component keeps the store, its data and its requests [react/CON-8]",
  async () => {
    const harbour = new Harbour();
    const controllers = new Set<Controller>();
    /** One version of the components in an edited file. */
    function version(mark: string) {
      function Name(): ReactNode {
        controllers.add(useController());
        return mark + useSuspense(harbour.getVessel, { id: "1" }).name;
      }
      function Application(): ReactNode {
        return (
          <DataProvider devButton={null}>
            <AsyncBoundary fallback="waiting">
              <Name />
            </AsyncBoundary>
          </DataProvider>
        );
      }
      register("Name", Name);
      register("Application", Application);
      // An edit of the library's own file.
      register("DataProvider", DataProvider);
      return Application;
    }
    const Application = version("first ");
    await using screen = await render(<Application />);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "first Fram");

    version("second ");
    let isDone = false;
    await settle(() => {
      isDone = performRefresh();
    });
    assert(isDone);
    assertEquals(screen.text(), "second Fram");
    assertEquals([controllers.size, harbour.asked], [1, ["vessel 1"]]);

    const [controller] = controllers;
    await settle(() =>
      controller!.set(Vessel, { id: "1" }, { id: "1", name: "Maud" })
    );
    assertEquals(screen.text(), "second Maud");
    await settle(() => controller!.invalidate(harbour.getVessel, { id: "1" }));
    assertEquals([screen.text(), harbour.asked.length], ["waiting", 2]);
  },
);
