import { type LibraryPath, ourPackage } from "./packages.ts";

/** What to do about a name that our package does not export. */
export function adviceAbout(name: string): string {
  const hint = Object.hasOwn(advice, name) ? `: ${advice[name]}` : "";
  return `${name} has no counterpart in ${ourPackage}${hint}`;
}

/** Whether a package is about something that our package does not do. */
export function isWithoutCounterpart({ packageName }: LibraryPath): boolean {
  return /\/(vue|babel-preset.*|eslint-plugin.*)$/.test(packageName);
}

const advice: Readonly<Record<string, string>> = {
  AppCacheProvider: "use the App Router and DataProvider",
  AppDataProvider: "use the App Router and DataProvider",
  BackupBoundary: "use UniversalSuspense",
  BaseResource: "write an Entity and resource()",
  CombinedActionTypes: "use ActionTypes",
  ControllerConstructorProps: "use ControllerOptions",
  DataClientDocument: "use the App Router and DataProvider",
  DeleteShape: "write an Endpoint or a RestEndpoint",
  DenormalizeCacheContext: "it is not part of a context any more",
  DispatchContext: "use useController() and its methods",
  FetchShape: "write an Endpoint or a RestEndpoint",
  MockProvider: "use MockResolver",
  MutateShape: "write an Endpoint or a RestEndpoint",
  ReadShape: "write an Endpoint or a RestEndpoint",
  SimpleRecord: "use plain objects",
  SimpleResource: "write an Entity and resource()",
  createReceive: "use createSetResponse",
  createReceiveError: "use createSetResponse",
  makeRenderRestHook: "use makeRenderDataHook",
  makeRestHook: "use makeRenderDataHook",
  reducer: "use createReducer(new Controller())",
  useDenormalized: "use useQuery() or useSuspense()",
  useFetchDispatcher: "use useController().fetch",
  useFetcher: "use useController().fetch",
  useInvalidateDispatcher: "use useController().invalidate",
  useInvalidator: "use useController().invalidate",
  useMeta: "use useDLE() or useController().getResponseMeta",
  useResetter: "use useController().resetEntireStore",
  useResource: "use useSuspense()",
  useRetrieve: "use useFetch()",
  useStatefulResource: "use useDLE()",
};
