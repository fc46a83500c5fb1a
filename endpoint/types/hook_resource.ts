/** A member that hooks are made of. */
export interface HookableEndpointInterface {
  // deno-lint-ignore no-explicit-any -- endpoints of any kind
  readonly extend: (...args: any) => any;
}

/** A hook for each endpoint of a resource. */
export type HookResource<R> = {
  readonly [
    K in keyof R as R[K] extends HookableEndpointInterface
      ? `use${Capitalize<Extract<K, string>>}`
      : never
  ]: () => R[K];
};
