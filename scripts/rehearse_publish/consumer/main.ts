/**
 * A script that fetches from a server, given its address, and prints what it
 * found.
 *
 * @module
 */
import { createClient } from "@tessera/client";
import { vesselsAt } from "./vessels.ts";

const { VesselResource } = vesselsAt(Deno.args[0]!);

await using client = createClient();
const { fetch } = client.controller;
const vessels = await fetch(VesselResource.getList, { fleet: "north" });
await fetch(VesselResource.partialUpdate, { id: vessels[0]!.id }, {
  name: "Fram II",
});
const { data } = client.read(VesselResource.getList, { fleet: "north" });
console.log(data?.map(({ name }) => name).join(", "));
