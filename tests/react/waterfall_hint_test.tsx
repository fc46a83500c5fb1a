import { assert, assertEquals } from "@std/assert";
import { render, settle } from "./support/render.tsx";
import type { ReactNode } from "react";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  usePrefetch,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour } from "./support/harbour.ts";
import { isPreact } from "./support/renderer.ts";

/** Renders a component, answers what it requests, and gives the messages. */
async function hintsFor(
  component: (harbour: Harbour) => () => ReactNode,
  inProduction = false,
): Promise<string[]> {
  const harbour = new Harbour();
  const Component = component(harbour);
  const before = Deno.env.get("NODE_ENV");
  if (inProduction) Deno.env.set("NODE_ENV", "production");
  try {
    const messages = await withoutConsole("info", async () => {
      await using screen = await render(
        <DataProvider devButton={null}>
          <AsyncBoundary fallback="waiting">
            <Component />
            <Component />
          </AsyncBoundary>
        </DataProvider>,
      );
      for (let answered = 0; answered < harbour.requests.length; answered++) {
        const { name, answer } = harbour.requests[answered]!;
        answer(
          name.startsWith("weather")
            ? { port: "bergen", wind: 3 }
            : { id: name.split(" ")[1], name: "oslo" },
        );
        await settle();
      }
      assertEquals(screen.text(), "donedone");
    });
    return messages.map(String);
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
}

// Only React tells which component renders.
const hintTest = isPreact ? Deno.test.ignore : Deno.test;

hintTest(
  "two requests in a row that have nothing to do with each other are hinted at, once [react/NEW-38]",
  async () => {
    const component = (harbour: Harbour) => () => {
      useSuspense(harbour.getVessel, { id: "1" });
      useSuspense(harbour.getWeather, { port: "bergen" });
      return "done";
    };
    const hints = await hintsFor(component);
    assertEquals(hints.length, 1);
    for (const part of ["getVessel", "getWeather", "useSuspenseAll"]) {
      assert(hints[0]!.includes(part), part);
    }
    assertEquals(await hintsFor(component, true), []);
  },
);

for (
  const [name, component] of Object.entries<
    (harbour: Harbour) => () => ReactNode
  >({
    "that needs the first": (harbour) => () => {
      const { name } = useSuspense(harbour.getVessel, { id: "1" });
      useSuspense(harbour.getWeather, { port: name });
      return "done";
    },
    "that was prefetched": (harbour) => () => {
      usePrefetch(harbour.getWeather, { port: "bergen" });
      useSuspense(harbour.getVessel, { id: "1" });
      useSuspense(harbour.getWeather, { port: "bergen" });
      return "done";
    },
    "that is there": (harbour) => () => {
      const controller = useController();
      if (
        !controller.getState().hasEndpoint(
          harbour.getWeather.key({ port: "bergen" }),
        )
      ) {
        void controller.setResponse(harbour.getWeather, { port: "bergen" }, {
          port: "bergen",
          wind: 3,
        });
      }
      useSuspense(harbour.getVessel, { id: "1" });
      useSuspense(harbour.getWeather, { port: "bergen" });
      return "done";
    },
    "made at once with the first": (harbour) => () => {
      useSuspenseAll([
        [harbour.getVessel, { id: "1" }],
        [harbour.getWeather, { port: "bergen" }],
      ]);
      return "done";
    },
    "of a component further down": (harbour) => {
      function Weather() {
        useSuspense(harbour.getWeather, { port: "bergen" });
        return "done";
      }
      return () => {
        useSuspense(harbour.getVessel, { id: "1" });
        return <Weather />;
      };
    },
  })
) {
  Deno.test(`a second request ${name} is not hinted at [react/NEW-38]`, async () => {
    assertEquals(await hintsFor(component), []);
  });
}
