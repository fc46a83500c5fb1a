import "./support/dom.ts";
import { assertEquals } from "@std/assert";
import { type Controller, Endpoint, resource } from "../../mod.ts";
import { DataProvider, useSuspense } from "../../react/mod.ts";
import {
  makeRenderDataHook,
  MockResolver,
  renderDataHook,
  renderHook,
} from "../../react/testing/mod.ts";
import { Vessel } from "./support/harbour.ts";
import { exact } from "../support/exact.ts";

const VesselResource = resource({ path: "/vessels/:id", schema: Vessel });
const getTide = new Endpoint(
  ({ port }: { port: string }): Promise<number> => Promise.resolve(port.length),
  { name: "getTide" },
);
const fram = { id: "1", name: "Fram" };

Deno.test("result and properties have the types of the callback [react/TYP-34]", () => {
  using hook = renderDataHook(
    ({ id }: { id: string }) => useSuspense(VesselResource.get, { id }),
    {
      initialProps: { id: "1" },
      initialFixtures: [
        { endpoint: VesselResource.get, args: [{ id: "1" }], response: fram },
      ],
    },
  );
  exact<typeof hook.result.current, Vessel>();
  exact<typeof hook.controller, Controller>();
  exact<Parameters<typeof hook.rerender>[0], { id: string } | undefined>();
  // @ts-expect-error the current value is read-only
  void (() => hook.result.current = fram);
  // @ts-expect-error there is no such property
  void (() => hook.rerender({ idd: 1 }));
  // @ts-expect-error properties are those of the callback
  void (() => renderDataHook((_: { id: string }) => 1, { initialProps: 1 }));
  assertEquals(hook.result.current.name, "Fram");
});

Deno.test("each fixture is typed by its own endpoint [react/TYP-35] [react/TST-31]", async () => {
  using hook = renderDataHook(() => null, {
    getInitialInterceptorData: () => ({ calls: 0 }),
    resolverFixtures: [
      {
        endpoint: VesselResource.partialUpdate,
        response({ id }, body) {
          exact<typeof id, string | number>();
          exact<typeof this.calls, number>();
          this.calls++;
          return { ...fram, id: `${id}`, ...(body as Partial<Vessel>) };
        },
      },
      {
        endpoint: getTide,
        response({ port }) {
          exact<typeof port, string>();
          return port.length;
        },
      },
      { endpoint: getTide, args: [{ port: "aden" }], response: 7 },
    ],
  });
  const tide = await hook.controller.fetch(getTide, { port: "aden" });
  exact<typeof tide, number>();
  assertEquals(tide, 7);
  const renamed = await hook.controller.fetch(
    VesselResource.partialUpdate,
    { id: "1" },
    { name: "Maud" },
  );
  assertEquals(renamed.name, "Maud");
});

Deno.test("responses of the wrong shape are errors [react/TYP-35] [react/TST-31]", () => {
  void (() =>
    renderDataHook(() => null, {
      resolverFixtures: [
        {
          endpoint: getTide,
          // @ts-expect-error must be a number
          response: ({ port }) => port,
        },
      ],
    }));
  void (() =>
    renderDataHook(() => null, {
      resolverFixtures: [
        {
          endpoint: getTide,
          // @ts-expect-error has no such argument
          response: ({ harbour }) => harbour,
        },
      ],
    }));
  void (() =>
    renderDataHook(() => null, {
      initialFixtures: [
        // @ts-expect-error must be a number
        { endpoint: getTide, args: [{ port: "aden" }], response: "7" },
      ],
    }));
  void (() => (
    <MockResolver
      fixtures={[
        // @ts-expect-error has no such argument
        { endpoint: getTide, args: [{ harbour: "aden" }], response: 7 },
      ]}
    />
  ));
  void (() => (
    <MockResolver
      getInitialInterceptorData={() => ({ calls: 0 })}
      fixtures={[{
        endpoint: getTide,
        response() {
          return this.calls;
        },
      }]}
    />
  ));
  using hook = renderDataHook(() => null);
  assertEquals(hook.result.current, null);
});

Deno.test("plain hooks and other providers are typed as well [react/TST-30]", () => {
  using data = makeRenderDataHook(DataProvider)(({ n }: { n: number }) => n, {
    initialProps: { n: 1 },
  });
  const plain = renderHook((n: number) => `${n}`, { initialProps: 1 });
  exact<typeof data.result.current, number>();
  exact<typeof plain.result.current, string>();
  // @ts-expect-error must be a number
  void (() => plain.rerender("2"));
  // @ts-expect-error must be a provider
  void (() => makeRenderDataHook(({ ship }: { ship: string }) => ship));
  assertEquals([data.result.current, plain.result.current], [1, "1"]);
  plain.unmount();
});

Deno.test("a story may choose among lists of fixtures that are constants [react/TST-11]", () => {
  const stories = {
    full: [
      { endpoint: VesselResource.get, args: [{ id: "1" }], response: fram },
      {
        endpoint: VesselResource.partialUpdate,
        response: ({ id }: { id: string | number }) => ({ ...fram, id }),
      },
    ],
    failing: [
      {
        endpoint: getTide,
        args: [{ port: "aden" }],
        response: { message: "sunk", status: 410 },
        error: true,
      },
    ],
    loading: [],
  } as const;
  const mistakes = {
    loading: [],
    wrong: [{ endpoint: getTide, args: [{ harbour: "aden" }], response: 7 }],
  } as const;
  const story = (name: keyof typeof stories) => (
    <MockResolver fixtures={stories[name]}>content</MockResolver>
  );
  void ((name: keyof typeof mistakes) => (
    // @ts-expect-error one of the lists has arguments of another endpoint
    <MockResolver fixtures={mistakes[name]}>content</MockResolver>
  ));
  assertEquals(story("loading").props.fixtures, []);
});
