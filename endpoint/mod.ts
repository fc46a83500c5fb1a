export { Endpoint, Endpoint as ExtendableEndpoint } from "./endpoint.ts";
export { NetworkError } from "./network_error.ts";
export { RestEndpoint } from "./rest_endpoint.ts";
