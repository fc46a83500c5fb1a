// The interface of earlier releases, as far as the application uses it, written
// down from what is known of each release. No single release had all of these
// names; applications that were upgraded in steps have some from several.
// Results are `any`: that the application is typed right is checked after the
// migration, against the real declarations.
// deno-lint-ignore-file no-explicit-any

export interface RestGenerics {
  path: string;
  schema?: any;
  body?: any;
  searchParams?: any;
}

export interface RestEndpoint<O extends RestGenerics = any> {
  (...args: any[]): Promise<any>;
  readonly schema: O["schema"];
  urlPrefix: string;
  getRequestInit(body: any): RequestInit;
  parseResponse(response: Response): Promise<any>;
  key(...args: any[]): string;
  extend(options: { [option: string]: any }): RestEndpoint<any>;
}

export declare const RestEndpoint: {
  new <O extends RestGenerics = any>(
    options: O & { [option: string]: any },
  ): RestEndpoint<O>;
};

export declare abstract class Entity {
  abstract pk(): string | undefined;
  static schema: { [field: string]: any };
  static key: string;
  static indexes?: readonly string[];
  static useIncoming(
    existingMeta: any,
    incomingMeta: any,
    existing: any,
    incoming: any,
  ): boolean;
}

export declare class Index<E> {
  constructor(entity: E);
  readonly entity: E;
}

export declare class AbortOptimistic extends Error {}

export declare class NetworkError extends Error {
  status: number;
}

export declare namespace schema {
  class All {
    constructor(entity: any);
  }
  class Array {
    constructor(entity: any);
  }
  class Collection {
    constructor(list: any);
  }
  class Query<Result> {
    constructor(
      schema: any,
      process: (value: any, ...args: any[]) => Result,
    );
    readonly result: Result;
  }
  class Union {
    constructor(members: { [name: string]: any }, attribute: string);
  }
  class Values {
    constructor(entity: any);
  }
}

export interface OldResource {
  get: RestEndpoint;
  getList: RestEndpoint;
  create: RestEndpoint;
  update: RestEndpoint;
  partialUpdate: RestEndpoint;
  delete: RestEndpoint;
}

export declare function createResource(options: {
  path: string;
  schema: any;
  searchParams?: any;
  Endpoint?: new (options: any) => RestEndpoint;
}): OldResource;

export declare function hookifyResource(
  resource: OldResource,
  useRequestInit: () => RequestInit,
): {
  useGet(): RestEndpoint;
  useGetList(): RestEndpoint;
  useCreate(): RestEndpoint;
};
