import { isNear } from "../schema/engine.ts";

/** Options of endpoints and resources that are no members of a class. */
const dataOptions = (
  "abortOnUnused content dataExpiryLength deadline errorExpiryLength " +
  "getOptimisticResponse idempotent invalidIfStale movePath " +
  "nonFilterArgumentKeys optimistic paginationField pollFrequency " +
  "pollInBackground refetchOnFocus refetchOnReconnect requestInit retryDelay " +
  "schema searchParams timeout update urlPrefix validator"
).split(" ");

/** Options that were reported, for resources make many endpoints of them. */
const reported = new Set<string>();

/**
 * Warns of options that are none, but nearly have the name of one. All others
 * are data of the application.
 *
 * @param options options as the user wrote them
 * @param prototype has the members of the endpoint's class
 */
export function warnOfUnknownOptions(
  options: Readonly<Record<PropertyKey, unknown>>,
  prototype: object,
): void {
  for (const name of Object.keys(options)) {
    if (name in prototype || reported.has(name)) continue;
    const names = [...dataOptions, ...namesIn(prototype)];
    const meant = names.find((known) => isNear(name, known));
    if (meant === undefined || names.includes(name)) continue;
    reported.add(name);
    console.warn(
      `${
        options.name ?? options.path
      }: "${name}" is no option. Did you mean "${meant}"?`,
    );
  }
}

/** Members of the library's classes and those of the application that extend them. */
function namesIn(prototype: object): string[] {
  return prototype === Function.prototype || prototype === null ? [] : [
    ...Object.getOwnPropertyNames(prototype),
    ...namesIn(Object.getPrototypeOf(prototype)),
  ];
}
