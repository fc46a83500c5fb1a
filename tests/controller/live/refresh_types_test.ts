import {
  Endpoint,
  type EndpointInterface,
  resource,
  RestEndpoint,
} from "../../../endpoint/mod.ts";
import { Entity } from "../../../schema/mod.ts";
import { exact } from "../../support/exact.ts";

class Tide extends Entity {
  id = "";
}

Deno.test("an endpoint takes true, false and always for its refetches, nothing else [controller/NEW-32]", () => {
  type Choice = boolean | "always" | undefined;
  exact<EndpointInterface["refetchOnFocus"], Choice>();
  exact<EndpointInterface["refetchOnReconnect"], Choice>();

  const path = "/tides/:id";
  const members = {
    refetchOnFocus: "always",
    refetchOnReconnect: false,
  } as const;
  new Endpoint(() => Promise.resolve(1), { name: "getTide", ...members });
  new RestEndpoint({ path, ...members }).extend({ refetchOnFocus: true });
  resource({ path, schema: Tide, ...members });

  const tide = () => Promise.resolve(1);
  // @ts-expect-error not one of them
  new Endpoint(tide, { name: "getTide", refetchOnFocus: "never" });
  // @ts-expect-error not one of them
  new RestEndpoint({ path, refetchOnReconnect: "never" });
  // @ts-expect-error not one of them
  resource({ path, schema: Tide, refetchOnFocus: 5000 });
});
