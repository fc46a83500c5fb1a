/**
 * A small virtual DOM: the panel is written as functions that return what is to
 * be seen, and works beside any version of any view library.
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
  readonly id: string;
  readonly node: ChildNode;
  shown: VirtualElement | string;
}

const placedIn = new WeakMap<Node, Placed[]>();
/** Makes the content of an element what it is to be; elements that stay are the same. */
export function patch(parent: ParentNode & Node, children: Child): void {
  const added: (() => void)[] = [];
  patchWith(parent, children, added);
  // now that all are in the document
  for (const call of added) call();
}

function patchWith(
  parent: ParentNode & Node,
  children: Child,
  added: (() => void)[],
): void {
  const wanted: (VirtualElement | string)[] = [];
  flatten(children, wanted);
  const old = new Map<string, Placed>();
  for (const placed of placedIn.get(parent) ?? []) old.set(placed.id, placed);
  const counts: Record<string, number> = {};
  const placed = wanted.map((child): Placed => {
    const kind = typeof child === "string" ? "#" : child.tag;
    const key = typeof child === "string" ? undefined : child.properties.key;
    const id = key === undefined
      ? `${kind} ${counts[kind] = (counts[kind] ?? 0) + 1}`
      : `${kind}:${key}`;
    const known = old.get(id);
    if (known === undefined) {
      return { id, node: create(child, parent, added), shown: child };
    }
    old.delete(id);
    if (typeof child === "string") {
      if (known.shown !== child) known.node.textContent = child;
    } else {
      update(known.node as HTMLElement, child, known.shown as never, added);
    }
    known.shown = child;
    return known;
  });
  for (const { node } of old.values()) node.remove();
  let next = parent.firstChild;
  for (const { node } of placed) {
    if (node === next) next = next.nextSibling;
    else parent.insertBefore(node, next);
  }
  placedIn.set(parent, placed);
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
): ChildNode {
  const owner = parent.ownerDocument!;
  if (typeof child === "string") return owner.createTextNode(child);
  const [tag, className] = child.tag.split(".");
  const element = owner.createElement(tag!);
  if (className) element.className = className;
  update(element, child, undefined, added);
  const { ref } = child.properties;
  if (ref) added.push(() => ref(element));
  return element;
}

function update(
  element: HTMLElement,
  { properties, children }: VirtualElement,
  old: VirtualElement | undefined,
  added: (() => void)[],
): void {
  const before = old?.properties ?? {};
  patchWith(element, children, added);
  for (const name in { ...before, ...properties }) {
    const value = properties[name];
    if (name === "key" || name === "ref") continue;
    if (name === "css") {
      for (const style in { ...before.css, ...value }) {
        element.style.setProperty(style, value?.[style] ?? "");
      }
    } else if (name.startsWith("on")) {
      (element as unknown as Record<string, unknown>)[name] = value ?? null;
    } else if (name === "value" || name === "checked") {
      // what the user has typed stays until it is to be something else
      if (before[name] !== value) {
        (element as unknown as Record<string, unknown>)[name] = value;
      }
    } else if (before[name] !== value) setAttribute(element, name, value);
  }
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
