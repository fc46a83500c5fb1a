/**
 * Parts that the details of all tabs are made of.
 *
 * @module
 */
import type { DevToolsRecord } from "../../controller/mod.ts";
import { type Child, h, type VirtualElement } from "./dom.ts";
import type { TabContext } from "./tab.ts";
import { typeOf } from "./store_view.ts";
import { type Difference, membersOf, short, sizeOf } from "./values.ts";

/** What can be done about what is selected. */
export interface Deed {
  readonly label: string;
  /** Says more than the label. */
  readonly title?: string;
  readonly isDangerous?: boolean;
  /** Does it; a screen reader says what it returns. */
  run(): string | void | Promise<string | void>;
}

/** The details of what is selected, with buttons. */
export function details(
  context: TabContext,
  title: Child,
  deeds: readonly (Deed | false | undefined)[],
  ...content: Child[]
): VirtualElement {
  return h(
    "section",
    { class: "details", "aria-label": "Details", tabindex: 0 },
    h(
      "header",
      h("h3", title),
      h("div.deeds", deeds.map((each) => deed(context, each))),
    ),
    content,
  );
}

/** A button. */
export function deed(
  context: TabContext,
  deed: Deed | false | undefined,
): Child {
  if (!deed) return null;
  const { label, title, isDangerous } = deed;
  return h("button", {
    key: label,
    type: "button",
    class: isDangerous ? "deed danger" : "deed",
    title,
    onclick: (event: Event) => {
      event.stopPropagation();
      context.run(() => deed.run());
    },
  }, label);
}

/** Names and what they stand for. */
export function facts(
  entries: readonly (readonly [name: string, value: Child] | false)[],
): VirtualElement {
  return h(
    "dl",
    entries.map((entry) => entry && [h("dt", entry[0]), h("dd", entry[1])]),
  );
}

/** A part of the details with a heading. */
export function part(title: string, ...content: Child[]): VirtualElement {
  return h("div", { key: title, class: "part" }, h("h4", title), content);
}

/** Leads to another view of the panel. */
export function link(
  context: TabContext,
  label: Child,
  ...target: [tab: string, kind: string | undefined, selected: string]
): VirtualElement {
  return h("button", {
    type: "button",
    class: "link",
    onclick: (event: Event) => {
      event.stopPropagation();
      context.go(...target);
    },
  }, label);
}

/** A paragraph that says what there is not to see. */
export function note(text: string, className = "muted"): VirtualElement {
  return h("p", { class: className }, text);
}

/** A text that stands back. */
export function muted(text: string): VirtualElement {
  return h("span.muted", text);
}

/** Leads to a response. */
export function responseLink(context: TabContext, key: string): VirtualElement {
  return link(context, key, "endpoints", undefined, key);
}

/** Leads to an entity. */
export function entityLink(
  context: TabContext,
  table: string,
  pk: string,
): VirtualElement {
  return link(context, pk, "entities", table, pk);
}

/** Leads to an action. */
export function actionLink(
  context: TabContext,
  { number, action }: DevToolsRecord,
  label = `${number} ${typeOf(action)}`,
): VirtualElement {
  return link(context, label, "actions", undefined, String(number));
}

/** Said next to its sign, so that nobody has to know colours apart. */
const kinds = { added: "+", removed: "−", changed: "~" } as const;

/** What is different, a line for each place. */
export function differenceList(found: readonly Difference[]): VirtualElement {
  return h(
    "ul.differences",
    found.map(({ path, kind, before, after }) =>
      h(
        "li",
        { class: kind },
        h(
          "span.sign",
          h("span", { "aria-hidden": true }, kinds[kind]),
          h("span.unseen", kind),
        ),
        path.length > 0 && h("span.path", path.join(".")),
        kind !== "added" && h("del", short(before, 120)),
        kind === "changed" && h("span", { "aria-label": "to" }, " → "),
        kind !== "removed" && h("ins", short(after, 120)),
      )
    ),
  );
}

/** How much of a long list is seen: a part of it until the user wants more. */
export function limitOf(
  { listed }: TabContext,
  id: string,
  first: number,
): number {
  return listed.get(id) ?? first;
}

/** Displays more of a long list, if there is more. */
export function more(
  context: TabContext,
  id: string,
  size: number,
  limit: number,
): Child {
  return size > limit && deed(context, {
    label: `Show more of ${size}`,
    run: () => void context.listed.set(id, limit + 100),
  });
}

/** So many members are listed at first. */
const mostMembers = 25;

/** A value that can be opened, member by member. */
export function tree(
  context: TabContext,
  id: string,
  value: unknown,
  label?: string,
): VirtualElement {
  const name = label !== undefined && label !== "" &&
    [h("span.path", label), ": "];
  const isOpen = context.opened.has(id) !== (label === undefined) &&
    isOpenable(value);
  if (!isOpen) {
    return context.memo(
      `tree ${id}`,
      value,
      () =>
        isOpenable(value)
          ? h("div.branch", twist(context, id, name, false, short(value, 60)))
          : h("div.leaf", name, valueText(value)),
    );
  }
  const size = sizeOf(value);
  const limit = limitOf(context, id, mostMembers);
  const kind = Array.isArray(value) ? "item" : "member";
  return h(
    "div.branch",
    twist(context, id, name, true, `${size} ${kind}${size === 1 ? "" : "s"}`),
    h(
      "div.members",
      membersOf(value, limit).map(([key, member]) =>
        tree(context, `${id}.${key}`, member, key)
      ),
      more(context, id, size, limit),
    ),
  );
}

function isOpenable(value: unknown): value is object {
  return typeof value === "object" && value !== null &&
    !(value instanceof Date) && sizeOf(value) > 0;
}

/** Opens and closes a value. */
function twist(
  context: TabContext,
  id: string,
  name: Child,
  isOpen: boolean,
  text: string,
): VirtualElement {
  return h(
    "button",
    {
      type: "button",
      class: "twist",
      "aria-expanded": isOpen,
      onclick: () => {
        if (!context.opened.delete(id)) context.opened.add(id);
        context.update();
      },
    },
    h("span", { "aria-hidden": true, class: "arrow" }, isOpen ? "▾" : "▸"),
    name,
    h("span.muted", text),
  );
}

/** A value in one line, in the colour of its type. */
export function valueText(value: unknown, most = 120): VirtualElement {
  return h("span", { class: `value ${typeof value}` }, short(value, most));
}
