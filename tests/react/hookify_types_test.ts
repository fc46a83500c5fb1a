import { assertEquals } from "@std/assert";
import { hookifyResource, resource } from "../../mod.ts";
import { Vessel } from "./support/harbour.ts";
import { exact } from "../support/exact.ts";

const VesselResource = resource({ path: "/vessels/:id", schema: Vessel });

Deno.test("hookified members have the types of the endpoints, and names of hooks only [react/TYP-27]", () => {
  const hooks = hookifyResource(VesselResource, () => ({}));
  const get = hooks.useGet();
  exact<typeof get, typeof VesselResource.get>();
  exact<ReturnType<typeof hooks.useGetList>, typeof VesselResource.getList>();
  exact<
    keyof typeof hooks,
    // extend() of the resource itself is not an endpoint
    `use${Capitalize<Exclude<keyof typeof VesselResource, "extend">>}`
  >();
  // @ts-expect-error -- only hooks
  assertEquals(hooks.get, undefined);
  // @ts-expect-error -- not a RequestInit
  hookifyResource(VesselResource, () => 5);
  assertEquals(get.key({ id: "1" }), VesselResource.get.key({ id: "1" }));
});
