/** What happens when the user comes back to a screen. */
import { NavigationContext } from "@react-navigation/core";
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type ComponentType, Suspense, useState } from "react";
import {
  DataProvider,
  useDLE,
  useFetch,
  useSuspense,
  useSuspenseAll,
} from "../../../react/native/mod.ts";
import { withoutConsole } from "../support/console.ts";
import { Harbour } from "../support/harbour.ts";
import { render, type Screen, settle } from "../support/render.tsx";
import { IdleTime } from "./support/idle.ts";
import { reactNativeWeb } from "./support/native.ts";
import { type Application, applicationOf } from "./support/navigation.tsx";

const minute = 60_001;

/** An application whose first screen shows vessel 1, and a second one. */
async function start(
  Vessel: ComponentType,
  interactions?: typeof reactNativeWeb.InteractionManager,
): Promise<{ application: Application; screen: Screen }> {
  const application = applicationOf({
    Ship: () => (
      <Suspense fallback="waiting">
        <Vessel />
      </Suspense>
    ),
    Other: () => "other",
  });
  const screen = await render(
    <DataProvider navigation={NavigationContext} interactions={interactions}>
      {application.content}
    </DataProvider>,
  );
  return { application, screen };
}

/** A component for each hook that shows the name of vessel 1. */
const readers: Record<string, (harbour: Harbour) => ComponentType> = {
  useSuspense: ({ getVessel }) => () =>
    useSuspense(getVessel, { id: "1" }).name,
  useDLE: ({ getVessel }) => () =>
    useDLE(getVessel, { id: "1" }).data?.name ?? "loading",
  useFetch: ({ getVessel }) => () => {
    const promise = useFetch(getVessel, { id: "1" }) as {
      value?: { name: string };
    };
    return promise.value?.name ?? "loading";
  },
  useSuspenseAll: ({ getVessel }) => () =>
    useSuspenseAll([[getVessel, { id: "1" }], null])[0].name,
};

for (const [name, readerOf] of Object.entries(readers)) {
  Deno.test(`${name} refetches what is stale when the user comes back [react/NAT-2]`, async () => {
    using time = new FakeTime();
    using idle = new IdleTime();
    const harbour = new Harbour();
    const { application, screen } = await start(readerOf(harbour));
    await using _screen = screen;
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "*Framother");

    // What is fresh is not requested again.
    await application.goTo("Other");
    await application.goTo("Ship");
    assertEquals(idle.waiting, 1);
    await settle(() => idle.runOne());
    assertEquals(harbour.asked.length, 1);

    // What is stale is, but not before the transition has ended.
    await application.goTo("Other");
    time.tick(minute);
    await settle();
    assertEquals(harbour.asked.length, 1);
    await application.goTo("Ship");
    assertEquals([harbour.asked.length, idle.waiting], [1, 1]);
    await settle(() => idle.runOne());
    assertEquals(harbour.asked.length, 2);

    // What is there stays on screen meanwhile.
    assertEquals(screen.text(), "*Framother");
    await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
    assertEquals(screen.text(), "*Maudother");
  });
}

Deno.test("the first focus is no return [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ dataExpiryLength: 0 });
  const Vessel = () => useSuspense(getVessel, { id: "1" }).name;
  // The second tab renders, and requests, before the user has ever seen it.
  const application = applicationOf({
    Other: () => "other",
    Ship: () => (
      <Suspense fallback="waiting">
        <Vessel />
      </Suspense>
    ),
  });
  await using screen = await render(
    <DataProvider navigation={NavigationContext}>
      {application.content}
    </DataProvider>,
  );
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  time.tick(1);
  await application.goTo("Ship");
  assertEquals([screen.text(), idle.waiting], ["other*Fram", 0]);

  await application.goTo("Other");
  await application.goTo("Ship");
  await settle(() => idle.runOne());
  assertEquals(harbour.asked.length, 2);
});

