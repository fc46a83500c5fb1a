// See rest.d.ts for what these declarations are.
// deno-lint-ignore-file no-explicit-any
import type { ComponentType, ReactNode } from "react";
import type { Index, RestEndpoint, schema } from "./rest.d.ts";

export declare const actionTypes: {
  readonly RECEIVE_TYPE: "rest-hooks/receive";
  readonly FETCH_TYPE: "rest-hooks/fetch";
};

export interface ReceiveAction {
  type: typeof actionTypes.RECEIVE_TYPE;
  payload: any;
  meta: { key: string; args: readonly any[] };
}

export interface FetchAction {
  type: typeof actionTypes.FETCH_TYPE;
  meta: { key: string; args: readonly any[] };
}

export type ActionTypes = ReceiveAction | FetchAction;

export interface Controller {
  fetch(endpoint: RestEndpoint, ...args: any[]): Promise<any>;
  receive(endpoint: RestEndpoint, ...args: any[]): void;
  receiveError(endpoint: RestEndpoint, ...args: any[]): void;
}

export type Middleware = (
  api: { controller: Controller },
) => (
  next: (action: ActionTypes) => Promise<void>,
) => (action: ActionTypes) => Promise<void>;

export interface Manager {
  getMiddleware(): Middleware;
  init?(state: any): void;
  cleanup(): void;
}

export declare class NetworkManager implements Manager {
  constructor(dataExpiryLength?: number, errorExpiryLength?: number);
  getMiddleware(): Middleware;
  cleanup(): void;
}

export declare class PollingSubscription {}

export declare class SubscriptionManager implements Manager {
  constructor(subscription: typeof PollingSubscription);
  getMiddleware(): Middleware;
  cleanup(): void;
}

export declare const AsyncBoundary: ComponentType<
  { fallback: ReactNode; children: ReactNode }
>;

type Provider = ComponentType<
  { managers?: Manager[]; children: ReactNode }
>;
export declare const CacheProvider: Provider;
export declare function makeCacheProvider(
  managers: Manager[],
  initialState?: any,
): Provider;

export declare function useController(): Controller;
export declare function useSuspense(
  endpoint: RestEndpoint,
  ...args: any[]
): any;
export declare function useFetch(
  endpoint: RestEndpoint,
  ...args: any[]
): Promise<any> | undefined;
export declare function useCache<Result>(
  query: schema.Query<Result>,
  ...args: any[]
): Result | undefined;
export declare function useCache(
  of: RestEndpoint | Index<any>,
  ...args: any[]
): any;
export declare function useDebounce<T>(value: T, delay: number): T;
