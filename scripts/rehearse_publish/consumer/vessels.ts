/**
 * What an application in TypeScript sees of the published package: types that
 * know what is there, and nothing of type `any` in their place.
 *
 * @module
 */
import {
  Collection,
  createClient,
  type Denormalize,
  Entity,
  resource,
  RestEndpoint,
} from "@tessera/client";
import { GQLEndpoint } from "@tessera/client/graphql";

export class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;

  static override key = "Vessel";
}

/** Endpoints of a server at an address. */
export function vesselsAt(urlPrefix: string) {
  return {
    VesselResource: resource({
      urlPrefix,
      path: "/vessels/:id",
      schema: Vessel,
      searchParams: {} as { fleet?: string },
    }),
    getVessel: new RestEndpoint({
      urlPrefix,
      path: "/vessels/:id",
      schema: Vessel,
    }),
  };
}

/** Never called: only its types are checked. */
export async function checkTypes(): Promise<void> {
  const { VesselResource, getVessel } = vesselsAt("");
  using client = createClient();
  const { fetch } = client.controller;

  const vessel = await fetch(getVessel, { id: 7 });
  const name: string = vessel.name;
  // @ts-expect-error a name is text
  const count: number = vessel.name;
  // @ts-expect-error there is no such field
  vessel.captain;
  // @ts-expect-error the path has a parameter `id`
  fetch(getVessel, { pier: 7 });
  // @ts-expect-error it takes no payload
  fetch(getVessel, { id: 7 }, { name });

  const vessels = await fetch(VesselResource.getList, { fleet: "north" });
  const first: Vessel | undefined = vessels[0];
  // @ts-expect-error a fleet has a name
  fetch(VesselResource.getList, { fleet: 7 });
  await fetch(VesselResource.getList.push, { name: "Fram" });
  // @ts-expect-error there is no such field
  await fetch(VesselResource.partialUpdate, { id: 7 }, { captain: "Sverdrup" });

  const stored = client.get(Vessel, { id: "7" });
  // @ts-expect-error it may not be there
  stored.name;

  const lists = new Collection([Vessel]);
  const listed: Denormalize<typeof lists> = [Vessel.fromJS()];
  // @ts-expect-error vessels, not their names
  const names: Denormalize<typeof lists> = ["Fram"];

  const gql = new GQLEndpoint("https://harbour.test/graphql");
  const byName = gql.query((_: { name: string }) => "", { vessel: Vessel });
  const { vessel: found } = await fetch(byName, { name: "Fram" });
  // @ts-expect-error a name is text
  found.name = 7;

  void [count, first, listed, names];
}
