/**
 * What components on a server have shown before all data was there. A hook that
 * does not wait shows the state of its moment, and the page carries the last
 * one; so the page says which other state such a hook has shown.
 *
 * @module
 */
import { deserialize, serialize, type State } from "../../controller/mod.ts";
import type { Answer, Question } from "../question.ts";
import type { ShownState } from "../reader_source.ts";

/** What one hook has rendered from. */
interface ShownReading {
  readonly question: Question<Answer>;
  readonly state: State;
}

/** Readings of the hooks of one request, by their place in the tree. */
export type ShownReadings = Map<string, ShownReading>;

const readingsOfStates = new WeakMap<State, ShownReadings>();

/** Remembers which hooks have rendered what until a state was reached. */
export function noteReadings(state: State, readings: ShownReadings): void {
  readingsOfStates.set(state, readings);
}

/** A change of a plain state: a path, and what is there instead; nothing is there without. */
type Change = readonly [path: readonly string[], value?: unknown];

/** What a page says of the states that its components have shown. */
export interface ShownStates {
  /** What leads from the state of the page to each of the others. */
  readonly states: readonly (readonly Change[])[];
  /**
   * Numbers of states by the place of a hook in the tree and what it asks; -1
   * for the state of the page. Where the trees differ, places are those of
   * others.
   */
  readonly places: Readonly<Record<string, number>>;
  /** The same by what is asked, where all that ask for it have shown one state. */
  readonly names: Readonly<Record<string, number>>;
}

/** How deep the parts of a plain state are divided. */
const depths: Readonly<Record<string, number>> = {
  endpoints: 1,
  meta: 1,
  entities: 2,
  entitiesMeta: 2,
  order: 1,
  indexes: 3,
};

/**
 * The states that hooks have shown whose answer is another one in the last
 * state; `undefined` if there are none.
 *
 * @param last The state that the page carries.
 * @param text The text of it.
 */
export function shownStatesOf(
  last: State,
  text: string,
): ShownStates | undefined {
  const numbers = new Map<State, number>();
  const states: Change[][] = [];
  const places: Record<string, number> = {};
  const names: Record<string, number | null> = {};
  const readings = readingsOfStates.get(last) ?? [];
  for (const [place, { question, state }] of readings) {
    const isSame = state === last || question.isEqual(
      question.read(state, undefined, true),
      question.read(last, undefined, true),
    );
    const number = isSame ? -1 : numbers.get(state) ?? states.length;
    if (number === states.length) {
      numbers.set(state, number);
      states.push(changesBetween(text, serialize(state)));
    }
    const { name } = question;
    if (name === undefined) continue;
    places[`${place} ${name}`] = number;
    names[name] = (names[name] ?? number) === number ? number : null;
  }
  if (states.length === 0) return undefined;
  // whoever is at another place there has what all have shown, if it is one thing
  const clear = Object.entries(names).filter(([, number]) =>
    number !== null && number >= 0
  );
  return {
    states,
    places,
    names: Object.fromEntries(clear as [string, number][]),
  };
}

type Plain = Record<string, unknown>;

function changesBetween(from: string, to: string): Change[] {
  const changes: Change[] = [];
  const compare = (a: Plain, b: Plain, path: string[], depth: number) => {
    for (const name of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const place = [...path, name];
      if (!Object.hasOwn(b, name)) changes.push([place]);
      else if (depth > 0 && Object.hasOwn(a, name)) {
        compare(a[name] as Plain, b[name] as Plain, place, depth - 1);
      } else if (JSON.stringify(a[name]) !== JSON.stringify(b[name])) {
        changes.push([place, b[name]]);
      }
    }
  };
  const [a, b] = [from, to].map((text): Plain => JSON.parse(text));
  for (const part of Object.keys({ ...a, ...b })) {
    const depth = depths[part];
    if (depth === undefined) continue;
    compare(
      { ...a![part] as Plain },
      { ...b![part] as Plain },
      [part],
      depth - 1,
    );
  }
  return changes;
}

/**
 * The states that a page was rendered from, for the hooks that hydrate.
 *
 * @param shown What the page says.
 * @param text The text of its state.
 */
export function readShownStates(shown: ShownStates, text: string): ShownState {
  const states: State[] = [];
  const stateOf = (number: number): State => {
    if (states[number] !== undefined) return states[number];
    const plain = JSON.parse(text);
    for (const [path, ...value] of shown.states[number] ?? []) {
      let part = plain;
      for (const name of path.slice(0, -1)) part = part[name] ??= {};
      const name = path.at(-1)!;
      if (value.length === 0) delete part[name];
      else part[name] = value[0];
    }
    return states[number] = deserialize(plain);
  };
  return ({ name = "" }, place) => {
    const { [`${place} ${name}`]: number = shown.names[name] ?? -1 } =
      shown.places;
    return number < 0 ? undefined : stateOf(number);
  };
}
