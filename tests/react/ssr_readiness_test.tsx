import { assert, assertEquals } from "@std/assert";
import { Suspense } from "react";
import { Endpoint } from "../../mod.ts";
import { Prefetch, useDLE, useFetch, useSuspense } from "../../react/mod.ts";
import {
  createPersistedStore,
  createServerDataComponent,
} from "../../react/ssr/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { use } from "./support/renderer.ts";
import { renderToText, stateIn, stream, textIn } from "./support/server.ts";

/** A value that arrives after some time. */
function delayed<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, value));
}

Deno.test("useDLE and useFetch show that they load, and hold nothing back [react/SSR-5]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Title() {
    const { loading } = useDLE(harbour.getVessel, { id: "1" });
    const weather = useFetch(harbour.getWeather, { port: "aden" });
    return <p>{`${loading} ${weather.resolved}`}</p>;
  }
  // nothing is ever answered
  const html = await renderToText(
    <div>
      <Provider>
        <Title />
      </Provider>
      <Data />
    </div>,
  );
  assert(html.includes("<p>true false</p>"));
  assertEquals([...stateIn(html).endpointKeys()], []);
});

Deno.test("what useFetch requested is sent along if it arrives in time, and waited for if it is used [react/SSR-5] [react/SSR-8]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Weather({ port }: { port: string }) {
    useFetch(harbour.getWeather, { port });
    return null;
  }
  function UsedWeather() {
    const aden = useFetch(harbour.getWeather, { port: "aden" });
    const oslo = useFetch(harbour.getWeather, { port: "oslo" });
    return <p>{use(aden).wind + use(oslo).wind}</p>;
  }
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Weather port="rome" />
          <Weather port="kiel" />
          <Suspense fallback="waiting">
            <UsedWeather />
          </Suspense>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    assertEquals(harbour.asked.slice(0, 4), [
      "weather rome",
      "weather kiel",
      "weather aden",
      "weather oslo",
    ]);
    const [rome, , aden, oslo] = harbour.requests;
    rome!.answer({ port: "rome", wind: 1 });
    aden!.answer({ port: "aden", wind: 2 });
    setTimeout(() => oslo!.answer({ port: "oslo", wind: 40 }), 20);
  }
  assert(html.includes("<p>42</p>"));
  assertEquals(
    [...stateIn(html).endpointKeys()].map((key) =>
      /aden|oslo|rome|kiel/.exec(key)![0]
    )
      .sort(),
    ["aden", "oslo", "rome"],
  );
});

Deno.test("whatever is in the markup is in the state, however deep it is nested and slow [react/SSR-8] [controller/SSR-4]", async () => {
  const depth = 6;
  const getLevel = new Endpoint(
    ({ level }: { level: number }) => delayed(level * 8, { level }),
    { name: "getLevel" },
  );
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  function Level({ level }: { level: number }) {
    const found = useSuspense(getLevel, { level });
    return (
      <div>
        level {found.level}
        {level < depth && (
          <Suspense fallback="waiting">
            <Level level={level + 1} />
          </Suspense>
        )}
      </div>
    );
  }
  const html = await renderToText(
    <div>
      <Data />
      <Provider>
        <Suspense fallback="waiting">
          <Level level={0} />
        </Suspense>
      </Provider>
    </div>,
  );
  const levels = [...textIn(html).matchAll(/level (\d)/g)];
  assertEquals(levels.length, depth + 1);
  assertEquals([...stateIn(html).endpointKeys()].length, depth + 1);
});

Deno.test("prefetched data is waited for and sent along [react/SSR-8] [react/NEW-37]", async () => {
  const harbour = new Harbour();
  const [Provider, useReady] = createPersistedStore();
  const Data = createServerDataComponent(useReady);
  let html = "";
  for await (
    const piece of stream(
      <div>
        <Provider>
          <Prefetch endpoint={harbour.getVessel} args={[{ id: "1" }]}>
            text
          </Prefetch>
        </Provider>
        <Data />
      </div>,
    )
  ) {
    html += piece;
    setTimeout(() => harbour.last.answer({ id: "1", name: "Fram" }), 10);
  }
  assert(textIn(html).includes("text"));
  assert(stateIn(html).getEntity("Vessel", "1") !== undefined);
});
