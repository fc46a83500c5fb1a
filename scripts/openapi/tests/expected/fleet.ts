/**
 * Fleet *\/ export const injected = 1; /*, as its OpenAPI document describes
 * it.
 *
 * @module
 */
import {
  Collection,
  Entity,
  resource,
  RestEndpoint,
  type RestGenerics,
  type Schema,
  type SchemaClass,
  Values,
} from "@tessera/client";
import type { SchemaTypes } from "@tessera/client/schema";

const toDate = (time: string) => new Date(time);

/** A schema, with the type of what it makes of an answer. */
function readAs<Value>(schema: unknown): SchemaClass<SchemaTypes<Value>> {
  return schema as SchemaClass<SchemaTypes<Value>>;
}

/** Members of an object in brackets: `a[b]=1`. */
function deep(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  return typeof value === "object" && value !== null
    ? byName(value).flatMap(([key, part]) =>
      deep(`${name}[${encode(key)}]`, part)
    )
    : [`${name}=${encode(value)}`];
}

const encode = (value: unknown) =>
  encodeURIComponent(
    typeof value === "object" ? JSON.stringify(value) : String(value),
  );

/** Members by name, so that their order makes no other address. */
const byName = (values: object) =>
  Object.entries(values).sort(([a], [b]) => a < b ? -1 : 1);

/** A query, or a form: lists as `a=1&a=2`, or in the style that is named. */
function toQuery(
  values: object,
  styles: Readonly<Record<string, string>> = {},
): string {
  const pairs = byName(values).flatMap(([name, value]): string[] => {
    if (value === undefined || value === null) return [];
    const parts = [value].flat().map(encode);
    switch (styles[name]) {
      case "comma":
        return [`${encode(name)}=${parts.join(",")}`];
      case "deep":
        return deep(encode(name), value);
      case "flat":
        return toQuery(value instanceof Object ? value : { [name]: value })
          .split("&").filter(Boolean);
      case "json":
        return [`${encode(name)}=${encode(value)}`];
      case "pipe":
        return [`${encode(name)}=${parts.join("%7C")}`];
      case "space":
        return [`${encode(name)}=${parts.join("%20")}`];
      default:
        return parts.map((part) => `${encode(name)}=${part}`);
    }
  });
  return pairs.join("&");
}

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override get urlPrefix(): string {
    return "http://fleet.test";
  }

  override searchToString(values: Record<string, unknown>): string {
    return toQuery(values, {
      colours: "comma",
      size: "deep",
      near: "flat",
      tags: "pipe",
      words: "space",
      where: "json",
    });
  }
}

/** Requests that send a form, `application/x-www-form-urlencoded`. */
export class FormEndpoint<O extends RestGenerics = RestGenerics>
  extends ApiEndpoint<O> {
  /** Writes the form. */
  toForm(values: object): string {
    return toQuery(values, { meta: "json" });
  }

  override getRequestInit(body?: unknown): RequestInit | Promise<RequestInit> {
    return super.getRequestInit(
      typeof body === "object" && body !== null && !(body instanceof FormData)
        ? new URLSearchParams(this.toForm(body))
        : body,
    );
  }
}

/** Requests that send files, `multipart/form-data`; objects beside them go as JSON. */
export class MultipartEndpoint<O extends RestGenerics = RestGenerics>
  extends ApiEndpoint<O> {
  override getRequestInit(body?: unknown): RequestInit | Promise<RequestInit> {
    if (typeof body !== "object" || body === null || body instanceof FormData) {
      return super.getRequestInit(body);
    }
    const form = new FormData();
    for (const [name, value] of Object.entries(body)) {
      for (const part of [value ?? []].flat()) {
        const isPlain = part instanceof Blob || typeof part !== "object";
        form.append(name, isPlain ? part : JSON.stringify(part));
      }
    }
    return super.getRequestInit(form);
  }
}

export interface BoatCreate {
  name: string;
  code: string;
}

export interface BoatUpdate {
  owner: string;
  name: string;
  code: string;
  constructor?: unknown;
  captain?: SailorBody | null;
  mates?: SailorBody[] | null;
  byRole?: { [name: string]: SailorBody };
  home?: PlaceData;
  lastSeen?: { at?: string; by?: SailorBody };
}

export interface SailorBody {
  id: string;
  born?: string;
}

export interface PlaceData {
  name?: string;
  since?: string;
  inside?: PlaceData;
}

export interface DeleteBoatBody {
  reason?: string;
}

export interface GetLogbookResult {
  last?: MenuItems;
}

export type MenuItems = Menu[];

export interface Menu {
  label?: string;
  items?: Menu[];
  first?: MenuItems;
}

export interface SendMessageBody {
  to: string[];
  text?: string;
  meta?: { urgent?: boolean };
}

export interface SendMessageResult {
  id?: string;
}

export interface AddPhotoBody {
  photo?: Blob;
  tags?: string[];
  place?: PlaceData;
}

export interface PatchChartBody {
  scale?: number;
}

export type JsonValue = string | JsonValue[] | { [name: string]: JsonValue };

export type Shape = Circle | Group;

export interface Circle {
  kind?: string;
  radius?: number;
}

