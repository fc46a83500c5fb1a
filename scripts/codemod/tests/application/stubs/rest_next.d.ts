// What was tried under another entry before it became the default.
import type { RestEndpoint, RestGenerics } from "./rest.d.ts";

export { createResource } from "./rest.d.ts";
export type NewGetEndpoint<O extends RestGenerics> = RestEndpoint<O>;
export type NewMutateEndpoint<O extends RestGenerics> = RestEndpoint<O>;
