/** What the entry points share. */
import { assertEquals } from "@std/assert";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import type { FunctionComponent, ReactNode } from "react";
import { NetworkManager } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useSuspense,
} from "../../react/mod.ts";
import { DataProvider as NextProvider } from "../../react/nextjs/mod.ts";
import { DataProvider as ReduxProvider } from "../../react/redux/mod.ts";
import { createPersistedStore } from "../../react/ssr/mod.ts";

for (
  const [name, Provider] of [
    ["react", DataProvider],
    ["react/redux", ReduxProvider],
    ["react/nextjs", NextProvider],
    ["react/ssr", createPersistedStore([new NetworkManager()])[0]],
  ] as [string, FunctionComponent<{ children?: ReactNode }>][]
) {
  Deno.test(`a hook from react finds the provider from ${name} [react/PUB-1]`, async () => {
    const harbour = new Harbour();
    function Name() {
      const { name } = useSuspense(harbour.getVessel, { id: "1" });
      return `${name} ${useController().getState().lastReset}`;
    }
    await using screen = await render(
      <Provider>
        <AsyncBoundary fallback="waiting">
          <Name />
        </AsyncBoundary>
      </Provider>,
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "Fram 0");
    assertEquals(harbour.asked, ["vessel 1"]);
  });
}
