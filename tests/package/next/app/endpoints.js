import { Entity, RestEndpoint } from "@tessera/client";

const urlPrefix = process.env.NEXT_PUBLIC_BACKEND;

class Ship extends Entity {
  id = "";
  name = "";
  port = "";
  static key = "Ship";
}
class Port extends Entity {
  id = "";
  name = "";
  static key = "Port";
}
export const getShip = new RestEndpoint({
  urlPrefix,
  path: "/ships/:id",
  schema: Ship,
  dataExpiryLength: 600_000,
});
export const getPort = new RestEndpoint({
  urlPrefix,
  path: "/ports/:id",
  schema: Port,
  dataExpiryLength: 600_000,
});
