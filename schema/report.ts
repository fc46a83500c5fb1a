import type { DataReport } from "./contract.ts";
import { isDevelopment } from "./environment.ts";

/** Takes each {@linkcode DataReport}: what was left out or could not be read. */
export type Reporter = (report: DataReport) => void;

/** Prints a report, in development. */
export const logReport: Reporter = ({ key, place, message, cause }) => {
  if (!isDevelopment()) return;
  const where = [key, place].filter(Boolean).join(" at ");
  console.error(
    where === "" ? message : `${where}: ${message}`,
    ...cause === undefined ? [] : [cause],
  );
};
