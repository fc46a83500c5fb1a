/** What checked JavaScript makes of the types: a class of endpoints of its own. */
import { Entity, resource, RestEndpoint } from "@tessera/client";

/**
 * @template {import("@tessera/client").RestGenerics} [O=any]
 * @extends {RestEndpoint<O>}
 */
export class Api extends RestEndpoint {
  token = "";
  /**
   * @override
   * @param {HeadersInit} headers
   */
  getHeaders(headers) {
    return { ...headers, authorization: this.token };
  }
}

/** One whose endpoints take anything. */
export class Loose extends RestEndpoint {
  token = "";
}

class Ship extends Entity {
  id = "";
  name = "";
  /** @override */
  static key = "Ship";
}
const getShip = new Api({ path: "/ships/:id", schema: Ship });
const ShipResource = resource({
  path: "/ships/:id",
  schema: Ship,
  Endpoint: Api,
});

export function calls() {
  getShip({ id: 1 });
  getShip.token.toUpperCase();
  new Loose({ path: "/ships/:id" }).token.toUpperCase();
  ShipResource.get({ id: 1 });
  ShipResource.get.token.toUpperCase();
  // @ts-expect-error the parameter is misspelt
  getShip({ idd: 1 });
  // @ts-expect-error the token is a text
  getShip.token.toFixed();
  // @ts-expect-error the parameter is misspelt
  ShipResource.get({ idd: 1 });
}
