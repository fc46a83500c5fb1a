/** Subscriptions follow the focus. */
import { NavigationContext } from "@react-navigation/core";
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type ComponentType, Suspense, useState } from "react";
import {
  DataProvider,
  useLive,
  useSubscription,
} from "../../../react/native/mod.ts";
import { Harbour } from "../support/harbour.ts";
import { render, type Screen, settle } from "../support/render.tsx";
import { type Application, applicationOf } from "./support/navigation.tsx";

async function start(
  Vessel: ComponentType,
  order: "first" | "second" = "first",
): Promise<{ application: Application; screen: Screen }> {
  const Ship = () => (
    <Suspense fallback="waiting">
      <Vessel />
    </Suspense>
  );
  const Other = () => "other";
  const application = applicationOf(
    order === "first" ? { Ship, Other } : { Other, Ship },
  );
  const screen = await render(
    <DataProvider navigation={NavigationContext}>
      {application.content}
    </DataProvider>,
  );
  return { application, screen };
}

Deno.test("useSubscription ends on blur and starts again on focus, without a render [react/NAT-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getWeather = harbour.getWeather.extend({ pollFrequency: 1000 });
  let renders = 0;
  const Vessel = () => {
    renders++;
    useSubscription(getWeather, { port: "aden" });
    return "weather";
  };
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  const answerAll = async () => {
    for (const request of harbour.requests) request.answer({ wind: 3 });
    await settle();
  };
  await time.tickAsync(0);
  await answerAll();
  await time.tickAsync(1000);
  await answerAll();
  assertEquals([harbour.asked.length, renders], [2, 1]);

  await application.goTo("Other");
  await time.tickAsync(10_000);
  assertEquals([harbour.asked.length, renders], [2, 1]);

  // Overdue, so it is polled at once.
  await application.goTo("Ship");
  await time.tickAsync(0);
  await answerAll();
  await time.tickAsync(1000);
  assertEquals([harbour.asked.length, renders], [4, 1]);

  await answerAll();
  await screen.unmount();
  await time.tickAsync(10_000);
  assertEquals(harbour.asked.length, 4);
});

Deno.test("useLive polls only while the user is on its screen [react/NAT-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getVessel = harbour.getVessel.extend({ pollFrequency: 1000 });
  const Vessel = () => useLive(getVessel, { id: "1" }).name;
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
  await application.goTo("Other");
  await time.tickAsync(10_000);
  assertEquals([screen.text(), harbour.asked.length], ["Fram*other", 1]);
  await application.goTo("Ship");
  await time.tickAsync(0);
  assertEquals(harbour.asked.length, 2);
  await settle(() => harbour.last.answer({ id: "1", name: "Maud" }));
  assertEquals(screen.text(), "*Maudother");
});

Deno.test("a screen that the user has not seen yet does not subscribe [react/NAT-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getWeather = harbour.getWeather.extend({ pollFrequency: 1000 });
  const Vessel = () => {
    useSubscription(getWeather, { port: "aden" });
    return "weather";
  };
  const { application, screen } = await start(Vessel, "second");
  await using _screen = screen;
  await time.tickAsync(10_000);
  assertEquals(harbour.asked, []);
  await application.goTo("Ship");
  await time.tickAsync(0);
  assertEquals(harbour.asked, ["weather aden"]);
});

Deno.test("arguments that change while the user is elsewhere count when the user is back [react/NAT-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getWeather = harbour.getWeather.extend({ pollFrequency: 1000 });
  let select!: (port: string | null) => void;
  const Vessel = () => {
    const [port, setPort] = useState<string | null>("aden");
    select = setPort;
    useSubscription(getWeather, port === null ? null : { port });
    return "weather";
  };
  const { application, screen } = await start(Vessel);
  await using _screen = screen;
  await time.tickAsync(0);
  await application.goTo("Other");
  await settle(() => select("bergen"));
  await time.tickAsync(10_000);
  assertEquals(harbour.asked, ["weather aden"]);
  await application.goTo("Ship");
  await time.tickAsync(0);
  assertEquals(harbour.asked, ["weather aden", "weather bergen"]);
  await settle(() => select(null));
  harbour.last.answer({ wind: 3 });
  await time.tickAsync(10_000);
  assertEquals(harbour.asked.length, 2);
});

Deno.test("without screens subscriptions last as long as their component [react/NAT-3]", async () => {
  using time = new FakeTime();
  const harbour = new Harbour();
  const getWeather = harbour.getWeather.extend({ pollFrequency: 1000 });
  const Weather = () => {
    useSubscription(getWeather, { port: "aden" });
    return "weather";
  };
  await using screen = await render(
    <DataProvider navigation={null}>
      <Weather />
    </DataProvider>,
  );
  await time.tickAsync(0);
  assertEquals(harbour.asked.length, 1);
  await settle(() => harbour.last.answer({ wind: 3 }));
  await screen.unmount();
  await time.tickAsync(10_000);
  assertEquals(harbour.asked.length, 1);
});
