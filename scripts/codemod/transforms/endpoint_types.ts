import type { SourceFile } from "../source_file.ts";
import type { Transform } from "../transform.ts";

/** The types of endpoints take one object of options. */
export const endpointTypes: Transform = {
  name: "endpoint-types",
  release: 9,
  summary:
    "NewGetEndpoint, NewMutateEndpoint become GetEndpoint, MutateEndpoint",
  apply(file) {
    for (const name of ["GetEndpoint", "MutateEndpoint"]) {
      reportPositional(file, name);
      file.library.rename(`New${name}`, name);
    }
  },
};

function reportPositional(file: SourceFile, name: string): void {
  for (const { node } of file.library.usesOf(name)) {
    const reference = file.parentOf(node);
    if (
      reference?.type === "TSTypeReference" &&
      (reference.typeArguments?.params.length ?? 0) > 1
    ) {
      file.report(
        reference,
        `${name} takes one object of options: ${name}<{ path: "/...", schema: ... }>`,
      );
    }
  }
}
