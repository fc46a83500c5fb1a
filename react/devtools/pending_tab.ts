import { type Deed, deed } from "./details.ts";
import { h, type VirtualElement } from "./dom.ts";
import type { Tab, TabContext } from "./tab.ts";
import type { Pending } from "./store_view.ts";
import { type Column, column, orderOf, table } from "./table.ts";
import { durationText } from "./values.ts";

/** What waits: requests, retries, polls, optimistic changes and queued mutations. */
export const pendingTab: Tab = {
  id: "pending",
  label: "Pending",
  isTicking: true,
  count: (context) => rowsOf(context).length,
  render(context) {
    const all = columns(context);
    const compare = orderOf(context, all);
    const rows = [...rowsOf(context)];
    if (compare) rows.sort(compare);
    return table(context, {
      name: "pending",
      caption: "What waits",
      columns: all,
      rows,
      keyOf: ({ id }) => id,
      empty: context.search
        ? `Nothing that waits is about “${context.search}”.`
        : "Nothing waits: no request is running, and nothing is polled, retried or queued.",
    });
  },
};

function rowsOf({ store, search }: TabContext): readonly Pending[] {
  return store.pending().filter(({ kind, key, notes }) =>
    search === "" ||
    `${kind} ${key} ${notes.join(" ")}`.toLowerCase().includes(search)
  );
}

function columns(context: TabContext): readonly Column<Pending>[] {
  return [
    column("key", "Key", "rest", ({ key }) => key),
    column("kind", "What", "word", ({ kind }) => kind, {
      cell: ({ kind }) => h("span.badge", kind),
    }),
    column("since", "For", "time", ({ since }) => since && -since, {
      cell: ({ since }) => since && durationText(Date.now() - since),
      isMinor: true,
    }),
    column("deeds", "Let it", "name", undefined, {
      cell: (pending) => deedsOf(context, pending),
    }),
    column("firesAt", "Goes on in", "time", ({ firesAt }) => firesAt, {
      cell: ({ firesAt, isHeld }) =>
        isHeld
          ? h("span", { class: "badge stale" }, "‖ held")
          : firesAt && durationText(
            Math.max(0, Math.ceil((firesAt - Date.now()) / 1000)) * 1000,
          ),
    }),
    column("notes", "Notes", "rest", undefined, {
      cell: ({ notes }) => notes.join(", "),
    }),
  ];
}

/** What can be done about something that waits. */
function deedsOf(
  context: TabContext,
  { go, hold, fail, isHeld = false }: Pending,
): VirtualElement {
  const deeds: (Deed | undefined)[] = [
    go && { label: "Go", title: "Go on at once", run: go },
    hold && {
      label: isHeld ? "Resume" : "Wait",
      title: isHeld
        ? "Go on when it is time"
        : "Do not go on until it is resumed",
      run: () => hold(!isHeld),
    },
    fail && {
      label: "Fail",
      title: "End it with an error",
      isDangerous: true,
      run: fail,
    },
  ];
  return h("span.deeds", deeds.map((each) => deed(context, each)));
}
