import { isMutation, isVariant } from "./changes.ts";
import type { Node, Rule } from "./mod.ts";
import { bare, exportedName, keyName, memberName, valueOf } from "./names.ts";
import { rule } from "./rule.ts";

/** Hooks that request what an endpoint reads. */
const readingHooks = new Set([
  "useSuspense",
  "useSuspenseAll",
  "useDLE",
  "useFetch",
  "useLive",
  "useSubscription",
  "usePrefetch",
]);

/** Hooks that take an endpoint. */
const endpointHooks = new Set([
  ...readingHooks,
  "useCache",
  "useError",
  "useCancelling",
]);

/** `no-mutation-in-reading-hook`. */
export const noMutationInReadingHook: Rule = rule(
  "no-mutation-in-reading-hook",
  "Hooks that read are not given endpoints that change something",
  (report) => ({
    CallExpression(node) {
      const hook = exportedName(node.callee);
      if (hook === undefined || !readingHooks.has(hook)) return;
      for (const endpoint of endpointsOf(node, hook)) {
        if (!isMutation(endpoint)) continue;
        report(
          endpoint,
          `This endpoint changes something on the server, so ${hook} does not request it: each attempt to render would. Call it when the user acts: \`const { fetch } = useController()\`, and \`fetch(endpoint, ...)\` in a handler. If it only reads, give it \`sideEffect: undefined\`.`,
        );
      }
    },
  }),
);

/** `stable-endpoint`. */
export const stableEndpoint: Rule = rule(
  "stable-endpoint",
  "Hooks are given the same endpoint in every render",
  (report) =>
    inComponents((isInRender, later) => ({
      CallExpression(node) {
        const hook = exportedName(node.callee);
        if (hook === undefined || !endpointHooks.has(hook)) return;
        for (const endpoint of endpointsOf(node, hook)) {
          const made = valueOf(endpoint);
          if (!isMadeWithSchema(made)) continue;
          later(() => {
            if (!isInRender(made)) return;
            report(
              endpoint,
              "This endpoint and its schema are made anew in every render. Values are kept by schema, so each render builds them again, and may give another object. Make the endpoint outside of the component, or in useMemo.",
            );
          });
        }
      },
    })),
);

/** `no-collection-in-render`. */
export const noCollectionInRender: Rule = rule(
  "no-collection-in-render",
  "Collections are made once, outside of components",
  (report) =>
    inComponents((isInRender, later) => ({
      NewExpression(node) {
        if (exportedName(node.callee) !== "Collection") return;
        later(() => {
          if (!isInRender(node)) return;
          report(
            node,
            "This Collection is made anew in every render. Values are kept by schema, so each render builds the list again. Make the Collection outside of the component.",
          );
        });
      },
    })),
);

type Visitors = Record<string, (node: Node) => void>;

/**
 * Lets a rule ask whether something is made in every render, when the whole
 * module is known: a function with a capital is a component if it renders
 * something or calls a hook.
 */
function inComponents(
  visit: (
    isInRender: (expression: Node) => boolean,
    later: (question: () => void) => void,
  ) => Visitors,
): Visitors {
  const rendering = new Set<Node>();
  const questions: (() => void)[] = [];
  const mark = (node: Node) => void rendering.add(functionAround(node));
  const visitors = visit(
    (expression) => isInRender(expression, rendering),
    (question) => void questions.push(question),
  );
  return {
    ...visitors,
    JSXElement: mark,
    JSXFragment: mark,
    CallExpression(node) {
      const name = node.callee.name ?? memberName(node.callee) ?? "";
      if (/^use[A-Z]/.test(name)) mark(node);
      visitors.CallExpression?.(node);
    },
    "Program:exit"() {
      for (const question of questions) question();
    },
  };
}

/** The endpoints among the arguments of a hook. */
function endpointsOf({ arguments: args }: Node, hook: string): Node[] {
  const [first] = args.map(bare);
  if (!first) return [];
  if (hook !== "useSuspenseAll") return [first];
  if (first.type !== "ArrayExpression") return [];
  return first.elements.map((call: Node) => bare(call))
    .filter((call: Node) => call?.type === "ArrayExpression")
    .map((call: Node) => bare(call.elements[0])).filter(Boolean);
}

/** Whether an expression makes an endpoint. */
function isEndpointMade(node: Node): boolean {
  return isVariant(node) ||
    (node?.type === "NewExpression" &&
      /Endpoint$/.test(exportedName(node.callee) ?? node.callee.name ?? ""));
}

/**
 * Whether an expression makes an endpoint whose schema is made with it. Others
 * have the same key and the same schema in each render, so hooks see no
 * difference.
 */
function isMadeWithSchema(node: Node): boolean {
  if (!isEndpointMade(node)) return false;
  const options = bare(node.arguments.at(-1));
  const schema = options?.properties?.findLast((property: Node) =>
    property.type === "SpreadElement" || keyName(property) === "schema"
  );
  return /^(?:Array|Object|New)Expression$/.test(
    bare(schema?.value)?.type ?? "",
  );
}

/** Functions that call the one they are given while a component renders. */
const callers =
  /^(?:map|flatMap|forEach|filter|find|some|every|reduce|toSorted)$/;

/** Hooks that keep what they are given first. */
const keepers = /^use(?:State|Ref)$/;

/** Whether an expression is evaluated each time a component or a hook runs, and used. */
function isInRender(expression: Node, rendering: ReadonlySet<Node>): boolean {
  const around = functionAround(expression);
  if (around === undefined) return false;
  let inner = expression;
  while (inner !== around) {
    if (isKept(inner, inner.parent)) return false;
    inner = inner.parent;
  }
  const { name, isWrapped } = nameOf(around);
  return isWrapped || /^use[A-Z]/.test(name) ||
    (/^[A-Z]/.test(name) && rendering.has(around));
}

/** The function that evaluates an expression, also by way of `list.map(...)`. */
function functionAround(expression: Node): Node | undefined {
  for (let node = expression.parent; node; node = node.parent) {
    if (!/Function/.test(node.type)) continue;
    const call = node.parent;
    const isArgument = call.type === "CallExpression" &&
      call.arguments.includes(node);
    if (!isArgument || !callers.test(memberName(call.callee) ?? "")) {
      return node;
    }
  }
  return undefined;
}

/** Whether something may be evaluated once: `made ?? new X()`, `ref.current = new X()`, `useState(new X())`. */
function isKept(value: Node, { type, callee, left, right }: Node): boolean {
  switch (type) {
    case "LogicalExpression":
      return right === value;
    case "AssignmentExpression":
      return left.type === "MemberExpression";
    case "CallExpression":
      return callee !== value &&
        keepers.test(callee.name ?? memberName(callee) ?? "");
    default:
      return false;
  }
}

/** The name of a function: its own, or of what it is assigned to, also by way of `memo(...)`. */
function nameOf(node: Node): { name: string; isWrapped: boolean } {
  const { parent } = node;
  const isWrapped = parent.type === "CallExpression" &&
    /^(?:memo|forwardRef)$/.test(
      parent.callee.name ?? memberName(parent.callee) ?? "",
    );
  const { type, id } = isWrapped ? parent.parent : parent;
  const name = node.id?.name ?? (type === "VariableDeclarator" ? id.name : "");
  return { name: name ?? "", isWrapped };
}
