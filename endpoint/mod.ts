/**
 * Endpoints: what is requested, how, and what the response is made of.
 *
 * @module
 */
export { filenameFromContentDisposition } from "./content_disposition.ts";
export { Endpoint, Endpoint as ExtendableEndpoint } from "./endpoint.ts";
export {
  type ErrorTypes,
  NetworkError,
  type NetworkErrorOptions,
  type UnknownError,
} from "./network_error.ts";
export { getUrlBase, getUrlTokens } from "./path_template.ts";
export { RestEndpoint } from "./rest_endpoint.ts";