Deno.test("data that arrived while the user was elsewhere is looked at on return, too [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const Vessel = () => useSuspense(harbour.getVessel, { id: "1" }).name;
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  assertEquals(screen.text(), "*waitingother");
  await application.goTo("Other");
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  time.tick(minute);
  await application.goTo("Ship");
  await settle(() => idle.runOne());
  assertEquals(harbour.asked.length, 2);
});

Deno.test("a refetch is cancelled when the user leaves again, and when the component goes [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const Vessel = () => useSuspense(harbour.getVessel, { id: "1" }).name;
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await application.goTo("Other");
  time.tick(minute);
  await application.goTo("Ship");
  assertEquals(idle.waiting, 1);
  await application.goTo("Other");
  assertEquals(idle.waiting, 0);
  await application.goTo("Ship");
  assertEquals(idle.waiting, 1);
  await screen.unmount();
  assertEquals([idle.waiting, harbour.asked.length], [0, 1]);
});

Deno.test("what a component asks for at present is requested, and null is not [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  let select!: (id: string | null) => void;
  const Vessel = () => {
    const [id, setId] = useState<string | null>("1");
    select = setId;
    const { data } = useDLE(harbour.getVessel, id === null ? null : { id });
    return data?.name ?? "none";
  };
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  const comeBack = async () => {
    await application.goTo("Other");
    time.tick(minute);
    await application.goTo("Ship");
    await settle(() => idle.runOne());
  };
  harbour.last.answer({ id: "1", name: "Fram" });
  await settle(() => select("2"));
  await settle(() => harbour.last.answer({ id: "2", name: "Maud" }));
  await comeBack();
  assertEquals(harbour.asked, ["vessel 1", "vessel 2", "vessel 2"]);
  harbour.last.answer({ id: "2", name: "Gjøa" });
  await settle(() => select(null));
  await comeBack();
  assertEquals([screen.text(), harbour.asked.length], ["*noneother", 3]);
});

Deno.test("a refetch that fails breaks nothing that is left to see [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({
    errorPolicy: () => "soft" as const,
  });
  const Vessel = () => useSuspense(getVessel, { id: "1" }).name;
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await application.goTo("Other");
  time.tick(minute);
  await application.goTo("Ship");
  await settle(() => idle.runOne());
  await settle(() => harbour.last.fail(new Error("the wire is cut")));
  assertEquals(screen.text(), "*Framother");
});

Deno.test("without screens nothing is refetched, and nothing is said [react/NAT-2]", async () => {
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const Vessel = () => useSuspense(harbour.getVessel, { id: "1" }).name;
  // below a provider, but on no screen of the navigator beside it
  const application = applicationOf({ Ship: () => "ship", Other: () => "" });
  const warnings = await withoutConsole("warn", async () => {
    await using screen = await render(
      <DataProvider navigation={NavigationContext}>
        <Suspense fallback="waiting">
          <Vessel />
        </Suspense>
        {application.content}
      </DataProvider>,
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    await application.goTo("Other");
    time.tick(minute);
    await application.goTo("Ship");
    assertEquals(screen.text(), "Fram*ship");
  });
  assertEquals([warnings, idle.timeouts.length], [[], 0]);
});

Deno.test("interactions of the application are waited for, and the wait can be cancelled [react/NAT-2]", async () => {
  const { InteractionManager } = reactNativeWeb;
  using time = new FakeTime();
  using idle = new IdleTime();
  const harbour = new Harbour();
  const Vessel = () => useSuspense(harbour.getVessel, { id: "1" }).name;
  const { application, screen } = await start(Vessel, InteractionManager);
  await using _screen = screen;
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await application.goTo("Other");
  time.tick(minute);

  const transition = InteractionManager.createInteractionHandle();
  await time.tickAsync(100);
  await application.goTo("Ship");
  await time.tickAsync(1000);
  assertEquals([harbour.asked.length, idle.timeouts.length], [1, 0]);
  await application.goTo("Other");
  await application.goTo("Ship");
  InteractionManager.clearInteractionHandle(transition);
  await time.tickAsync(100);
  await settle();
  assertEquals(harbour.asked.length, 2);
});
