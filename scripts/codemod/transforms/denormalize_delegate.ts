import { DelegateParameter, dropImportsIn } from "../delegate_parameter.ts";
import type { Range } from "../edits.ts";
import {
  isArgs,
  isVisitor,
  nameOf,
  type Parameter,
  type SchemaCallback,
  schemaCallbacks,
} from "../schema_callbacks.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, startOf } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** `denormalize` of schema classes takes a delegate. */
export const denormalizeDelegate: Transform = {
  name: "denormalize-delegate",
  release: 18,
  summary: "denormalize(input, args, unvisit) becomes (input, delegate)",
  apply(file) {
    const replaced: Range[] = [];
    const callbacks = [...schemaCallbacks(file, "denormalize")];
    for (const callback of callbacks) {
      if (isOld(file, callback)) replaced.push(rewriteCallback(file, callback));
      else if (takesRest(callback)) {
        file.report(
          callback.node,
          "what this denormalize takes cannot be told: write denormalize(input, delegate)",
        );
      } else if (isOlder(callback)) {
        file.report(
          callback.node,
          "this denormalize is of a release before 0.2: write denormalize(input, delegate)",
        );
      }
    }
    dropImportsIn(file, replaced);
  },
};

/** Whether a function has the parameters `(input, args, unvisit)`. */
function isOld(file: SourceFile, callback: SchemaCallback): boolean {
  const [first, second, third] = callback.parameters;
  const isRest = callback.parameters.at(-1)?.target.type === "RestElement";
  if (/^schema$/i.test(nameOf(first) ?? "") || isRest) return false;
  switch (callback.parameters.length) {
    case 2:
      return isArgs(second);
    case 3:
      return isArgs(second) || isVisitor(file, third);
    default:
      return false;
  }
}

/** Whether a function takes the rest of its arguments apart. */
function takesRest({ parameters }: SchemaCallback): boolean {
  const target = parameters.at(-1)?.target;
  return target?.type === "RestElement" &&
    target.argument.type === "ArrayPattern";
}

/** Whether a function has the parameters `(input, unvisit)`. */
function isOlder({ parameters }: SchemaCallback): boolean {
  return parameters.length === 2 &&
    /unvisit/i.test(nameOf(parameters[1]) ?? "");
}

function rewriteCallback(file: SourceFile, callback: SchemaCallback): Range {
  const [, args, unvisit] = callback.parameters;
  const delegate = new DelegateParameter(file, callback);
  const given = [args, unvisit].filter((each) => each !== undefined);
  delegate.collapseCalls("denormalize", given);
  delegate.replaceUses(args, `${delegate.name}.args`);
  delegate.replaceUses(unvisit, `${delegate.name}.unvisit`);
  delegate.settle();
  const range = {
    start: startOf(args!.node),
    end: endOf((unvisit ?? args)!.node),
  };
  file.edits.replace(range, delegate.name + typeOf(file, given));
  return range;
}

function typeOf(file: SourceFile, given: readonly Parameter[]): string {
  if (!file.language.typescript || given.every((each) => !each.annotation)) {
    return "";
  }
  return `: ${file.library.add("IDenormalizeDelegate", { typeOnly: true })}`;
}
