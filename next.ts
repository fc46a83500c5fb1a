/**
 * The same as `@tessera/client`: where features appear first that will become
 * the default later. There are none at present.
 *
 * @module
 */
export * from "./mod.ts";
