import { RestEndpoint, type RestGenerics } from "@tessera/client";

/** What all requests of the tracker have in common. */
export class TrackerEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override urlPrefix = "/api";
  override readonly idempotencyHeader = "Idempotency-Key";
}
