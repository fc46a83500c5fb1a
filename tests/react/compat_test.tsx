import { assertEquals } from "@std/assert";
import { useReducer } from "react";
import {
  type EndpointInstance,
  Entity,
  resource,
  RestEndpoint,
} from "../../mod.ts";
import type {
  Fixture,
  MockResolverProps,
} from "../../react/testing/browser.ts";
import type * as compat from "../../react/compat.ts";
import { usePromisifiedDispatch } from "../../react/compat.ts";
import { renderHook, settle } from "./support/render.tsx";
import { exact } from "../support/exact.ts";

class Port extends Entity {
  id = "";
  name = "";
}
class Vessel extends Entity {
  id = "";
  tons = 0;
  port?: Port;
  static override schema = { port: Port };
}
const VesselResource = resource({ path: "/vessels/:id", schema: Vessel });
const getVessel = new RestEndpoint({ path: "/vessels/:id", schema: Vessel });

Deno.test("names of the peer stand for ours [endpoint/PKG-4]", () => {
  const stored: compat.NormalizedEntity<typeof Vessel> = {
    id: "1",
    tons: 2,
    port: "rtm",
  };
  exact<(typeof stored)["tons"], number>();
  exact<(typeof stored)["port"], string>();
  exact<compat.PK, string>();
  exact<compat.DenormalizeObject<{ a: typeof Port }>, { a: Port }>();
  exact<compat.NormalizeObject<{ a: typeof Port }>, { a: string }>();
  exact<
    compat.EndpointInstanceInterface<() => Promise<1>, undefined, false>,
    EndpointInstance<() => Promise<1>, undefined, false>
  >();
  const call: compat.EndpointToFunction<typeof getVessel> = getVessel;
  exact<Parameters<typeof call>, Parameters<typeof getVessel>>();
  exact<[
    compat.MethodToSide<"POST">,
    compat.MethodToSide<"get">,
    compat.MethodToSide<undefined>,
  ], [true, undefined, undefined]>();
  exact<[
    compat.ParamToArgs<undefined>,
    compat.ParamToArgs<{ id: string }>,
    compat.ParamToArgs<{ id: string } | undefined>,
  ], [[], [params: { id: string }], [params?: { id: string } | undefined]]>();
  const send: compat.ParamFetchWithBody<{ id: string }, { name: string }> = (
    params,
    body,
  ) => Promise.resolve(params.id + body.name);
  // @ts-expect-error the body has no such member
  send({ id: "1" }, { title: "x" }).catch(() => {});
  const Extended: compat.RestExtendedEndpoint<
    { path: "/ports/:port/vessels/:id" },
    typeof getVessel
  > = getVessel.extend({ path: "/ports/:port/vessels/:id" });
  assertEquals(Extended.url({ port: "rtm", id: "1" }), "/ports/rtm/vessels/1");
  const remove: compat.RemoveEndpoint = VesselResource.getList.remove;
  assertEquals(remove.sideEffect, true);
  const fixture: compat.FixtureEndpoint<typeof getVessel> = {
    endpoint: getVessel,
    args: [{ id: "1" }],
    response: { id: "1", tons: 2 },
  };
  exact<compat.FixtureEndpoint<typeof getVessel>, Fixture<typeof getVessel>>();
  exact<compat.MockProps, MockResolverProps>();
  assertEquals(fixture.args, [{ id: "1" }]);
});

Deno.test("a promisified dispatch resolves when the state is shown [endpoint/PKG-4]", async () => {
  await using hook = await renderHook(() => {
    const [count, dispatch] = useReducer((n: number, by: number) => n + by, 1);
    return { count, dispatch: usePromisifiedDispatch(dispatch, count) };
  }, { props: undefined });
  const first = hook.current.dispatch;
  const shown: number[] = [];
  await settle(() => {
    first(2).then(() => shown.push(hook.current.count));
    first(3).then(() => shown.push(hook.current.count));
  });
  assertEquals(shown, [6, 6]);
  assertEquals(hook.current.dispatch, first);
});
