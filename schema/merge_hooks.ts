// deno-lint-ignore-file no-explicit-any -- rows are untyped until a class types them
import type { EntityMeta } from "./contract.ts";
import type { MergeHooks } from "./entity_types.ts";
import { isInvalid } from "./invalid.ts";

/** The default hooks: statics of entity classes, methods of Collections and Scalars. */
export const mergeHooks: MergeHooks = {
  merge(existing: any, incoming: any): any {
    return { ...existing, ...incoming };
  },
  shouldUpdate(): boolean {
    return true;
  },
  shouldReorder(existingMeta: EntityMeta, incomingMeta: EntityMeta): boolean {
    return incomingMeta.fetchedAt < existingMeta.fetchedAt;
  },
  mergeWithStore(existingMeta, incomingMeta, existing, incoming): any {
    const versions = [existingMeta, incomingMeta, existing, incoming] as const;
    if (!this.shouldUpdate(...versions)) return existing;
    const [older, newer] = this.shouldReorder(...versions)
      ? [incoming, existing]
      : [existing, incoming];
    return isInvalid(existing) || isInvalid(incoming)
      ? newer
      : this.merge(older, newer);
  },
  mergeMetaWithStore(existingMeta, incomingMeta, existing, incoming) {
    return this.shouldReorder(existingMeta, incomingMeta, existing, incoming)
      ? existingMeta
      : incomingMeta;
  },
};
