import type { Transform } from "../transform.ts";

/** `createResource` is called `resource`. */
export const resourceName: Transform = {
  name: "resource-name",
  summary: "createResource becomes resource",
  apply(file) {
    file.library.rename("createResource", "resource");
  },
};
