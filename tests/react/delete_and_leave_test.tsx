/**
 * The page that shows an entity deletes it and leaves, as an application does:
 * without `act`.
 *
 * Neighbours that were tried: leaving at once, after the deletion, in a
 * transition, in one that is an action, and to a page that has to wait for its
 * data first; an optimistic deletion; a page that reads by several hooks; a
 * page that stays.
 */
import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { startTransition, Suspense, useEffect, useState } from "react";
import { Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";
import { hasTransitions } from "./support/renderer.ts";
import { idle, renderLive } from "./support/without_act.tsx";
import {
  DataProvider,
  useController,
  useDLE,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import {
  Collection,
  type Controller,
  Endpoint,
  Invalidate,
  NetworkManager,
} from "../../mod.ts";

type Leave = () => void;

/** How a page leaves, given what deletes its entity. */
const ways: Record<
  string,
  (remove: () => Promise<unknown>, leave: Leave) => unknown
> = {
  "after the deletion": async (remove, leave) => {
    await remove();
    leave();
  },
  "after the deletion, in a transition": async (remove, leave) => {
    await remove();
    startTransition(leave);
  },
  "in a transition that is an action": (remove, leave) =>
    startTransition(async () => {
      await remove();
      startTransition(leave);
    }),
  "in an action, outside of its transition": (remove, leave) =>
    startTransition(async () => {
      await remove();
      leave();
    }),
  "in the transition that deletes, without waiting": (remove, leave) =>
    startTransition(() => {
      void remove();
      leave();
    }),
  "before the deletion": (remove, leave) => {
    leave();
    return remove();
  },
};

for (const isOptimistic of [false, true]) {
  for (const waits of [false, true]) {
    for (const [way, go] of Object.entries(ways)) {
      // elsewhere a transition shows its fallback at once
      const test = waits && !hasTransitions ? Deno.test.ignore : Deno.test;
      test(`a page that ${isOptimistic ? "optimistically " : ""}deletes its entity and leaves ${way}${waits ? " for a page that waits for data" : ""} shows no fallback, and requests nothing [react/SUS-28]`, async () => {
        const requests: string[] = [];
        const row = { id: "1", name: "Fram", tons: 402 };
        const getVessel = new Endpoint(({ id }: { id: string }) => {
          requests.push(`get ${id}`);
          return Promise.resolve(row);
        }, { name: "getVessel", schema: Vessel });
        const list = Promise.withResolvers<typeof row[]>();
        const getVessels = new Endpoint(() => {
          requests.push("list");
          return list.promise;
        }, { name: "getVessels", schema: new Collection([Vessel]) });
        const removeVessel = new Endpoint(
          ({ id }: { id: string }) => {
            requests.push(`delete ${id}`);
            return new Promise<{ id: string }>((resolve) =>
              setTimeout(() => resolve({ id }), 2)
            );
          },
          {
            name: "removeVessel",
            schema: new Invalidate(Vessel),
            sideEffect: true,
            ...isOptimistic && {
              getOptimisticResponse: (_: unknown, args: { id: string }) => args,
            },
          },
        );
        let leave!: Leave;
        let controller!: Controller;
        let fallbacks = 0;
        let wasLoading = false;
        const Fallback = () => {
          // what React only tries is not on screen
          useEffect(() => void fallbacks++, []);
          return "waiting";
        };
        function Detail() {
          const { name } = useSuspense(getVessel, { id: "1" });
          const same = useDLE(getVessel, { id: "1" });
          useQuery(Vessel, { id: "1" });
          useEffect(() => {
            wasLoading ||= same.loading;
          });
          return <p>{name}</p>;
        }
        function List() {
          return <p>{useSuspense(getVessels).length} vessels</p>;
        }
        function App() {
          controller = useController();
          const [isLeft, setLeft] = useState(false);
          leave = () => setLeft(true);
          return (
            <Suspense fallback={<Fallback />}>
              {isLeft ? waits ? <List /> : "left" : <Detail />}
            </Suspense>
          );
        }
        await using screen = await renderLive(
          <DataProvider
            managers={[new NetworkManager()]}
            initialState={{ entities: { Vessel: { "1": row } } }}
          >
            <App />
          </DataProvider>,
        );
        assertEquals(screen.text(), "Fram");
        fallbacks = 0;
        requests.length = 0;
        await go(() => controller.fetch(removeVessel, { id: "1" }), leave);
        await idle();
        const expected = ["delete 1", ...waits ? ["list"] : []];
        assertEquals([...requests].sort(), expected);
        // leaving without a transition shows the fallback of the next page
        const mayWait = waits &&
          [
            "after the deletion",
            "before the deletion",
            "in an action, outside of its transition",
          ].includes(way);
        if (!mayWait) assertEquals(fallbacks, 0);
        list.resolve([{ ...row, id: "2" }]);
        while (screen.text() !== (waits ? "1 vessels" : "left")) await idle();
        assertEquals(wasLoading, false);
        assertEquals([...requests].sort(), expected);
      });
    }
  }
}

/** The tests above do without `act`. */
function withAct(): void {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean })
    .IS_REACT_ACT_ENVIRONMENT = true;
}

Deno.test("a page that stays after it has deleted its entity requests that after five seconds, and shows the error [react/SUS-28] [react/SUS-12]", async () => {
  withAct();
  using time = new FakeTime();
  const requests: string[] = [];
  const gone = Object.assign(new Error("gone"), { status: 404 });
  const getVessel = new Endpoint(({ id }: { id: string }) => {
    requests.push(id);
    return Promise.reject(gone);
  }, { name: "getVessel", schema: Vessel });
  const removeVessel = new Endpoint(
    ({ id }: { id: string }) => Promise.resolve({ id }),
    { name: "removeVessel", schema: new Invalidate(Vessel), sideEffect: true },
  );
  const row = { id: "1", name: "Fram", tons: 402 };
  await using view = await renderHook(
    () => useSuspense(getVessel, { id: "1" }).name,
    {
      props: null,
      provider: {
        managers: [new NetworkManager()],
        initialState: { entities: { Vessel: { "1": row } } },
      },
    },
  );
  await settle(() => view.controller.fetch(removeVessel, { id: "1" }));
  await settle(() => time.tickAsync(4900));
  assertEquals([view.current, view.isSuspended, requests], ["Fram", false, []]);
  // it may be undone
  await settle(() => view.controller.set(Vessel, { id: "1" }, row));
  await settle(() => time.tickAsync(4900));
  assertEquals([view.current, requests], ["Fram", []]);
  await settle(() => view.controller.fetch(removeVessel, { id: "1" }));
  await view.rerender(null);
  await settle(() => time.tickAsync(5100));
  assertEquals(requests, ["1"]);
  assertEquals(view.error, gone);
});

Deno.test("what somebody else deletes is requested at once [react/SUS-28] [react/SUS-12]", async () => {
  withAct();
  const requests: string[] = [];
  const getVessel = new Endpoint(({ id }: { id: string }) => {
    requests.push(id);
    return new Promise<never>(() => {});
  }, { name: "getVessel", schema: Vessel });
  await using view = await renderHook(
    () => useSuspense(getVessel, { id: "1" }).name,
    {
      props: null,
      provider: {
        initialState: {
          entities: { Vessel: { "1": { id: "1", name: "Fram", tons: 402 } } },
        },
      },
    },
  );
  await settle(() =>
    view.controller.set(new Invalidate(Vessel), { id: "1" }, { id: "1" })
  );
  assertEquals([view.isSuspended, requests], [true, ["1"]]);
});
