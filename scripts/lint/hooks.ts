import type { Node, Rule } from "./mod.ts";
import { bare, exportedName, meaningOf, memberName } from "./names.ts";
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

/** Members of resources and of their lists that change something. */
const mutations = new Set([
  "update",
  "partialUpdate",
  "delete",
  "push",
  "unshift",
  "assign",
  "move",
  "remove",
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
  (report) => ({
    CallExpression(node) {
      const hook = exportedName(node.callee);
      if (hook === undefined || !endpointHooks.has(hook)) return;
      for (const endpoint of endpointsOf(node, hook)) {
        const made = endpoint.type === "Identifier"
          ? valueOf(endpoint)
          : endpoint;
        if (!isMadeWithSchema(made) || !isInRender(made)) continue;
        report(
          endpoint,
          "This endpoint is made anew in every render. Values are kept by schema, so where its schema is made with it, each render builds them again, and may give another object. Make the endpoint outside of the component, or in useMemo.",
        );
      }
    },
  }),
);

/** `no-collection-in-render`. */
export const noCollectionInRender: Rule = rule(
  "no-collection-in-render",
  "Collections are made once, outside of components",
  (report) => ({
    NewExpression(node) {
      if (exportedName(node.callee) !== "Collection" || !isInRender(node)) {
        return;
      }
      report(
        node,
        "This Collection is made anew in every render. Values are kept by schema, so each render builds the list again. Make the Collection outside of the component.",
      );
    },
  }),
);

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

/** What a name was given, as often as it was handed on. */
function valueOf(expression: Node): Node {
  let node = expression;
  const seen = new Set<Node>();
  while (node?.type === "Identifier" && !seen.has(node)) {
    seen.add(node);
    const meaning = meaningOf(node);
    if (meaning?.kind !== "value") break;
    node = meaning.node;
  }
  return node;
}

/** Whether an endpoint says that it changes something. */
function isMutation(expression: Node): boolean {
  const node = valueOf(expression);
  if (node.type === "Identifier") {
    const meaning = meaningOf(node);
    return meaning?.kind === "member" && mutations.has(meaning.name);
  }
  const member = memberName(node);
  if (member !== undefined) return mutations.has(member);
  if (!isEndpointMade(node)) return false;
  const isVariant = node.type === "CallExpression";
  const options = bare(node.arguments.at(-1));
  const given = options?.type === "ObjectExpression"
    ? changeIn(options)
    : undefined;
  return given ?? (isVariant && isMutation(bare(node.callee.object)));
}

/** Whether options of an endpoint say that it changes something; undefined if they do not say. */
function changeIn(options: Node): boolean | undefined {
  const values = new Map<string, Node>();
  for (const { key, value } of options.properties) {
    values.set(key?.name ?? key?.value, bare(value));
  }
  const sideEffect = values.get("sideEffect");
  if (sideEffect) return sideEffect.value === true;
  const method = values.get("method")?.value;
  if (typeof method === "string") return !/^(?:GET|HEAD)$/i.test(method);
  const body = values.get("body");
  return body && body.name !== "undefined" ? true : undefined;
}

/** Whether an expression makes an endpoint. */
function isEndpointMade(node: Node): boolean {
  if (node?.type === "NewExpression") {
    return /Endpoint$/.test(exportedName(node.callee) ?? "") ||
      /Endpoint$/.test(node.callee.name ?? "");
  }
  return node?.type === "CallExpression" &&
    memberName(node.callee) === "extend";
}

/**
 * Whether an expression makes an endpoint that is not only a variant of
 * another: that has the key and the schema of the other, so hooks see no
 * difference.
 */
function isMadeWithSchema(node: Node): boolean {
  if (!isEndpointMade(node)) return false;
  if (node.type === "NewExpression") return true;
  const options = bare(node.arguments.at(-1));
  const schema = options?.properties?.find((property: Node) =>
    property.key?.name === "schema"
  );
  return schema !== undefined &&
    !/^(?:Identifier|MemberExpression)$/.test(bare(schema.value).type);
}

/** Functions that call the one they are given while a component renders. */
const callers =
  /^(?:map|flatMap|forEach|filter|find|some|every|reduce|toSorted)$/;

/** Whether an expression is evaluated each time a component or a hook runs. */
function isInRender(expression: Node): boolean {
  for (let node = expression.parent; node; node = node.parent) {
    if (!/Function/.test(node.type)) continue;
    const call = node.parent;
    const isArgument = call.type === "CallExpression" &&
      call.arguments.includes(node);
    if (isArgument && callers.test(memberName(call.callee) ?? "")) continue;
    return isComponentOrHook(nameOf(node));
  }
  return false;
}

/** The name of a function: its own, or of what it is assigned to, also by way of `memo(...)`. */
function nameOf(node: Node): string {
  if (node.id) return node.id.name;
  let { parent } = node;
  if (
    parent.type === "CallExpression" &&
    /^(?:memo|forwardRef)$/.test(
      parent.callee.name ?? memberName(parent.callee) ?? "",
    )
  ) parent = parent.parent;
  return parent.type === "VariableDeclarator" ? parent.id.name ?? "" : "";
}

function isComponentOrHook(name: string): boolean {
  return /^(?:[A-Z]|use[A-Z])/.test(name);
}
