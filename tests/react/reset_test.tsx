/** What a reset of the store costs the components that show it. */
import { assert, assertEquals } from "@std/assert";
import type { ReactNode } from "react";
import {
  All,
  Controller,
  getDefaultManagers,
  LogoutManager,
  Query,
} from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";

Deno.test("a reset of many readers renders each at most twice, and computes each query at most twice [react/NEW-83]", async () => {
  const harbour = new Harbour();
  const renders = new Map<string, number>();
  const computed = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = Array.from({ length: 30 }, (_, index) => `reader ${index}`);
  const queries = new Map(names.map((name) => [
    name,
    new Query(new All(Vessel), (vessels) => {
      count(computed, name);
      return vessels.length;
    }),
  ]));
  function Reader({ name }: { readonly name: string }): ReactNode {
    count(renders, name);
    const length = useQuery(queries.get(name)!);
    const { loading } = useDLE(harbour.getVessels, { route: "north" });
    return `${length} ${loading};`;
  }
  let controller!: Controller;
  function Page(): ReactNode {
    controller = useController();
    return names.map((name) => <Reader key={name} name={name} />);
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <Page />
    </DataProvider>,
  );
  await settle(() => harbour.last.answer([{ id: "1", name: "Fram" }]));
  assertEquals(screen.text(), "1 false;".repeat(30));
  renders.clear();
  computed.clear();
  await settle(() => controller.resetEntireStore());
  assertEquals(screen.text(), "undefined true;".repeat(30));
  const most = (counts: Map<string, number>) => Math.max(0, ...counts.values());
  assert(most(renders) <= 2, `${most(renders)} renders`);
  assert(most(computed) <= 2, `${most(computed)} computations`);
  assertEquals(harbour.asked.length, 2);
});

for (
  const [name, managers] of [
    ["first", () => [new LogoutManager(), ...getDefaultManagers()]],
    ["last", () => [...getDefaultManagers(), new LogoutManager()]],
  ] as const
) {
  Deno.test(`what stays on screen without a login is one logout, with the manager ${name} [controller/LOG-8]`, async () => {
    const harbour = new Harbour();
    function Ship({ id }: { readonly id: string }): ReactNode {
      return useSuspense(harbour.getVessel, { id }).name;
    }
    function Ships(): ReactNode {
      const { loading, error } = useDLE(harbour.getVessels, { route: "north" });
      return `ships: ${error?.message ?? loading};`;
    }
    function Weather(): ReactNode {
      const { data } = useDLE(harbour.getWeather, { port: "aden" });
      return `wind: ${data?.wind};`;
    }
    let resets = 0;
    class Counted extends Controller {
      override resetEntireStore(): Promise<void> {
        resets++;
        return super.resetEntireStore();
      }
    }
    /** Answers what was asked, and what is asked because of that; weather is for everybody. */
    const answerAll = () =>
      withoutConsole("error", async () => {
        for (
          let asked = 0;
          asked < 40 && harbour.requests.length > 0;
          asked++
        ) {
          const request = harbour.requests.shift()!;
          if (request.name.startsWith("weather")) {
            request.answer({ port: "aden", wind: 3 });
          } else {
            request.fail(Object.assign(new Error("log in"), { status: 401 }));
          }
          await settle();
        }
      });
    let controller!: Controller;
    function Page(): ReactNode {
      controller = useController();
      return (
        <>
          <AsyncBoundary
            fallback="..."
            errorComponent={({ error }: { error: Error }) => error.message}
          >
            <Ship id="1" />
          </AsyncBoundary>;
          <Ships />
          <Weather />
        </>
      );
    }
    await using screen = await render(
      <DataProvider
        Controller={Counted}
        managers={managers()}
        devButton={null}
      >
        <Page />
      </DataProvider>,
    );
    await answerAll();
    assertEquals(screen.text(), "log in;ships: log in;wind: 3;");
    assertEquals(resets, 1);

    // it is requested again, by nobody
    await settle(() => {
      void controller.fetchForReader(harbour.getVessels, { route: "north" });
    });
    await answerAll();
    assertEquals(resets, 1);

    // somebody is logged in, and not any more
    await settle(() =>
      void controller.fetchForReader(harbour.getVessels, { route: "north" })
    );
    harbour.requests.shift()!.answer([]);
    await settle();
    await settle(() =>
      void controller.fetchForReader(harbour.getVessels, { route: "north" })
    );
    await answerAll();
    assertEquals(resets, 2);
  });
}
