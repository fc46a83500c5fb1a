/**
 * Directus, as its OpenAPI document describes it.
 *
 * @module
 */
import {
  Entity,
  resource,
  RestEndpoint,
  type RestGenerics,
} from "@tessera/client";

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
      case "json":
        return [`${encode(name)}=${encode(value)}`];
      default:
        return parts.map((part) => `${encode(name)}=${part}`);
    }
  });
  return pairs.join("&");
}

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  override searchToString(values: Record<string, unknown>): string {
    return toQuery(values, {
      fields: "comma",
      filter: "json",
      sort: "comma",
      aggregate: "json",
      groupBy: "comma",
      deep: "json",
      alias: "json",
      meta: "comma",
    });
  }

  /** Answers hold what was asked for as `data`, unless they are empty. */
  override process(value: unknown): unknown {
    return typeof value === "object" && value !== null && "data" in value
      ? value.data
      : value;
  }
}

export interface FolderCreate {
  /** Name of the folder. */
  name: string;
  /** Unique identifier of the parent folder. This allows for nested folders. */
  parent?: number;
}

export interface FolderPatch {
  /** Name of the folder. Can't be null or empty. */
  name?: string;
  /** Unique identifier of the parent folder. This allows for nested folders. */
  parent?: number;
}

export interface RoleCreate {
  /** Description of the role. */
  description?: string;
  /** Whether or not this role enforces the use of 2FA. */
  enforce_tfa?: boolean;
  /** ID used with external services in SCIM. */
  external_id?: string;
  /**
   * Array of IP addresses that are allowed to connect to the API as a user of
   * this role.
   */
  ip_access?: string[];
  /** Custom override for the admin app module bar navigation. */
  module_listing?: string;
  /** Name of the role. */
  name?: string;
}

export interface RolePatch {
  /** Description of the role. */
  description?: string;
  /** Whether or not this role enforces the use of 2FA. */
  enforce_tfa?: boolean;
  /** ID used with external services in SCIM. */
  external_id?: string;
  /**
   * Array of IP addresses that are allowed to connect to the API as a user of
   * this role.
   */
  ip_access?: string[];
  /** Custom override for the admin app module bar navigation. */
  module_listing?: string;
  /** Name of the role. */
  name?: string;
}

export interface UpdateFoldersBody {
  data?: { name: string; parent?: number };
  keys?: string[];
}

export interface UpdateRolesBody {
  keys?: string[];
  data?: {
    description?: string;
    enforce_tfa?: boolean;
    external_id?: string;
    ip_access?: string[];
    module_listing?: string;
    name?: string;
  };
}

export class Folder extends Entity {
  /** Unique identifier for the folder. */
  id = "";
  /** Name of the folder. */
  name = "";
  /** Unique identifier of the parent folder. This allows for nested folders. */
  parent: string | null = null;
  /** The type of folder. One of `files` (file library) or `flows`. */
  type?: "files" | "flows";

  static override key = "Folder";
}

export class Role extends Entity {
  /** Unique identifier for the role. */
  id = "";
  /** Name of the role. */
  name = "";
  /** The role's icon. */
  icon = "";
  /** Description of the role. */
  description: string | null = null;
  /**
   * Array of IP addresses that are allowed to connect to the API as a user of
   * this role.
   */
  ip_access: string[] = [];
  /** Whether or not this role enforces the use of 2FA. */
  enforce_tfa = false;
  /** Admin role. If true, skips all permission checks. */
  admin_access = false;
  /** The users in the role are allowed to use the app. */
  app_access = false;

  static override key = "Role";
}

/**
 * The server knows `get`, `getList`, `getList.push`, `partialUpdate` and
 * `delete`.
 */
export const FolderResource = resource({
  Endpoint: ApiEndpoint,
  path: "/folders/:id",
  schema: Folder,
  searchParams: {} as {
    fields?: string[];
    filter?: Record<string, unknown>;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
    aggregate?: {
      count?: string | string[];
      countDistinct?: string | string[];
      sum?: string | string[];
      sumDistinct?: string | string[];
      avg?: string | string[];
      avgDistinct?: string | string[];
      min?: string | string[];
      max?: string | string[];
    };
    groupBy?: string[];
    deep?: Record<string, unknown>;
    alias?: Record<string, unknown>;
    export?: "csv" | "csv_utf8" | "json" | "xml" | "yaml";
    backlink?: boolean;
    meta?: string | ("total_count" | "filter_count")[];
  } | undefined,
  body: {} as FolderCreate,
  paginationField: "page",
}).extend({
  get: {
    searchParams: {} as { fields?: string[] } | undefined,
  },
  partialUpdate: {
    searchParams: {} as { fields?: string[] } | undefined,
    body: {} as FolderPatch,
  },
});

/**
 * The server knows `get`, `getList`, `getList.push`, `partialUpdate` and
 * `delete`.
 */
export const RoleResource = resource({
  Endpoint: ApiEndpoint,
  path: "/roles/:id",
  schema: Role,
  searchParams: {} as {
    fields?: string[];
    filter?: Record<string, unknown>;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
    aggregate?: {
      count?: string | string[];
      countDistinct?: string | string[];
      sum?: string | string[];
      sumDistinct?: string | string[];
      avg?: string | string[];
      avgDistinct?: string | string[];
      min?: string | string[];
      max?: string | string[];
    };
    groupBy?: string[];
    deep?: Record<string, unknown>;
    alias?: Record<string, unknown>;
    export?: "csv" | "csv_utf8" | "json" | "xml" | "yaml";
    backlink?: boolean;
    meta?: string | ("total_count" | "filter_count")[];
  } | undefined,
  body: {} as RoleCreate,
  paginationField: "page",
}).extend({
  get: {
    searchParams: {} as { fields?: string[] } | undefined,
  },
  partialUpdate: {
    searchParams: {} as { fields?: string[] } | undefined,
    body: {} as RolePatch,
  },
});

/** Update Multiple Folders */
export const updateFolders = new ApiEndpoint({
  name: "updateFolders",
  path: "/folders",
  method: "PATCH",
  searchParams: {} as {
    fields?: string[];
    filter?: Record<string, unknown>;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
  } | undefined,
  body: {} as UpdateFoldersBody,
  schema: [Folder],
});

/** Delete Multiple Folders */
export const deleteFolders = new ApiEndpoint({
  name: "deleteFolders",
  path: "/folders",
  method: "DELETE",
  body: undefined,
});

/** Update Multiple Roles */
export const updateRoles = new ApiEndpoint({
  name: "updateRoles",
  path: "/roles",
  method: "PATCH",
  searchParams: {} as {
    fields?: string[];
    filter?: Record<string, unknown>;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
  } | undefined,
  body: {} as UpdateRolesBody,
  schema: [Role],
});

/** Delete Multiple Roles */
export const deleteRoles = new ApiEndpoint({
  name: "deleteRoles",
  path: "/roles",
  method: "DELETE",
  body: undefined,
});
