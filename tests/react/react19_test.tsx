import { assertEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { FakeTime } from "@std/testing/time";
import { StrictMode } from "react";
import { getDefaultManagers } from "../../controller/mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useFetch,
  useLive,
} from "../../react/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { Activity, use } from "./support/renderer.ts";

const activityTest = Activity === undefined ? Deno.test.ignore : Deno.test;

activityTest(
  "hidden content is requested ahead of time, and polled when it is shown [react/NEW-69]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
    const Vessel = () => <p>{useLive(getVessel, { id: "1" }).name}</p>;
    const Hiding = Activity!;
    const page = (mode: "visible" | "hidden") => (
      <StrictMode>
        <DataProvider devButton={null}>
          <Hiding mode={mode}>
            <AsyncBoundary fallback="waiting">
              <Vessel />
            </AsyncBoundary>
          </Hiding>
        </DataProvider>
      </StrictMode>
    );
    await using screen = await render(page("hidden"));
    assertEquals(harbour.asked, ["vessel 1"]);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    await time.tickAsync(5000);
    assertEquals(harbour.asked.length, 1);
    await screen.render(page("visible"));
    assertEquals(screen.container.querySelector("p")?.textContent, "Fram");
    await time.tickAsync(1000);
    assertEquals(harbour.asked.length, 2);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  },
);

activityTest(
  "a provider that is hidden keeps its store, without polling for what nobody sees [react/PRV-13] [react/SUB-9]",
  async () => {
    using time = new FakeTime();
    const harbour = new Harbour();
    const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
    const Vessel = () => <p>{useLive(getVessel, { id: "1" }).name}</p>;
    const log: string[] = [];
    const recorder = {
      init: () => void log.push("init"),
      cleanup: () => void log.push("cleanup"),
    };
    const managers = [recorder, ...getDefaultManagers()];
    const Hiding = Activity!;
    const page = (mode: "visible" | "hidden") => (
      <Hiding mode={mode}>
        <DataProvider devButton={null} managers={managers}>
          <AsyncBoundary fallback="waiting">
            <Vessel />
          </AsyncBoundary>
        </DataProvider>
      </Hiding>
    );
    {
      await using screen = await render(page("visible"));
      await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
      await time.tickAsync(1000);
      assertEquals(harbour.asked.length, 2);
      await screen.render(page("hidden"));
      await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
      await time.tickAsync(5000);
      assertEquals(harbour.asked.length, 2);
      await screen.render(page("visible"));
      assertEquals(screen.container.querySelector("p")?.textContent, "Maud");
      await time.tickAsync(1000);
      assertEquals(harbour.asked.length, 3);
      await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
      assertEquals(log, ["init"]);
    }
    assertEquals(log, ["init", "cleanup"]);
  },
);

Deno.test("a promise of a hook is read by use, and at once when its value is known [react/NEW-64]", async () => {
  const harbour = new Harbour();
  let fallbacks = 0;
  function Waiting() {
    fallbacks++;
    return "waiting";
  }
  function Vessel({ note }: { note: string }) {
    const { name } = use(useFetch(harbour.getVessel, { id: "1" }));
    return `${name} ${note}`;
  }
  const page = (...notes: string[]) => (
    <DataProvider devButton={null}>
      {notes.map((note) => (
        <AsyncBoundary key={note} fallback={<Waiting />}>
          <Vessel note={note} />
        </AsyncBoundary>
      ))}
    </DataProvider>
  );
  using complaints = stub(console, "error");
  await using screen = await render(page("a"));
  assertEquals(screen.text(), "waiting");
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  assertEquals(screen.text(), "Fram a");
  const waited = fallbacks;
  await screen.render(page("a", "b"));
  assertEquals(screen.text(), "Fram aFram b");
  assertEquals(fallbacks, waited);
  assertEquals(harbour.asked, ["vessel 1"]);
  assertEquals(complaints.calls, []);
});
