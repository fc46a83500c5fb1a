/**
 * A small virtual DOM: the panel is written as functions that return what is to
 * be seen, and works with any version of any view library.
 *
 * @module
 */

/** What an element has: attributes, `on…` handlers, and the few names below. */
export interface Properties {
  /** Tells an element from its siblings when they change places. */
  readonly key?: string | number;
  /** Single styles, which no content security policy objects to. */
  readonly css?: Readonly<Record<string, string>>;
  /** Called with the element once it is in the document. */
  readonly ref?: (element: HTMLElement) => void;
  // deno-lint-ignore no-explicit-any -- events of every kind
  readonly [name: string]: any;
}

/** An element that is to be seen. */
export interface VirtualElement {
  readonly tag: string;
  readonly properties: Properties;
  readonly children: readonly Child[];
}

/** What an element can contain. */
export type Child =
  | VirtualElement
  | string
  | number
  | false
  | null
  | undefined
  | readonly Child[];

/**
 * Describes an element.
 *
 * @param tag Its name, and perhaps its class: `"p.muted"`.
 * @param rest What it has, if anything, and what it contains.
 */
export function h(
  tag: string,
  ...rest: readonly [Properties, ...Child[]] | readonly Child[]
): VirtualElement {
  const [first, ...children] = rest;
  const isContent = typeof first !== "object" || first === null ||
    Array.isArray(first) || "tag" in first;
  return isContent
    ? { tag, properties: {}, children: rest as readonly Child[] }
    : { tag, properties: first as Properties, children: children as Child[] };
}

/** What was put into an element, with what it was made of. */
interface Placed {
  readonly node: ChildNode;
  drawn: VirtualElement | string;
  /** What was put into it. */
  content: Placed[];
}

/** What was put into the elements that {@linkcode patch} was called with. */
const roots = new WeakMap<Node, Placed[]>();

/** What elements have now, for their handlers: setting one again for each drawing would cost more than the rest of it. */
const current = new WeakMap<EventTarget, Properties>();

/** Elements that may become others of their kind: making new ones takes a browser ten times as long. */
const recycled: ReadonlySet<string> = new Set(["li", "tr"]);

/** Makes the content of an element what it is to be; elements that stay are the same. */
export function patch(parent: ParentNode & Node, children: Child): void {
  const added: (() => void)[] = [];
  roots.set(parent, patched(parent, roots.get(parent) ?? [], children, added));
  // now that all are in the document
  for (const call of added) call();
}

function patched(
  parent: ParentNode & Node,
  old: Placed[],
  children: Child,
  added: (() => void)[],
): Placed[] {
  const wanted: (VirtualElement | string)[] = [];
  flatten(children, wanted);
  // most drawings change texts and attributes only
  let same = 0;
  while (same < wanted.length && same < old.length) {
    const [known, child] = [old[same]!, wanted[same]!];
    if (
      kindOf(known.drawn) !== kindOf(child) ||
      keyOf(known.drawn) !== keyOf(child)
    ) break;
    become(known, child, added);
    same++;
  }
  if (same === wanted.length && same === old.length) return old;
  const rest = placedFor(wanted.slice(same), old.slice(same), parent, added);
  let next = same > 0 ? old[same - 1]!.node.nextSibling : parent.firstChild;
  for (const { node } of rest) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  return [...old.slice(0, same), ...rest];
}

/** Finds what is there already for what is wanted, makes what is not, and removes what is left. */
function placedFor(
  wanted: readonly (VirtualElement | string)[],
  old: readonly Placed[],
  parent: ParentNode & Node,
  added: (() => void)[],
): Placed[] {
  const byId = new Map<string, Placed>();
  for (const [index, id] of idsOf(old.map(({ drawn }) => drawn)).entries()) {
    byId.set(id, old[index]!);
  }
  const found = idsOf(wanted).map((id) => {
    const known = byId.get(id);
    byId.delete(id);
    return known;
  });
  const { activeElement } = parent.getRootNode() as Document | ShadowRoot;
  const spare = new Map<string, Placed[]>();
  for (const placed of byId.values()) {
    const kind = kindOf(placed.drawn);
    // what has the focus must not become something else under the user's hands
    if (recycled.has(kind) && !placed.node.contains(activeElement)) {
      spare.set(kind, [...spare.get(kind) ?? [], placed]);
    } else placed.node.remove();
  }
  const placed = wanted.map((child, index) => {
    const known = found[index] ?? spare.get(kindOf(child))?.shift();
    if (known) become(known, child, added);
    return known ?? create(child, parent, added);
  });
  for (const { node } of [...spare.values()].flat()) node.remove();
  return placed;
}

