import { type Article, articleId } from "../harness/articles.ts";
import type {
  Adapter,
  Case,
  Contestant,
  SortedGroupStore,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { groupLength, groupName, groupsOf } from "../harness/groups.ts";
import { verify } from "../harness/verify.ts";
import { changeEntity } from "./change_entity.ts";

const moved = "a row moves between two of N lists";
const kept = "a row is written and stays in its list";
const written = "a write of W4, without lists";
const counts = [10, 100, 1_000, 10_000];

/**
 * W6c: a PATCH moves an article from one filtered and sorted list to another
 * one, beside few or many other lists. Beside it, a PATCH that moves nothing,
 * and what W4 writes in a store of as many articles.
 */
export const moveMember: Workload = {
  id: "W6c",
  title: "PATCH an article of N filtered and sorted lists of 5",
  cases: [moved, kept, written].flatMap((series) =>
    counts.map((size) => ({ series, size }))
  ),

  targets: [
    {
      claim: "1,000 lists, over a write of W4",
      most: 4,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(moved, 1_000, "tessera"),
          median(written, 1_000, "tessera"),
        ),
    },
    {
      claim: "growth",
      most: 0.1,
      unit: "",
      value: ({ growth }) => growth(moved, "tessera"),
    },
  ],

  contestant(adapter, { series, size }) {
    if (series === written) {
      return changeEntity.contestant(adapter, {
        series: "random string ids",
        size: size * groupLength,
      });
    }
    return adapter.sortedGroups &&
      contestantOf(adapter, { series, size });
  },
};

function contestantOf(
  { library, role, typename = false, sortedGroups }: Adapter,
  { series, size }: Case,
): Contestant {
  let store: SortedGroupStore | undefined;
  let k = 0;
  const patchNext = () => {
    const turn = series === moved ? k >> 1 : k;
    const index = (turn * 7919) % (size * groupLength);
    const home = Math.floor(index / groupLength);
    // first to the next list, then back, so that all lists keep their length
    const group = groupName((home + 1 - k % 2) % size);
    const id = articleId(index, "string");
    store!.patch(id, series === moved ? { group } : { views: k });
    k++;
  };
  return {
    library,
    role,
    check() {
      store = sortedGroups!(sortedGroupsOf(size, typename));
      if (series === moved) checkMove(store);
      else checkWrite(store);
    },
    run(count) {
      for (; count > 0; count--) patchNext();
    },
    close() {
      store?.close?.();
      store = undefined;
    },
  };
}

/** Lists as a server sorts them. */
function* sortedGroupsOf(
  size: number,
  typename: boolean,
): Generator<readonly [string, Article[]]> {
  for (
    const [group, members] of groupsOf(size, size * groupLength, { typename })
  ) {
    members.sort((left, right) =>
      left.title < right.title ? -1 : left.title > right.title ? 1 : 0
    );
    yield [group, members];
  }
}

/** Asserts that the first article moves to the second list and back. */
function checkMove(store: SortedGroupStore): void {
  const id = articleId(0, "string");
  const renderedBy = (index: number) => store.get(groupName(index));
  const idsOf = (index: number) => renderedBy(index).map(({ id }) => id);
  const left = idsOf(0);
  const joined = idsOf(1);
  const beside = renderedBy(2);
  store.patch(id, { group: groupName(1) });
  verify(
    idsOf(0).join() === left.filter((one) => one !== id).join(),
    "the list that it left has the others",
  );
  verify(idsOf(1).length === joined.length + 1, "the other list has one more");
  verify(
    renderedBy(1).every(({ title }, index, all) =>
      index === 0 || all[index - 1]!.title <= title
    ),
    "the other list is sorted by title",
  );
  verify(renderedBy(2) === beside, "a third list stays the same");
  store.patch(id, { group: groupName(0) });
  verify(idsOf(0).join() === left.join(), "it is back in its place");
  verify(idsOf(1).join() === joined.join(), "the other list is as before");
}

/** Asserts that an article changes and stays in its place. */
function checkWrite(store: SortedGroupStore): void {
  const id = articleId(0, "string");
  const before = store.get(groupName(0));
  store.patch(id, { views: -1 });
  const after = store.get(groupName(0));
  verify(
    after.find((row) => row.id === id)!.views === -1,
    "the change is seen",
  );
  verify(
    after.map(({ id }) => id).join() === before.map(({ id }) => id).join(),
    "the list has the same members",
  );
}
