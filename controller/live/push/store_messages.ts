/**
 * Stores messages that arrived together by one write.
 *
 * @module
 */
import {
  Entity,
  type INormalizeDelegate,
  type Queryable,
} from "../../../schema/mod.ts";
import type { ActionArgs } from "../../contract.ts";
import type { Controller, WriteOnlySchema } from "../../controller.ts";

/** A value, and where it belongs. */
export interface Message {
  readonly schema: Queryable | WriteOnlySchema;
  /** Arguments of the schema. */
  readonly args: ActionArgs;
  readonly data: unknown;
}

/** Stores messages in their order, by one commit. What cannot be stored is reported and left out. */
export function storeMessages(
  controller: Controller,
  messages: readonly Message[],
  report: (error: unknown) => void,
): void {
  const errors: unknown[] = [];
  const [first, second] = messages;
  if (!first) return;
  const stored = second
    ? controller.set(schemaOfAll(errors), messages)
    : controller.set(
      first.schema as WriteOnlySchema,
      ...first.args,
      first.data as object,
    );
  stored.then(() => errors.forEach(report), report);
}

/**
 * Whether a message must be stored by a commit of its own: what arrives
 * together is merged before it meets what is stored, and that makes a
 * difference to classes that decide by themselves which of two rows counts.
 */
export function isStoredAlone({ schema, data }: Message): boolean {
  const isObject = Object(data) === data;
  return !isObject ||
    typeof schema === "function" &&
      mergeHooks.some((name) =>
        (schema as unknown as typeof Entity)[name] !== Entity[name]
      );
}

const mergeHooks = [
  "merge",
  "mergeWithStore",
  "shouldReorder",
  "shouldUpdate",
] as const;

/** The schema of a list of messages, each with its own schema and arguments. */
function schemaOfAll(errors: unknown[]): WriteOnlySchema {
  return {
    normalize(
      messages: readonly Message[],
      _parent: unknown,
      _key: unknown,
      delegate: INormalizeDelegate,
    ) {
      for (const { schema, args, data } of messages) {
        try {
          // the schemas below ask for the arguments of their message, too
          (delegate as { args: ActionArgs }).args = args;
          delegate.visit(schema, data, messages, undefined);
        } catch (error) {
          errors.push(error);
        }
      }
    },
  } as unknown as WriteOnlySchema;
}
