/** All styles of the panel. They are nested, so that nothing outside of it is meant. */
export const style: string = `
.panel {
  --back: #ffffff; --bar: #f4f5f7; --line: #d8dce3; --faint: #eceef2; --text: #1b2330; --muted: #586173; --accent: #1f54cf;
  --accent-back: #e8effd; --good: #17693c; --warn: #7d4e00; --bad: #ac2318; --good-back: #e5f5ec; --warn-back: #fdf1dd;
  --bad-back: #fdeae8; --string: #12642f; --number: #6f37a8;
  --code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  all: initial; position: fixed; inset-inline: 0; z-index: 2147483000; box-sizing: border-box; display: flex; flex-direction: column;
  container: panel / inline-size; color-scheme: light; color: var(--text); background: var(--back); border: 0 solid var(--line);
  box-shadow: 0 0 24px rgb(15 23 42 / 18%); font: 12.5px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  text-align: start;
  @media (prefers-color-scheme: dark) {
    --back: #12161d; --bar: #1a2029; --line: #333c4a; --faint: #232a35; --text: #e5e9f0; --muted: #9ca7b8; --accent: #8cb4ff;
    --accent-back: #1d2c4a; --good: #6fd79b; --warn: #f1bd63; --bad: #ff9d93; --good-back: #16301f; --warn-back: #36290f;
    --bad-back: #3b1c19; --string: #8fd6a5; --number: #cba6f7; color-scheme: dark;
  }
  &.bottom { bottom: 0; border-top-width: 1px; }
  &.top { top: 0; border-bottom-width: 1px; }
  *, *::before, *::after { box-sizing: border-box; }
  button, input { margin: 0; font: inherit; color: inherit; background: none; border: 0; border-radius: 4px; }
  button { cursor: pointer; }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; }
  h3, h4, h5, p, ul, dl, dd { margin: 0; padding: 0; font: inherit; }
  ul { list-style: none; }
  .muted { color: var(--muted); }
  .unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .separator { position: absolute; inset-inline: 0; z-index: 3; height: 9px; cursor: ns-resize; touch-action: none; }
  &.bottom .separator { top: -5px; }
  &.top .separator { bottom: -5px; }
  .separator:is(:hover, :focus-visible) { background: var(--accent); opacity: .6; outline: 0; }
  .bar {
    display: flex; flex: none; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 2px 12px; padding: 0 8px;
    background: var(--bar); border-bottom: 1px solid var(--line);
  }
  [role=tablist] { display: flex; flex-wrap: wrap; gap: 2px; }
  [role=tab] {
    padding: 8px 9px 6px; min-height: 32px; color: var(--muted); border-bottom: 2px solid transparent; border-radius: 0;
    &:hover { color: var(--text); }
    &[aria-selected=true] { color: var(--text); font-weight: 600; border-bottom-color: var(--accent); }
  }
  .count { color: var(--muted); font-weight: 400; font-variant-numeric: tabular-nums; }
  .tools { display: flex; flex-wrap: wrap; gap: 6px; align-items: center; padding: 3px 0; }
  .search, .editor input { width: 150px; height: 25px; padding: 0 7px; background: var(--back); border: 1px solid var(--muted); }
  .search::placeholder { color: var(--muted); opacity: 1; }
  .close { width: 26px; height: 26px; color: var(--muted); }
  .deed {
    min-height: 24px; padding: 1px 8px; color: var(--text); background: var(--back); border: 1px solid var(--line); white-space: nowrap;
    &:hover { border-color: var(--accent); color: var(--accent); }
    &.danger:hover { border-color: var(--bad); color: var(--bad); }
  }
  .deeds { display: flex; flex-wrap: wrap; gap: 4px; }
  .link {
    display: inline; min-height: 20px; padding: 0; color: var(--accent); text-align: start; text-decoration: underline;
    text-decoration-color: color-mix(in srgb, currentColor 40%, transparent); text-underline-offset: 2px; overflow-wrap: anywhere;
    &:hover { text-decoration-color: currentColor; }
  }
  .travel {
    display: flex; flex: none; flex-wrap: wrap; gap: 6px; align-items: center; padding: 4px 10px; color: var(--warn);
    background: var(--warn-back); border-bottom: 1px solid var(--line);
    strong { font-weight: 600; }
  }
  .status {
    position: absolute; inset: auto 12px 8px auto; padding: 3px 9px; color: var(--back); background: var(--text); border-radius: 4px;
    &:empty { padding: 0; }
  }
  .body { display: flex; flex: 1; min-height: 0; }
  .empty, .hint { padding: 14px; color: var(--muted); }
  .hint { width: 34%; border-inline-start: 1px solid var(--line); }
  .side {
    flex: none; width: 170px; padding: 6px 0; overflow: auto; background: var(--bar); border-inline-end: 1px solid var(--line);
    button {
      display: flex; gap: 8px; justify-content: space-between; width: 100%; min-height: 25px; padding: 2px 10px; border-radius: 0;
      text-align: start;
      &:hover { background: var(--faint); }
      &[aria-current] { background: var(--accent-back); box-shadow: inset 3px 0 var(--accent); font-weight: 600; }
    }
    .label { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  }
  .scroll { flex: 1; min-width: 0; overflow: auto; container: scroll / inline-size; }
  .scroll > table {
    width: 100%; table-layout: fixed; border-spacing: 0; font-variant-numeric: tabular-nums;
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    thead th {
      position: sticky; top: 0; z-index: 1; height: 26px; padding: 0 10px; color: var(--muted); background: var(--back);
      border-bottom: 1px solid var(--line); font-weight: 500; text-align: start; white-space: nowrap; overflow: hidden;
      &:has(.sort) { padding: 0; }
    }
    tbody tr { height: 26px; cursor: default; }
    tbody tr:hover { background: var(--bar); }
    tbody tr.selected { background: var(--accent-back); }
    tbody :is(th, td) {
      height: 26px; padding: 0 10px; border-bottom: 1px solid var(--faint); font-weight: 400; text-align: start; white-space: nowrap;
      overflow: hidden; text-overflow: ellipsis;
    }
    .spacer td { padding: 0; border: 0; }
    .short { width: 84px; }
    .number { width: 74px; text-align: end; }
    .number .row { justify-content: flex-end; }
    .time { width: 96px; }
    .word { width: 108px; }
    .name { width: 168px; }
    tbody th { padding: 0; }
    .deeds { flex-wrap: nowrap; gap: 3px; }
    .deed { min-height: 24px; padding: 0 6px; background: none; }
  }
  .sort { width: 100%; height: 25px; padding: 0 10px; text-align: start; color: inherit; }
  .number .sort { text-align: end; }
  .row { display: block; width: 100%; height: 25px; padding: 0 10px; overflow: hidden; text-align: inherit; text-overflow: ellipsis; white-space: nowrap; }
  .badge { color: var(--muted); white-space: nowrap; }
  .badge.fresh { color: var(--good); }
  .badge.stale { color: var(--warn); }
  .badge:is(.invalid, .error) { color: var(--bad); }
  .details {
    flex: 0 0 44%; min-width: 0; padding: 0 12px 14px; overflow: auto; border-inline-start: 1px solid var(--line);
    header {
      position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 4px 10px; align-items: center;
      justify-content: space-between; margin: 0 -12px; padding: 6px 12px; background: var(--back); border-bottom: 1px solid var(--line);
    }
    h3 { font-weight: 600; overflow-wrap: anywhere; }
    dl { display: grid; grid-template-columns: 74px minmax(0, 1fr); gap: 3px 10px; padding-top: 9px; }
    dt { color: var(--muted); }
    dd { overflow-wrap: anywhere; }
  }
  .part { padding-top: 12px; }
  .part > h4 { padding-bottom: 3px; font-weight: 600; }
  .fields {
    width: 100%; border-spacing: 0;
    caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
    :is(th, td) { padding: 3px 12px 3px 0; border-bottom: 1px solid var(--faint); text-align: start; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
    thead :is(th, td) { color: var(--muted); white-space: nowrap; }
    tbody th { font-family: var(--code); font-size: 12px; overflow-wrap: normal; }
    :is(th, td):last-child { padding-inline-end: 0; text-align: end; }
    .deed { min-height: 24px; padding: 0 6px; color: var(--muted); border-color: transparent; background: none; }
    .deed:hover { color: var(--accent); border-color: var(--accent); }
  }
  .editor { display: flex; flex-wrap: wrap; gap: 4px; }
  .editor input { font-family: var(--code); font-size: 12px; }
  .fields .editor .deed { color: var(--text); border-color: var(--line); }
  .value, .path, .leaf, .branch, .differences { font-family: var(--code); font-size: 12px; }
  .value.string { color: var(--string); }
  .value:is(.number, .boolean, .bigint) { color: var(--number); }
  .value:is(.undefined, .function, .symbol) { color: var(--muted); }
  .leaf { padding-inline-start: 15px; overflow-wrap: anywhere; }
  .members { padding-inline-start: 14px; border-inline-start: 1px solid var(--faint); margin-inline-start: 5px; }
  .twist { min-height: 20px; padding: 0 0 0 15px; text-indent: -15px; text-align: start; overflow-wrap: anywhere; }
  .arrow { display: inline-block; width: 15px; text-indent: 0; color: var(--muted); }
  .change { padding: 4px 0 8px; }
  .change h5 { padding-bottom: 2px; overflow-wrap: anywhere; }
  .differences li { display: block; padding: 1px 6px; overflow-wrap: anywhere; }
  .differences .path { padding-inline-end: 8px; color: var(--muted); }
  .sign { display: inline-block; width: 15px; }
  .differences .added { background: var(--good-back); }
  .differences .removed { background: var(--bad-back); }
  .differences .changed { background: var(--bar); }
  ins { color: var(--good); text-decoration: none; }
  del { color: var(--bad); text-decoration: none; }
  .history > li, .parts > li { padding: 2px 0; }
  @media (forced-colors: active) {    .selected, .side [aria-current] { outline: 2px solid Highlight; outline-offset: -2px; }
[role=tab][aria-selected=true] { border-bottom-color: Highlight; }
    .deed, .search { border-color: ButtonBorder; }
    .separator { background: ButtonBorder; }
    del { text-decoration: line-through; }
  }
  @container scroll (max-width: 900px) {
    .scroll .minor { display: none; }
  }
  @container panel (max-width: 720px) {
    .body { flex-direction: column; overflow: auto; }
    .side { width: auto; max-height: 84px; border-inline-end: 0; border-bottom: 1px solid var(--line); }
    .side ul { display: flex; flex-wrap: wrap; padding: 0 6px; }
    .scroll { flex: none; max-height: 60%; min-height: 120px; }
    .details, .hint { flex: none; width: auto; border-inline-start: 0; border-top: 1px solid var(--line); }
    .details { overflow: visible; }
    .details header { position: static; }
  }
}
`;
