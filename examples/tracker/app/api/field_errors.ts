import { NetworkError } from "@tessera/client";

/** What the server says of the fields of a form, by their names. */
export function fieldErrors(
  error: Error | undefined,
): Readonly<Record<string, string>> {
  if (!(error instanceof NetworkError) || error.status !== 422) return {};
  return (error.data as { errors: Record<string, string> }).errors;
}
