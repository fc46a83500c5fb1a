/**
 * Stores messages that arrived together by one write.
 *
 * @module
 */
import type { Mergeable } from "../../../schema/contract.ts";
import { mergeOf } from "../../../schema/merge.ts";
import type { INormalizeDelegate, Queryable } from "../../../schema/mod.ts";
import type { ActionArgs } from "../../contract.ts";
import type { Controller } from "../../controller.ts";
import type { WriteOnlySchema } from "../../types.ts";

/** A value, and where it belongs. */
export interface Message {
  readonly schema: Queryable | WriteOnlySchema;
  /** Arguments of the schema. */
  readonly args: ActionArgs;
  readonly data: unknown;
  /** Where it is from, as panels say it; known in development. */
  readonly from?: string | undefined;
}

/** Stores messages in their order, by one commit. What cannot be stored is reported and left out. */
export function storeMessages(
  controller: Controller,
  messages: readonly Message[],
  report: (error: unknown) => void,
): void {
  const [first, second] = messages;
  if (!first) return;
  const errors: unknown[] = [];
  const all = {
    normalize(
      _messages: readonly Message[],
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
  };
  const { schema, args, data }: Message = second
    ? { schema: all as unknown as WriteOnlySchema, args: [], data: messages }
    : first;
  controller.set(schema as WriteOnlySchema, ...args, data as object)
    .then(() => errors.forEach(report), report);
}

/**
 * Whether a message must be stored by a commit of its own: what arrives
 * together is merged before it meets what is stored, and that makes a
 * difference to classes that decide by themselves which of two rows is used.
 */
export function isStoredAlone({ schema, data }: Message): boolean {
  return Object(data) !== data ||
    typeof schema === "function" && !mergeOf(schema as unknown as Mergeable);
}
