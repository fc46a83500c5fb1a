/**
 * Harbour, as its OpenAPI document describes it.
 *
 * @module
 */
import {
  Entity,
  resource,
  RestEndpoint,
  type RestGenerics,
} from "@tessera/client";

const toDate = (time: string) => new Date(time);

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override get urlPrefix(): string {
    return "https://eu.harbour.test/api";
  }
}

export interface MoorShipBody {
  berth: string;
  "tug-boats"?: number | null;
}

export interface MoorShipResult {
  place?: Place;
}

export interface Place {
  latitude: number;
  inside?: Place;
}

/** A ship, known by its number. */
export class Ship extends Entity {
  /** Its number: painted on the hull. */
  imo = 0;
  name = "";
  built = new Date(0);
  sunk: Date | null = null;
  captain?: Captain;
  sisters: Ship[] = [];
  status?: "moored" | "at sea";
  owner = "";
  "deck-count" = 0;
  place?: Place;

  override pk(): string {
    return String(this.imo);
  }

  static override key = "Ship";
}

export class Captain extends Entity {
  id = "";
  ship?: Ship;

  static override key = "Captain";
  static override schema = { ship: Ship };
}

Ship.schema = {
  built: toDate,
  sunk: toDate,
  captain: Captain,
  sisters: [Ship],
};

/** The server knows `get`, `getList`, `getList.push` and `delete`. */
export const ShipResource = resource({
  Endpoint: ApiEndpoint,
  path: "/ships/:imo",
  schema: Ship,
  searchParams: {} as { page?: number; flag?: "NO" | "DK" } | undefined,
  paginationField: "page",
});

/** The ship of a captain. */
export const getShipsByCaptain = new ApiEndpoint({
  name: "getShipsByCaptain",
  path: "/ships/by_captain/:captain",
  schema: Ship,
});

/** Moors a ship. *\/ */
export const moorShip = new ApiEndpoint({
  name: "moorShip",
  path: "/ships/:imo/moor \\(now\\)",
  method: "PUT",
  body: {} as MoorShipBody,
  process(value): MoorShipResult {
    return value;
  },
});

export const getTide = new ApiEndpoint({
  name: "getTide",
  path: "/tide",
  process(value): number {
    return value;
  },
});
