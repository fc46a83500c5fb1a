import { articleId, sameArticles } from "../harness/articles.ts";
import type { EntityStore, Target, Workload } from "../harness/contract.ts";
import { ratio } from "../harness/findings.ts";
import { verify } from "../harness/verify.ts";
import { idsOf } from "./normalize.ts";
import { everySize, scale } from "./scale.ts";

const manners = ["random", "hot"];

/** W4: one entity changes, in a store that contains few or many. */
export const changeEntity: Workload = {
  id: "W4",
  title: "set one entity in a table of N",
  cases: ["string", "integer"].flatMap((ids) =>
    manners.flatMap((manner) => scale(`${manner} ${ids} ids`))
  ),

  targets: ["string", "integer"].flatMap((ids): Target[] => [
    {
      claim: `1,000,000, random ${ids} ids, over the floor`,
      most: 2,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(`random ${ids} ids`, 1_000_000, "tessera"),
          median(`random ${ids} ids`, 1_000_000, "floor"),
        ),
    },
    {
      claim: `1,000,000, hot ${ids} ids, over 100`,
      most: 1.5,
      unit: "x",
      value: ({ median }) =>
        ratio(
          median(`hot ${ids} ids`, 1_000_000, "tessera"),
          median(`hot ${ids} ids`, 100, "tessera"),
        ),
    },
    {
      claim: `10,000, hot ${ids} ids`,
      most: 0.6,
      unit: "µs",
      value: ({ median }) => median(`hot ${ids} ids`, 10_000, "tessera"),
    },
    {
      claim: `growth, hot ${ids} ids`,
      most: 0.1,
      unit: "",
      value: ({ growth }) => growth(`hot ${ids} ids`, "tessera"),
    },
  ]).concat(everySize.map((size): Target => ({
    claim: `${
      size.toLocaleString("en-US")
    }, random string ids, over relay-runtime`,
    most: 0.5,
    unit: "x",
    value: ({ median }) =>
      ratio(
        median("random string ids", size, "tessera"),
        median("random string ids", size, "relay-runtime"),
      ),
  }))),

  contestant(adapter, situation) {
    const { library, role, typename = false } = adapter;
    const { size } = situation;
    const ids = idsOf(situation);
    if (
      !adapter.entities || !adapter.ids.includes(ids) ||
      size > (adapter.largest?.entities ?? Infinity)
    ) return undefined;
    const idOf = situation.series.startsWith("hot")
      ? (k: number) => articleId(k % 97, ids)
      : (k: number) => articleId((k * 7919) % size, ids);
    let store: EntityStore | undefined;
    let k = 0;
    const change = (count: number) => {
      for (; count > 0; count--) {
        k++;
        store!.set(idOf(k), { title: `t${k}`, views: k });
      }
    };
    return {
      library,
      role,
      check() {
        store = adapter.entities!(
          sameArticles(library, size, { ids, typename }),
          ids,
        );
        const other = articleId(size - 3, ids);
        const untouched = store.get(other);
        const before = store.snapshot?.();
        const id = idOf(k + 1);
        const old = before?.(id).title;
        change(1);
        const shown = store.get(id);
        verify(shown.title === "t1" && shown.views === 1, "the change is seen");
        if (other !== id) {
          verify(store.get(other) === untouched, "others keep their identity");
        }
        verify(before?.(id).title === old, "an older snapshot stays as it was");
      },
      run: change,
      close() {
        store?.close?.();
        store = undefined;
      },
    };
  },
};