export interface Group {
  kind?: string;
  parts?: Shape[];
}

export interface Crew {
  captain: Sailor | null;
  sailed?: Date;
  mates?: { [name: string]: Sailor };
}

export interface Place {
  name?: string;
  since?: Date;
  inside?: Place;
}

export class Berth extends Entity {
  number = 0;
  depth = 0;
  /** Of the path: answers do not repeat it. */
  dock = "";

  override pk(): string {
    return `${this.dock}/${this.number}`;
  }

  static override process(
    input: object,
    parent: unknown,
    key: string | undefined,
    args: readonly { dock?: unknown }[],
  ): object {
    return {
      dock: args[0]?.dock,
      ...super.process(input, parent, key, args),
    };
  }

  static override key = "Berth";
}

export class Sailor extends Entity {
  id = "";
  born?: Date;

  static override key = "Sailor";
  static override schema = { born: toDate };
}

const crewSchema = {
  captain: Sailor,
  sailed: toDate,
  mates: new Values(Sailor),
};

const placeSchema: Record<string, Schema> = {};
Object.assign(placeSchema, { since: toDate, inside: placeSchema });

export class Boat extends Entity {
  owner = "";
  name = "";
  launched?: Date;
  // deno-lint-ignore no-explicit-any -- of other objects it is a function
  override ["constructor"]: any = undefined;
  captain: Sailor | null = null;
  mates: Sailor[] | null = null;
  byRole?: { [name: string]: Sailor };
  home?: Place;
  lastSeen?: { at?: Date; by?: Sailor };

  override pk(): string {
    return `${this.owner}/${this.name}`;
  }

  static override key = "Boat";
  static override schema = {
    launched: toDate,
    captain: Sailor,
    mates: [Sailor],
    byRole: new Values(Sailor),
    home: placeSchema,
    lastSeen: { at: toDate, by: Sailor },
  };
}

/** The server knows `get`, `getList`, `getList.push`, `update` and `delete`. */
export const BoatResource = resource({
  Endpoint: ApiEndpoint,
  path: "/owners/:owner/boats/:name",
  schema: Boat,
  searchParams: {} as {
    kinds?: string[];
    colours?: string[];
    size?: { min?: number; max?: number };
    near?: { lat?: number; long?: number };
    tags?: string[];
    words?: string[];
    where?: { mast?: number };
  } | undefined,
  body: {} as BoatCreate,
}).extend({
  update: {
    body: {} as BoatUpdate,
  },
  delete: {
    body: {} as DeleteBoatBody | undefined,
  },
});

export const getDockBerth = new ApiEndpoint({
  name: "getDockBerth",
  path: "/docks/:dock/berths/:number",
  schema: Berth,
});

export const hire = new ApiEndpoint({
  name: "hire",
  path: "/sailors/:id",
  method: "POST",
  body: undefined,
  schema: Sailor,
});

export const getSailors = new ApiEndpoint({
  name: "getSailors",
  path: "/sailors",
  schema: new Collection([Sailor]),
});

export const getLogbook = new ApiEndpoint({
  name: "getLogbook",
  path: "/logbook",
  process(value): GetLogbookResult {
    return value;
  },
});

export const sendMessage = new FormEndpoint({
  name: "sendMessage",
  path: "/messages",
  method: "POST",
  body: {} as SendMessageBody,
  process(value): SendMessageResult {
    return value;
  },
});

export const addPhoto = new MultipartEndpoint({
  name: "addPhoto",
  urlPrefix: "http://photos.fleet.test",
  path: "/photos",
  method: "POST",
  body: {} as AddPhotoBody,
});

export const getChart = new ApiEndpoint({
  name: "getChart",
  path: "/charts/:id",
  content: "blob",
});

export const putChart = new ApiEndpoint({
  name: "putChart",
  path: "/charts/:id",
  method: "PUT",
  body: {} as Blob,
  requestInit: { headers: { "content-type": "application/octet-stream" } },
});

export const patchChart = new ApiEndpoint({
  name: "patchChart",
  path: "/charts/:id",
  method: "PATCH",
  body: {} as PatchChartBody,
  requestInit: { headers: { "content-type": "application/merge-patch+json" } },
  content: "text",
});

export const addNote = new ApiEndpoint({
  name: "addNote",
  path: "/notes",
  method: "POST",
  body: {} as string,
  requestInit: { headers: { "content-type": "text/markdown" } },
});

export const getValues = new ApiEndpoint({
  name: "getValues",
  path: "/values",
  process(value): JsonValue {
    return value;
  },
});

export const getMenu = new ApiEndpoint({
  name: "getMenu",
  path: "/menu",
  process(value): Menu {
    return value;
  },
});

export const getShapes = new ApiEndpoint({
  name: "getShapes",
  path: "/shapes",
  process(value): Shape {
    return value;
  },
});

export const getCrew = new ApiEndpoint({
  name: "getCrew",
  path: "/crews",
  schema: readAs<Crew>(crewSchema),
});

export const getBroken = new ApiEndpoint({
  name: "getBroken",
  path: "/broken",
});

export const getSearch = new ApiEndpoint({
  name: "getSearch",
  path: "/search",
});
