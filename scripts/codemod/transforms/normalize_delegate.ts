import { DelegateParameter, dropImportsIn } from "../delegate_parameter.ts";
import type { Range } from "../edits.ts";
import {
  isArgs,
  isVisitor,
  nameOf,
  type Parameter,
  referencesOf,
  type SchemaCallback,
  schemaCallbacks,
} from "../schema_callbacks.ts";
import type { SourceFile } from "../source_file.ts";
import { endOf, isCall, type Node, startOf } from "../syntax.ts";
import type { Transform } from "../transform.ts";

/** `normalize` of schema classes finds arguments and `visit` in its delegate. */
export const normalizeDelegate: Transform = {
  name: "normalize-delegate",
  release: 18,
  summary:
    "normalize(input, parent, key, args, visit, delegate) becomes (input, parent, key, delegate)",
  apply(file) {
    const replaced: Range[] = [];
    const callbacks = [...schemaCallbacks(file, "normalize")];
    for (const callback of callbacks) {
      if (isOld(file, callback)) replaced.push(rewriteCallback(file, callback));
      else if (isOlder(file, callback)) {
        file.report(
          callback.node,
          "this normalize is of a release before 0.15: write normalize(input, parent, key, delegate)",
        );
      }
    }
    dropImportsIn(file, replaced);
  },
};

/** Whether a function has the parameters `(input, parent, key, args, visit, delegate)`. */
function isOld(file: SourceFile, { parameters }: SchemaCallback): boolean {
  if (/^schema$/i.test(nameOf(parameters[0]) ?? "")) return false;
  const [, , , args, visit] = parameters;
  const takesRest = parameters.at(-1)?.target.type === "RestElement";
  return !takesRest && parameters.length >= 4 && parameters.length <= 7 &&
    !isVisitor(file, args) &&
    (isArgs(args) || (parameters.length > 4 && isVisitor(file, visit)));
}

/** Whether `visit` came before 0.15 moved the arguments in front of it. */
function isOlder(file: SourceFile, { parameters }: SchemaCallback): boolean {
  return parameters.length >= 5 && isVisitor(file, parameters[3]);
}

function rewriteCallback(file: SourceFile, callback: SchemaCallback): Range {
  const [, , , args, visit, existing] = callback.parameters;
  const delegate = new DelegateParameter(file, callback, existing);
  const given = [args, visit, existing].filter((each) => each !== undefined);
  delegate.collapseCalls("normalize", given);
  if (visit) dropLastArgument(file, delegate, visit, args!);
  delegate.replaceUses(args, `${delegate.name}.args`);
  delegate.replaceUses(
    visit,
    `${delegate.name}.visit`,
    callback.node.type === "TSFunctionType"
      ? `${delegate.name}.visit`
      : `${delegate.name}.visit.bind(${delegate.name})`,
  );
  delegate.settle();
  return replaceParameters(file, delegate, given);
}

/** `visit(schema, value, parent, key, args)` goes without its last argument. */
function dropLastArgument(
  file: SourceFile,
  delegate: DelegateParameter,
  visit: Parameter,
  args: Parameter,
): void {
  for (const use of referencesOf(file, visit)) {
    const call = file.parentOf(use);
    if (!isCall(call) || call.callee !== use) continue;
    const list = call.arguments as Node[];
    const last = list[4];
    if (
      !last || list.slice(0, 4).some((each) => each.type === "SpreadElement")
    ) {
      continue;
    }
    if (delegate.isUse(last, args)) delegate.skip(last);
    else {
      file.report(
        last,
        "nested values are visited with the same arguments: these were dropped",
      );
      for (const inner of referencesOf(file, args)) {
        if (startOf(inner) >= startOf(last) && endOf(inner) <= endOf(last)) {
          delegate.skip(inner);
        }
      }
    }
    file.edits.remove({ start: endOf(list[3]!), end: endOf(last) });
  }
}

function replaceParameters(
  file: SourceFile,
  delegate: DelegateParameter,
  given: readonly Parameter[],
): Range {
  const [args, visit, existing] = given;
  const isTyped = file.language.typescript &&
    given.some(({ annotation }) => annotation);
  const type = () =>
    isTyped
      ? `: ${file.library.add("INormalizeDelegate", { typeOnly: true })}`
      : "";
  const start = startOf(args!.node);
  if (existing?.target.type === "Identifier") {
    // what the author wrote of the delegate stays
    file.edits.remove({ start, end: startOf(existing.node) });
    if (!existing.annotation) {
      file.edits.insert(
        startOf(existing.target) + existing.target.name.length,
        type(),
      );
    }
    return { start, end: startOf(existing.node) };
  }
  const end = endOf((existing ?? visit ?? args)!.node);
  file.edits.replace({ start, end }, delegate.name + type());
  return { start, end };
}
