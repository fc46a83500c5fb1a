// deno-lint-ignore-file no-explicit-any -- responses and schemas of any type
import { isObject } from "../schema/engine.ts";

/** What an endpoint that deletes needs of its class. */
interface Deleting {
  readonly schema: any;
  parseResponse(response: Response): any;
  extend(options: Record<string, unknown>): any;
}

/**
 * Makes an endpoint understand the answers that servers give to DELETE: an
 * object that says what was deleted, its primary key, or nothing of use, in
 * which case the parameters of the call tell.
 *
 * @param endpoint endpoint with the schema of what was deleted
 * @param entity the schema before it was wrapped in Invalidate
 */
export function understandDeleted<E extends Deleting>(
  endpoint: E,
  entity: any,
): E {
  const { parseResponse } = endpoint;
  return endpoint.extend({
    async parseResponse(this: E, response: Response): Promise<unknown> {
      const isJson = isJsonResponse(response, endpoint);
      if (isJson && await isEmpty(response)) return null;
      const value = await parseResponse.call(this, response);
      return typeof value === "string" && !isJson ? null : value;
    },
    process(value: unknown, params: unknown): unknown {
      if (typeof value === "string" && value !== "") {
        return withPrimaryKey(entity, params, value);
      }
      return isFilled(value) ? value : params;
    },
  });
}

function isJsonResponse(response: Response, endpoint: any): boolean {
  return endpoint.content === "json" ||
    /json/i.test(response.headers.get("content-type") ?? "");
}

/** Whether there is nothing to parse, although the Content-Type says JSON. */
async function isEmpty(response: Response): Promise<boolean> {
  if (response.status === 204 || response.status === 205) return true;
  if (response.body === null) return true;
  // Response-like objects of tests and polyfills may lack it
  if (typeof response.clone !== "function") return false;
  return (await response.clone().text()).trim() === "";
}

function isFilled(value: unknown): boolean {
  return isObject(value) &&
    Object.keys(value).length > 0;
}

/** An object of which the schema finds this primary key; bare keys are references, which delete nothing. */
function withPrimaryKey(entity: any, params: unknown, pk: string): unknown {
  const given = isObject(params) ? params : {};
  const candidates = [
    given,
    ...["id", ...Object.keys(given)].map((name) => ({ ...given, [name]: pk })),
  ];
  if (typeof entity?.pk !== "function") return candidates[1];
  return candidates.find((value) => primaryKey(entity, value, params) === pk) ??
    candidates[1];
}

function primaryKey(
  entity: any,
  value: object,
  params: unknown,
): string | undefined {
  try {
    const pk = entity.pk(value, undefined, undefined, [params]);
    return pk === undefined ? undefined : String(pk);
  } catch {
    return undefined;
  }
}
