import { verify } from "../harness/verify.ts";
import { onceShown, rowsInDocument } from "./document.ts";

/**
 * Changes every article in a transition, with every row rendered slowly, and
 * looks at every state of the page until it shows the change.
 *
 * @param change Gives every article another version, in a transition.
 * @param version Which one.
 * @throws {Violation} if rows of two versions were on screen together.
 */
export async function verifyTransition(
  change: () => void,
  version: number,
): Promise<void> {
  const isNew = (row: Element) => versionOf(row) === version;
  await verifyUnmixed(
    isNew,
    change,
    () => rows().every(isNew),
  );
}

/**
 * Changes every article while React is in the middle of rendering all rows in
 * a transition, and looks at every state of the page until it shows both.
 *
 * @param startTransition Renders all rows again, slowly.
 * @param change Gives every article version 1.
 * @throws {Violation} if rows of version 0 and of version 1 were on screen together.
 */
export async function verifyConsistency(
  startTransition: () => void,
  change: () => void,
): Promise<void> {
  await verifyUnmixed(
    isChanged,
    () => {
      startTransition();
      // in the middle: rendering all rows takes 50 ms
      setTimeout(change, 20);
    },
    () => rows().every((row) => isChanged(row) && isInMode(row)),
  );
}

async function verifyUnmixed(
  isChanged: (row: Element) => boolean,
  change: () => void,
  isShown: () => boolean,
): Promise<void> {
  let mixture: number | undefined;
  const look = () => {
    const changed = rows().filter(isChanged).length;
    if (changed > 0 && changed < rows().length) mixture ??= changed;
  };
  const observer = new MutationObserver(look);
  observer.observe(document.getElementById("rows")!, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  await onceShown(change, isShown);
  look();
  observer.disconnect();
  verify(
    mixture === undefined,
    `all rows on screen are of one state (${mixture} rows of ${rows().length} were newer)`,
  );
}

function rows(): Element[] {
  return [...rowsInDocument()];
}

function isChanged(row: Element): boolean {
  return versionOf(row) === 1;
}

function versionOf(row: Element): number {
  return Number(/ v(\d+)$/.exec(row.children[0]!.textContent!)?.[1] ?? 0);
}

function isInMode(row: Element): boolean {
  return row.getAttribute("data-mode") === "1";
}
