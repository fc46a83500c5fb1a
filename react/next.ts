/**
 * The same as `@tessera/client/react`: where hooks appear first whose signature
 * will change. There are none at present.
 *
 * @module
 */
export * from "./mod.ts";
