/** React Navigation, where an application has it, is found without being named. */
import * as navigation from "@react-navigation/core";
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Suspense } from "react";
import {
  DataProvider,
  useSubscription,
  useSuspense,
} from "../../../react/native/mod.ts";
import { Harbour } from "../support/harbour.ts";
import { render, settle } from "../support/render.tsx";
import { IdleTime } from "./support/idle.ts";
import { install } from "./support/native.ts";
import { applicationOf } from "./support/navigation.tsx";

// it has all that is in @react-navigation/core
install("@react-navigation/native", navigation);

for (
  const [title, options, isAware] of [
    ["is found by itself", {}, true],
    ["can be left out", { navigation: null }, false],
    ["can be named", { navigation: navigation.NavigationContext }, true],
  ] as const
) {
  Deno.test(`React Navigation ${title} [react/NAT-2] [react/NAT-3] [react/NAT-4]`, async () => {
    using time = new FakeTime();
    using idle = new IdleTime();
    const harbour = new Harbour();
    const getWeather = harbour.getWeather.extend({ pollFrequency: 1000 });
    const Vessel = () => {
      useSubscription(getWeather, { port: "aden" });
      return useSuspense(harbour.getVessel, { id: "1" }).name;
    };
    const application = applicationOf({
      Ship: () => (
        <Suspense fallback="waiting">
          <Vessel />
        </Suspense>
      ),
      Other: () => "other",
    });
    await using screen = await render(
      <DataProvider {...options}>{application.content}</DataProvider>,
    );
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    await time.tickAsync(0);
    assertEquals(harbour.asked, ["vessel 1", "weather aden"]);
    await settle(() => harbour.last.answer({ wind: 3 }));

    await application.goTo("Other");
    await time.tickAsync(60_001);
    const polls = harbour.asked.length - 2;
    assertEquals(polls, isAware ? 0 : 1);
    await application.goTo("Ship");
    assertEquals(idle.waiting, isAware ? 1 : 0);
    if (isAware) await settle(() => idle.runOne());
    const reads = harbour.asked.filter((name) => name === "vessel 1");
    assertEquals(reads.length, isAware ? 2 : 1);
    assertEquals(screen.text(), "*Framother");
  });
}
