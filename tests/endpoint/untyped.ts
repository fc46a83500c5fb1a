// deno-lint-ignore-file no-explicit-any -- the point of this file
/**
 * Endpoint classes of any call, for tests of what the run time does with
 * arguments and options that the types would refuse.
 *
 * @module
 */
import {
  Endpoint as TypedEndpoint,
  RestEndpoint as TypedRestEndpoint,
} from "../../endpoint/mod.ts";
import type { Endpoint as EndpointMembers } from "../../endpoint/endpoint.ts";
import type { RestInstanceBase } from "../../endpoint/types/rest_endpoint.ts";

interface AnyMembers {
  [member: string]: any;
}

interface Class<Instance> {
  new (...args: any[]): Instance & AnyMembers;
  readonly prototype: any;
}

/** `Endpoint` of any function. */
export const Endpoint = TypedEndpoint as unknown as Class<EndpointMembers>;

/** `RestEndpoint` of any options. */
export const RestEndpoint = TypedRestEndpoint as unknown as Class<
  RestInstanceBase
>;
