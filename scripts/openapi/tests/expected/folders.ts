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

/** All requests: the place for headers that say who asks, for instance. */
export class ApiEndpoint<O extends RestGenerics = RestGenerics>
  extends RestEndpoint<O> {
  /** Answers hold what was asked for as `data`. */
  override process(value: unknown): unknown {
    return typeof value === "object" && value !== null && "data" in value
      ? value.data
      : value; // an answer without content, for instance
  }
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
  type: "files" | "flows" = "files";

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
    filter?: unknown;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
    aggregate?: unknown;
    groupBy?: string[];
    deep?: unknown;
    alias?: unknown;
    export?: "csv" | "csv_utf8" | "json" | "xml" | "yaml";
    backlink?: boolean;
    meta?: string | ("total_count" | "filter_count")[];
  } | undefined,
  paginationField: "page",
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
    filter?: unknown;
    search?: string;
    sort?: string[];
    limit?: number;
    offset?: number;
    page?: number;
    aggregate?: unknown;
    groupBy?: string[];
    deep?: unknown;
    alias?: unknown;
    export?: "csv" | "csv_utf8" | "json" | "xml" | "yaml";
    backlink?: boolean;
    meta?: string | ("total_count" | "filter_count")[];
  } | undefined,
  paginationField: "page",
});

/** Update Multiple Folders */
export const updateFolders = new ApiEndpoint({
  name: "updateFolders",
  path: "/folders",
  method: "PATCH",
  searchParams: {} as {
    fields?: string[];
    filter?: unknown;
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
    filter?: unknown;
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
