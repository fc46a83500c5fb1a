import { deed } from "./details.ts";
import { h } from "./dom.ts";
import type { Tab, TabContext } from "./panel.ts";
import type { Pending } from "./store_view.ts";
import { type Column, orderOf, table } from "./table.ts";
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
    { id: "key", label: "Key", width: "rest", value: ({ key }) => key },
    {
      id: "kind",
      label: "What",
      width: "word",
      value: ({ kind }) => kind,
      cell: ({ kind }) => h("span.badge", kind),
    },
    {
      id: "since",
      label: "For",
      width: "time",
      isMinor: true,
      value: ({ since }) => since && -since,
      cell: ({ since }) =>
        since === undefined ? "" : durationText(Date.now() - since),
    },
    {
      id: "deeds",
      label: "Let it",
      width: "name",
      cell: ({ go, hold, fail, isHeld = false }) =>
        h(
          "span.deeds",
          deed(context, go && { label: "Go", title: "Go on at once", run: go }),
          deed(
            context,
            hold && {
              label: isHeld ? "Resume" : "Wait",
              title: isHeld
                ? "Go on when it is time"
                : "Do not go on until it is resumed",
              run: () => hold(!isHeld),
            },
          ),
          deed(
            context,
            fail && {
              label: "Fail",
              title: "End it with an error",
              isDangerous: true,
              run: fail,
            },
          ),
        ),
    },
    {
      id: "dueAt",
      label: "Goes on in",
      width: "time",
      value: ({ dueAt }) => dueAt,
      cell: ({ dueAt, isHeld }) =>
        isHeld
          ? h("span", { class: "badge stale" }, "‖ held")
          : dueAt === undefined
          ? ""
          : durationText(
            Math.max(0, Math.ceil((dueAt - Date.now()) / 1000)) * 1000,
          ),
    },
    {
      id: "notes",
      label: "Notes",
      width: "rest",
      cell: ({ notes }) => notes.join(", "),
    },
  ];
}
