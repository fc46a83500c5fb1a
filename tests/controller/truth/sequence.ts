import {
  type AnyPart,
  listNames,
  type Outcome,
  type Sequence,
  type Step,
  tellings,
} from "./contract.ts";

/** Draws a whole number from 0 up to, and without, a bound. */
type Draw = (below: number) => number;

/** The numbers of one seed (mulberry32). */
function numbersOf(seed: number): Draw {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** One row has most of what happens. */
const ids = ["1", "1", "1", "2", "3", "4"];
const statusLists = ["all", "open", "closed"] as const;
const hour = 3_600_000;
const texts = ["title", "note", "f0", "f1"] as const;

/**
 * Draws a run in which the given parts are mixed.
 *
 * @param on What may happen in it.
 * @param seed Draws the same run again.
 */
export function drawSequence(on: ReadonlySet<AnyPart>, seed: number): Sequence {
  const draw = numbersOf(Math.imul(seed, 0x9e3779b1));
  const oneOf = <T>(values: readonly T[]): T => values[draw(values.length)]!;
  const isTrue = () => draw(2) === 0;
  const outcome = (): Outcome => {
    const chance = draw(20);
    if (chance < 3 && on.has("refusals")) return "refused";
    if (chance < 6 && on.has("lost")) {
      return oneOf(["failed", "lost unheard", "lost answer"]);
    }
    if (chance < 12 && on.has("empty")) return "answered 204";
    return "answered";
  };
  const status = () => oneOf(["open", "closed"] as const);
  const patch = (fields: readonly (typeof texts[number])[]): Step => ({
    do: "patch",
    id: oneOf(ids),
    fields,
    outcome: outcome(),
  });
  const changes: (() => Step)[] = [];
  // whether a row that was created again is in the team nothing says
  const hasTeam = on.has("team") && isTrue();
  const names = hasTeam ? listNames : statusLists;
  if (hasTeam) {
    changes.push(() => ({
      do: oneOf(["leave", "join"]),
      id: oneOf(ids),
      outcome: outcome(),
    }));
  }
  if (on.has("fields")) {
    changes.push(() => patch([oneOf(texts)]));
    changes.push(() => patch([oneOf(["title", "f0"]), oneOf(["note", "f1"])]));
  }
  if (on.has("presence")) {
    changes.push(() => ({ do: "delete", id: oneOf(ids), outcome: outcome() }));
  }
  if (on.has("presence") && !hasTeam) {
    changes.push(
      () => ({
        do: "create",
        id: oneOf(ids),
        status: status(),
        outcome: outcome(),
      }),
    );
  }
  if (on.has("restore") && !hasTeam) {
    changes.push(() => {
      const drawn = outcome();
      // without a body nobody would know what the row is
      const isEmpty = drawn === "answered 204";
      return {
        do: "restore",
        id: oneOf(ids),
        outcome: isEmpty ? "answered" : drawn,
      };
    });
    if (!on.has("presence")) {
      changes.push(
        () => ({ do: "delete", id: oneOf(ids), outcome: outcome() }),
      );
    }
  }
  const restatus = (what: "move" | "patchStatus") => () => ({
    do: what,
    id: oneOf(ids),
    status: status(),
    outcome: outcome(),
  });
  if (on.has("moves")) changes.push(restatus("move"));
  if (on.has("statusByPatch")) changes.push(restatus("patchStatus"));
  if (on.has("put") && !hasTeam) {
    changes.push(() => ({ do: "put", id: oneOf(ids), outcome: outcome() }));
  }
  if (on.has("foreign")) {
    const whats = on.has("presence") && !hasTeam
      ? ["title", "f0", "delete", "create"] as const
      : ["title", "f0"] as const;
    changes.push(() => ({ do: "foreign", id: oneOf(ids), what: oneOf(whats) }));
  }
  if (on.has("told")) {
    changes.push(() => ({
      do: "tell",
      id: oneOf(ids),
      field: oneOf(["title", "f0"]),
      how: oneOf(tellings),
    }));
  }
  if (on.has("resets")) {
    changes.push(() => ({ do: oneOf(["reset", "invalidate"]) }));
  }
  if (on.has("aborts")) changes.push(() => ({ do: "abort" }));
  if (on.has("offline")) {
    changes.push(() => ({ do: "connect", isOnline: isTrue() }));
  }
  const tabs = on.has("tabs") && draw(4) > 0 ? 2 : 1;
  const length = (10 + draw(20)) * tabs;
  const steps: Step[] = [];
  while (steps.length < length) {
    const kind = draw(20);
    if (kind < 7 && changes.length > 0) steps.push(oneOf(changes)());
    else if (kind < 11) {
      steps.push(
        isTrue()
          ? { do: "list", list: oneOf(names) }
          : { do: "get", id: oneOf(ids) },
      );
    } else if (kind < 16) steps.push({ do: "handle", which: draw(4) });
    else if (kind < 19 || tabs === 1 && !on.has("reload")) {
      steps.push({ do: "answer", which: draw(4) });
    } else if (on.has("reload") && draw(3) === 0) steps.push({ do: "reload" });
    else steps.push({ do: "hear" });
  }
  return {
    isOptimistic: isTrue(),
    keepsOrder: isTrue(),
    hasTotals: on.has("numbers") && draw(4) > 0,
    countsRevisions: on.has("reported") && isTrue(),
    mayOverlap: on.has("together"),
    loaded: names.filter(() => draw(3) > 0),
    steps: tabs === 1
      ? steps
      : steps.map((step) => ({ ...step, tab: draw(2) })),
    tabs,
    clockError: on.has("tabs") || on.has("reload")
      ? oneOf([0, hour, -hour])
      : 0,
    ending: draw(6),
  };
}

/**
 * Finds the shortest run that is still wrong: leaves out what can be left out.
 *
 * @param sequence A run that is wrong.
 * @param isWrong Carries out a run.
 */
export async function shorten(
  sequence: Sequence,
  isWrong: (sequence: Sequence) => Promise<boolean>,
): Promise<Sequence> {
  for (;;) {
    const next = await firstWrong(simplerThan(sequence), isWrong);
    if (!next) return sequence;
    sequence = next;
  }
}

async function firstWrong(
  candidates: Iterable<Sequence>,
  isWrong: (sequence: Sequence) => Promise<boolean>,
): Promise<Sequence | undefined> {
  for (const candidate of candidates) {
    if (await isWrong(candidate)) return candidate;
  }
}

/** Runs with something less, those with the least first. */
function* simplerThan(sequence: Sequence): Iterable<Sequence> {
  const { steps, loaded } = sequence;
  for (const size of [8, 4, 2, 1]) {
    for (let at = steps.length - size; at >= 0; at--) {
      yield { ...sequence, steps: steps.toSpliced(at, size) };
    }
  }
  // two that only make sense together
  for (let first = 0; first < steps.length; first++) {
    for (let second = first + 1; second < steps.length; second++) {
      const rest = steps.filter((_, index) =>
        index !== first && index !== second
      );
      yield { ...sequence, steps: rest };
    }
  }
  for (const name of loaded) {
    yield { ...sequence, loaded: loaded.filter((other) => other !== name) };
  }
  const plain = {
    hasTotals: false,
    countsRevisions: false,
    isOptimistic: false,
    mayOverlap: false,
    tabs: 1,
    clockError: 0,
  };
  for (const [name, value] of Object.entries(plain)) {
    if (sequence[name as keyof typeof plain] !== value) {
      yield { ...sequence, [name]: value };
    }
  }
  if (sequence.ending > 0) yield { ...sequence, ending: 0 };
  if (!sequence.keepsOrder) yield { ...sequence, keepsOrder: true };
  for (const [index, step] of steps.entries()) {
    for (const simpler of simplerStepsThan(step)) {
      yield { ...sequence, steps: steps.with(index, simpler) };
    }
  }
}

function* simplerStepsThan(step: Step): Iterable<Step> {
  if ("outcome" in step && step.outcome !== "answered") {
    yield { ...step, outcome: "answered" };
  }
  if ("which" in step && step.which > 0) yield { ...step, which: 0 };
  if (step.tab) yield { ...step, tab: 0 };
  if (step.do === "patch" && step.fields.length > 1) {
    for (const field of step.fields) yield { ...step, fields: [field] };
  }
}
