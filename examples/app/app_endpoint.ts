import { RestEndpoint, type RestGenerics } from "@tessera/client";
import { network } from "./network.ts";

/** An endpoint of the demo's API; what it sends shows up on the page. */
export class AppEndpoint<
  // deno-lint-ignore no-explicit-any -- the form in which subclasses are written
  O extends RestGenerics = any,
> extends RestEndpoint<O> {
  override readonly urlPrefix = "/api";

  override fetchResponse(
    input: RequestInfo,
    init: RequestInit,
  ): Promise<Response> {
    const path = String(input).slice(this.urlPrefix.length);
    return network.send(
      init.method ?? "GET",
      path,
      () => super.fetchResponse(input, init),
    );
  }
}
