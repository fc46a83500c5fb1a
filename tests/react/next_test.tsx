import { assert, assertEquals } from "@std/assert";
import { render, settle } from "./support/render.tsx";
import * as react from "../../react/mod.ts";
import * as next from "../../react/next.ts";
import { Harbour } from "./support/harbour.ts";

Deno.test("react/next has the names of react, each the same or announced, and works beside it [react/PUB-3]", async () => {
  const stable = react as Record<string, unknown>;
  const preview = next as Record<string, unknown>;
  assert("useSuspense" in preview);
  // Names whose signature changes in the next release. None at present.
  const announced: string[] = [];
  for (const name of Object.keys(stable)) {
    assertEquals(preview[name] === stable[name], !announced.includes(name));
  }
  const harbour = new Harbour();
  function Names() {
    const first = react.useSuspense(harbour.getVessel, { id: "1" });
    const second = next.useSuspense(harbour.getVessel, { id: "1" });
    return `${first.name} ${second.name}`;
  }
  await using screen = await render(
    <react.DataProvider devButton={null}>
      <next.AsyncBoundary fallback="waiting">
        <Names />
      </next.AsyncBoundary>
    </react.DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals([screen.text(), harbour.asked.length], ["Fram Fram", 1]);
});

Deno.test("the entry point next is the main one, too [react/PUB-3]", async () => {
  const main: Record<string, unknown> = await import("../../mod.ts");
  const preview: Record<string, unknown> = await import("../../next.ts");
  assert("RestEndpoint" in preview);
  for (const name of Object.keys(main)) assert(preview[name] === main[name]);
});