/** What tells siblings apart: their keys, or how many of their kind there are before them. */
function idsOf(drawn: readonly (VirtualElement | string)[]): string[] {
  const counts: Record<string, number> = {};
  return drawn.map((child) => {
    const [kind, key] = [kindOf(child), keyOf(child)];
    if (key !== undefined) return `${kind}:${key}`;
    counts[kind] = (counts[kind] ?? 0) + 1;
    return `${kind} ${counts[kind]}`;
  });
}

function kindOf(child: VirtualElement | string): string {
  return typeof child === "string" ? "#" : child.tag;
}

function keyOf(child: VirtualElement | string): string | number | undefined {
  return typeof child === "string" ? undefined : child.properties.key;
}

function flatten(child: Child, into: (VirtualElement | string)[]): void {
  if (child === null || child === undefined || child === false) return;
  if (Array.isArray(child)) {
    for (const each of child) flatten(each, into);
  } else if (typeof child === "object") into.push(child as VirtualElement);
  else into.push(String(child));
}

function create(
  child: VirtualElement | string,
  parent: Node,
  added: (() => void)[],
): Placed {
  const owner = parent.ownerDocument!;
  if (typeof child === "string") {
    return { node: owner.createTextNode(child), drawn: child, content: [] };
  }
  const [tag, className] = child.tag.split(".");
  const node = owner.createElement(tag!);
  if (className) node.className = className;
  const { ref } = child.properties;
  const content = patched(node, [], child.children, added);
  setProperties(node, {}, child.properties);
  if (ref) added.push(() => ref(node));
  return { node, drawn: child, content };
}

function become(
  placed: Placed,
  child: VirtualElement | string,
  added: (() => void)[],
): void {
  const { node, drawn } = placed;
  if (drawn === child) return;
  placed.drawn = child;
  if (typeof child === "string") node.textContent = child;
  else {
    const element = node as HTMLElement;
    placed.content = patched(element, placed.content, child.children, added);
    setProperties(
      element,
      (drawn as VirtualElement).properties,
      child.properties,
    );
  }
}

function setProperties(
  element: HTMLElement,
  before: Properties,
  properties: Properties,
): void {
  current.set(element, properties);
  for (const name in properties) {
    setProperty(element, name, before[name], properties[name]);
  }
  for (const name in before) {
    if (!(name in properties)) {
      setProperty(element, name, before[name], undefined);
    }
  }
}

function setProperty(
  element: HTMLElement,
  name: string,
  before: unknown,
  value: unknown,
): void {
  if (name === "key" || name === "ref" || before === value) return;
  const members = element as unknown as Record<string, unknown>;
  if (name === "css") {
    const styles = value as Properties["css"];
    for (const style in { ...before as Properties["css"], ...styles }) {
      element.style.setProperty(style, styles?.[style] ?? "");
    }
  } else if (name.startsWith("on")) {
    members[name] ??= (event: Event) =>
      current.get(event.currentTarget!)?.[name]?.(event);
  } else if (name === "value" || name === "checked") {
    // what the user has typed stays until it is to be something else
    members[name] = value;
  } else setAttribute(element, name, value);
}

function setAttribute(
  element: HTMLElement,
  name: string,
  value: unknown,
): void {
  const isSwitch = typeof value === "boolean" && !name.startsWith("aria-");
  if (value === undefined || value === null || isSwitch && !value) {
    element.removeAttribute(name);
  } else element.setAttribute(name, isSwitch ? "" : String(value));
}
