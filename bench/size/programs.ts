import type { Role } from "../harness/contract.ts";

/** A program whose size is compared. */
export interface Program {
  /** Name of the library. */
  readonly library: string;
  /** What it stands for. */
  readonly role: Role;
  /** What kind of program: compared with others of its kind. */
  readonly kind:
    | "whole application"
    | "script"
    | "script with a resource";
  /** Its module, relative to the folder of the benchmarks. */
  readonly module: string;
  /** What the server of the program answers to any request. */
  readonly answers: "REST" | "GraphQL";
}

/** What is compared, in the order of the tables. */
export const programs: readonly Program[] = [
  {
    library: "tessera",
    role: "ours",
    kind: "whole application",
    module: "size/tessera_app",
    answers: "REST",
  },
  competitor("swr", "swr"),
  competitor("tanstack-query", "tanstack_query"),
  competitor("redux-toolkit", "rtk_query"),
  competitor("apollo", "apollo_client", "GraphQL"),
  {
    library: "tessera",
    role: "ours",
    kind: "script",
    module: "size/tessera_script",
    answers: "REST",
  },
  {
    library: "tessera",
    role: "ours",
    kind: "script with a resource",
    module: "size/tessera_resource",
    answers: "REST",
  },
];

function competitor(
  library: string,
  file: string,
  answers: Program["answers"] = "REST",
): Program {
  const module = `competitors/size/${file}`;
  return {
    library,
    role: "competitor",
    kind: "whole application",
    module,
    answers,
  };
}
