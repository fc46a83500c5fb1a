/** A member of a resource that {@linkcode hookifyResource} makes a hook of. */
export interface HookableEndpointInterface {
  /** Derives endpoints. */
  // deno-lint-ignore no-explicit-any -- endpoints of any kind
  readonly extend: (...args: any) => any;
}

/**
 * What {@linkcode hookifyResource} gives: a hook for each endpoint of a
 * resource, `useGet` for `get`.
 */
export type HookResource<R> = {
  readonly [
    K in keyof R as R[K] extends HookableEndpointInterface
      ? `use${Capitalize<Extract<K, string>>}`
      : never
  ]: () => R[K];
};
