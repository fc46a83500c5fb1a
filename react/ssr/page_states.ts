/**
 * The states that a page was rendered from, as its script elements carry them.
 * A component renders the state at its time, and the next one may show a later
 * one: so each script has what has changed since the one before, and says which
 * hooks have rendered an earlier state that their selection has changed since.
 *
 * @module
 */
import {
  type Controller,
  initialState,
  serialize,
  type State,
} from "../../controller/mod.ts";
import { putEntity } from "../../controller/merge_stored.ts";
import { safeJson } from "../../controller/state/serialize.ts";
import { createReducer, versionOf } from "../../controller/views.ts";
import type { Selection, Selector } from "../subscription.ts";
import { warnOfNamelessTables } from "./nameless_tables.ts";
import type { ValuePart } from "../../controller/graph/commit.ts";

/** What one hook has rendered from. */
interface Reading {
  readonly selector: Selector<Selection>;
  readonly state: State;
}

/** What a script says of hooks that have rendered an earlier state. Numbers count the states of the page. */
export interface RenderedStates {
  /** By the place of a hook in the tree and what it asks. */
  readonly places: Readonly<Record<string, number>>;
  /**
   * By what is asked, where all that ask for it have rendered one state: for
   * clients whose tree begins elsewhere.
   */
  readonly names: Readonly<Record<string, number>>;
}

/** The states that the page of one request is rendered from. */
export class PageStates {
  /** Those that hooks have rendered, oldest first. */
  readonly states: State[] = [];
  /** By the place of the hook in the tree. */
  readonly readings: Map<string, Reading> = new Map();

  /**
   * @param controller Of the store.
   * @param suspended Selectors of components that have rendered nothing.
   * @param schemas Those of everything that was requested or written.
   */
  constructor(
    readonly controller: Controller,
    readonly suspended: WeakSet<object>,
    readonly schemas: Iterable<unknown> = [],
  ) {}

  /** A hook renders from a state. */
  rendered(place: string, reading: Reading): void {
    this.readings.set(place, reading);
    if (this.states.at(-1) !== reading.state) this.states.push(reading.state);
  }
}

/** From which states a page has been rendered until a state was reached. */
export const pagesUntil: WeakMap<State, PageStates> = new WeakMap();

/** Writes the script elements of a page, one after the other. */
export class PageScripts {
  readonly #page: PageStates | undefined;
  /** What is on the page so far. */
  readonly #sent: State[] = [];
  /** The one of those that equals what a hook rendered, and what that is. */
  readonly #rendered = new Map<
    Reading,
    { readonly state: State; readonly selection: Selection }
  >();
  /** Readings of which the page says so. */
  readonly #written = new Set<Reading>();
  #names: Readonly<Record<string, number>> = {};

  constructor(page: PageStates | undefined) {
    this.#page = page;
  }

  /**
   * What has changed since the script before, or all there is in the first one.
   *
   * @param last The state as it is now.
   */
  write(last: State): string {
    const outdated = this.#outdated(last);
    const needed = new Set(
      outdated.map(([, reading]) => this.#rendered.get(reading)!.state),
    );
    const added = (this.#page?.states ?? []).filter((state) =>
      needed.has(state) && !this.#sent.includes(state)
    );
    const texts = [...added, last].map((state) => {
      const before = this.#sent.at(-1);
      this.#sent.push(state);
      return serialize(before ? this.#changes(before, state) : state);
    });
    const names = this.#namesOf();
    const isNew = safeJson(names) !== safeJson(this.#names);
    this.#names = names;
    warnOfNamelessTables(last, this.#page?.schemas ?? []);
    const [text, ...later] = texts;
    if (outdated.length === 0 && !isNew) return text!;
    const places = outdated.map(([place, reading]) =>
      [`${place} ${reading.selector.name}`, this.#numberOf(reading)] as const
    );
    const rendered: RenderedStates = {
      places: Object.fromEntries(places),
      names,
    };
    const more = `"later":[${later}],"rendered":${safeJson(rendered)}`;
    return `${text!.slice(0, -1)},${more}}`;
  }

  /** Readings, by their places, whose selection has become another one since the script before. */
  #outdated(last: State): [place: string, Reading][] {
    const found: [string, Reading][] = [];
    for (const [place, reading] of this.#page?.readings ?? []) {
      const { selector, state: first } = reading;
      if (selector.name === undefined || this.#written.has(reading)) continue;
      // renders nothing yet
      if (this.#page!.suspended.has(selector)) continue;
      try {
        const before = this.#rendered.get(reading) ??
          { state: first, selection: selector.read(first, undefined, true) };
        this.#rendered.set(reading, before);
        const isRead = before.state === last;
        const selection = isRead
          ? before.selection
          : selector.read(last, undefined, true);
        if (selector.isEqual(before.selection, selection)) {
          this.#rendered.set(reading, { state: last, selection });
          continue;
        }
      } catch {
        // a query may throw: where its component has rendered, it renders
        // nothing
        if (!this.#rendered.has(reading)) continue;
      }
      this.#written.add(reading);
      found.push([place, reading]);
    }
    return found;
  }

  #namesOf(): Readonly<Record<string, number>> {
    const names: Record<string, number> = {};
    for (const reading of this.#page?.readings.values() ?? []) {
      const { name } = reading.selector;
      if (name === undefined) continue;
      const number = this.#written.has(reading) ? this.#numberOf(reading) : -1;
      names[name] = (names[name] ?? number) === number ? number : -1;
    }
    return Object.fromEntries(
      Object.entries(names).filter(([, number]) => number >= 0),
    );
  }

  #numberOf(reading: Reading): number {
    return this.#sent.indexOf(this.#rendered.get(reading)!.state);
  }

  /** A state that has nothing but what is new. */
  #changes(before: State, after: State): State {
    return createReducer(this.#page!.controller)(initialState, {
      type: "rdc/merge",
      apply(stored) {
        for (const { table, key } of writtenBetween(before, after)) {
          if (table === undefined) {
            const record = after.getEndpointRecord(key);
            if (isNew(before.getEndpointRecord(key), record)) {
              stored.setEndpoint(key, record);
            }
          } else {
            const record = after.getRecord(table, key);
            if (!isNew(before.getRecord(table, key), record)) continue;
            const indexed = [...after.indexedFields(table)];
            putEntity(stored, { key: table, pk: key, record, indexed });
          }
        }
      },
    });
  }
}

/** Whether there is a record that differs from the one before. */
function isNew<T extends { readonly value?: unknown; readonly meta?: unknown }>(
  before: T | undefined,
  after: T | undefined,
): after is T {
  return after !== undefined &&
    (before?.value !== after.value || before?.meta !== after.meta);
}

/** What may differ between two states of one store, however much else they hold. */
function* writtenBetween(before: State, after: State): Generator<ValuePart> {
  const [older, newer] = [versionOf(before), versionOf(after)];
  if (older.graph !== undefined && older.graph === newer.graph) {
    for (const { logUntilNow: { cells } } of [older, newer]) {
      for (const { table: { key: table, kind }, pk: key } of cells) {
        if (kind === "entity") yield { table, key };
        else if (kind === "response") yield { table: undefined, key };
      }
    }
    return;
  }
  // one has nothing, or a reset was between them
  for (const table of after.tableKeys()) {
    for (const key of after.getEntities(table)!.keys()) yield { table, key };
  }
  for (const key of after.endpointKeys()) yield { table: undefined, key };
}

/**
 * All of a page in one script.
 *
 * @param state The state as it is now.
 */
export function wholePage(state: State): string {
  return new PageScripts(pagesUntil.get(state)).write(state);
}
