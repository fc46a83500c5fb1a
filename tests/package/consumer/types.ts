/** What the types of the package promise; compiled by every compiler. */
import {
  Collection,
  createClient,
  type Denormalize,
  Entity,
  type NetworkError,
  resource,
  RestEndpoint,
} from "@tessera/client";
import { GQLEndpoint } from "@tessera/client/graphql";
import type * as next from "@tessera/client/next";
import {
  type AsyncBoundaryProps,
  type useController,
  useDLE,
  useSuspense,
} from "@tessera/client/react";
import type * as reactNext from "@tessera/client/react/next";

/** Fails to compile where the types are not the same; `any` is only itself. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends
  (<T>() => T extends B ? 1 : 2) ? true : false;

function same<A, B>(_isSame: Same<A, B>): void {}

class Ship extends Entity {
  id = "";
  name = "";
  tons = 0;
  static override key = "Ship";
}

const getShip = new RestEndpoint({
  path: "/fleets/:fleet/ships/:id",
  schema: Ship,
});
const ShipResource = resource({
  path: "/ships/:id",
  schema: Ship,
  searchParams: {} as { flag?: string } | undefined,
});

export async function calls(): Promise<void> {
  const client = createClient();
  const ship = await client.fetch(getShip, { fleet: "1", id: "2" });
  same<typeof ship.tons, number>(true);
  const ships = await client.fetch(ShipResource.getList, { flag: "fi" });
  same<typeof ships, Ship[]>(true);
  same<Denormalize<typeof getShip.schema>, Ship>(true);
  await client.fetch(ShipResource.getList.push, { name: "Wasa" });

  // @ts-expect-error a parameter of the path is missing
  await client.fetch(getShip, { fleet: "1" });
  // @ts-expect-error there is no such field
  console.log(ship.mast);
  // @ts-expect-error the flag is a text
  await client.fetch(ShipResource.getList, { flag: 1 });
}

export function useTypes(): void {
  const ship = useSuspense(getShip, { fleet: "1", id: "2" });
  same<typeof ship, Ship>(true);
  const { data, error } = useDLE(ShipResource.get, { id: "2" });
  same<typeof data, Ship | undefined>(true);
  if (error) same<typeof error.message, string>(true);
  same<ReturnType<typeof useController>["expireAll"], VoidOfKeys>(true);

  // @ts-expect-error a number is no arguments
  useSuspense(getShip, 1);
}

type VoidOfKeys = (testKey: {
  testKey: (key: string) => boolean;
}) => Promise<void>;

export const boundary: AsyncBoundaryProps = { children: "content" };

// @ts-expect-error a Collection is one of something
export const collection = new Collection();

export const query = new GQLEndpoint("https://harbour.test/graphql");

same<typeof next.RestEndpoint, typeof RestEndpoint>(true);
same<typeof reactNext.useSuspense, typeof useSuspense>(true);

export function status(error: NetworkError): number {
  return error.status;
}
