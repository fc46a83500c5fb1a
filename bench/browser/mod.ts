import type { Target } from "../harness/contract.ts";
import type { Driver } from "../harness/driver.ts";
import { ratio } from "../harness/findings.ts";
import type { Reading } from "./contract.ts";
import { measurePages } from "./measure_pages.ts";

/** Each row reads one entity. */
export const entityRows: Driver = driver(
  "W9",
  "Chromium: rows that each read one entity",
  "entity",
  [
    overFloor("update one"),
    overFloor("unrelated write", 1.5),
    renders("update one", 1),
    renders("unrelated write", 0),
  ],
);

/** A list passes its items to memo rows. */
export const listRows: Driver = driver(
  "W9b",
  "Chromium: a list of memo rows",
  "list",
  [
    overFloor("update one"),
    overFloor("refetch, 1 % changed"),
    renders("update one", 1),
    // those that an update has changed before may return, too
    renders("refetch, 1 % changed", 103),
  ],
);

function driver(
  id: string,
  title: string,
  reading: Reading,
  targets: readonly Target[],
): Driver {
  return {
    id,
    title,
    isEngineless: true,
    targets,
    async run(plan, found) {
      for (const one of await measurePages(id, reading, plan)) found(one);
    },
  };
}

function overFloor(series: string, most = 1.2): Target {
  return {
    claim: `10,000 rows, ${series}, over the floor`,
    most,
    unit: "x",
    value: ({ median }) =>
      ratio(median(series, 10_000, "tessera"), median(series, 10_000, "floor")),
  };
}

function renders(series: string, most: number): Target {
  return {
    claim: `10,000 rows, ${series}: rows rendered`,
    most,
    unit: "",
    value: ({ median }) =>
      median(`${series}: rows rendered`, 10_000, "tessera"),
  };
}
