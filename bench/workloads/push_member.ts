import { article } from "../harness/articles.ts";
import type {
  Case,
  CollectionStore,
  GroupedArticle,
  Target,
  Workload,
} from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import {
  groupLength,
  groupName,
  type Groups,
  groupsOf,
} from "../harness/groups.ts";
import { verify } from "../harness/verify.ts";
import { largeCase, sizes } from "./scale.ts";

const series = "one of N collections";
const seeded = ["tessera", "floor"];

/**
 * W6: a created member joins its list, beside few or many other lists. 200,000
 * of them hold a million articles.
 */
export const pushMember: Workload = workloadOf(
  "W6",
  "push to one of N collections of 5",
  [100_000, 200_000].map((size) => largeCase(series, size, seeded)),
  (size) => size * groupLength,
);

/** W6b: the same where all collections share 50 articles, so that only their number grows. */
export const pushSharedMember: Workload = workloadOf(
  "W6b",
  "push to one of N collections, 50 articles in all",
  [100_000, 1_000_000].map((size) => largeCase(series, size, seeded)),
  () => 50,
);

function workloadOf(
  id: string,
  title: string,
  largeCases: readonly Case[],
  articleCount: (size: number) => number,
): Workload {
  return {
    id,
    title,
    cases: [
      ...[10, ...sizes].map((size) => ({ series, size })),
      ...largeCases,
    ],

    targets: [
      ...[1_000, 10_000].map((size): Target => ({
        claim: `beside ${size.toLocaleString("en-US")}, over beside 10`,
        most: 3,
        unit: "x",
        value: ({ median }) =>
          ratio(median(series, size, "tessera"), median(series, 10, "tessera")),
      })),
      {
        claim: "beside 1,000",
        most: 4,
        unit: "µs",
        value: ({ median }) => median(series, 1_000, "tessera"),
      },
      {
        claim: "growth",
        most: 0.1,
        unit: "",
        value: ({ growth }) => growth(series, "tessera"),
      },
    ],

    contestant(adapter, { size }) {
      const { library, role, typename = false } = adapter;
      if (
        !adapter.collections ||
        size > (adapter.largest?.collections ?? Infinity)
      ) return undefined;
      const seed = groupsOf(size, articleCount(size), { typename });
      // few enough that the articles do not outgrow what is compared
      const created = Array.from({ length: 1_000 }, (_, index) => ({
        ...article(10_000_000 + index, { typename }),
        group: "",
      }));
      let store: CollectionStore;
      let k = 0;
      const next = (): GroupedArticle => {
        k++;
        const group = groupName((k * 7) % size);
        return { ...created[k % created.length]!, group };
      };
      return {
        library,
        role,
        check() {
          store = adapter.collections!(seed);
          const pushed = next();
          checkPush(store, seed, pushed);
          store.reset(pushed.group, seed.get(pushed.group));
        },
        // a list that was pushed to is put back, so that lists stay short
        run(count) {
          let elapsed = 0;
          for (; count > 0; count--) {
            const member = next();
            const members = seed.get(member.group);
            const start = performance.now();
            store.push(member.group, member);
            elapsed += performance.now() - start;
            store.reset(member.group, members);
          }
          return elapsed;
        },
        close: () => store.close?.(),
      };
    },
  };
}

function checkPush(
  store: CollectionStore,
  seed: Groups,
  pushed: GroupedArticle,
): void {
  const { group } = pushed;
  const neighbour = groupName(group === groupName(0) ? 1 : 0);
  const { others } = store;
  const members = seed.get(group);
  if (others) {
    others.reset({}, members);
    others.reset({ group, sort: "title" }, members);
  }
  const before = store.get(group);
  const beside = store.get(neighbour);
  store.push(group, pushed);
  const after = store.get(group);
  verify(after !== before, "a list with a new member is another one");
  verify(
    after.length === members.length + 1,
    `the list grows by one to ${members.length + 1}, not to ${after.length}`,
  );
  verify(after.at(-1)!.id === pushed.id, "the new member is at the end");
  verify(after.at(-1)!.title === pushed.title, "the new member is complete");
  verify(
    before[0] === after[0],
    "the other members of the list keep their identity",
  );
  verify(store.get(neighbour) === beside, "another list stays the same");
  if (!others) return;
  verify(
    others.get({}).length === members.length + 1,
    "the list of all groups grows, too",
  );
  verify(
    others.get({ group, sort: "title" }).length === members.length + 1,
    "an argument that does not choose members keeps none out",
  );
}
