/**
 * A Query whose function throws.
 *
 * Neighbours that were tried: every hook that reads by a Query; what throws at
 * first, and what throws after a change; what is well again before the boundary
 * is reset, and before the component renders.
 */
import { assertEquals, assertStrictEquals } from "@std/assert";
import { withoutConsole } from "./support/console.ts";
import { Vessel } from "./support/harbour.ts";
import { renderHook, settle } from "./support/render.tsx";
import { useCache, useDLE, useQuery, useSuspense } from "../../react/mod.ts";
import { All, Endpoint, Query } from "../../mod.ts";

const broken = new Error("no tons");

/** Names of all vessels; throws while one has no tons. */
const names = new Query(new All(Vessel), (vessels) => {
  if (vessels.some(({ tons }) => tons < 0)) throw broken;
  return vessels.map(({ name }) => name).join();
});
const getNames = new Endpoint(
  (): Promise<never> => new Promise(() => {}),
  { name: "getNames", schema: names },
);

const hooks: Record<string, () => unknown> = {
  useQuery: () => useQuery(names),
  useSuspense: () => useSuspense(getNames),
  useCache: () => useCache(getNames),
  useDLE: () => useDLE(getNames).data,
};
const id = { id: "1" };

for (const [name, hook] of Object.entries(hooks)) {
  Deno.test(`what the function of a Query throws after a change reaches the boundary by ${name} [react/QRY-12]`, async () => {
    await using view = await renderHook(hook, {
      props: null,
      provider: {
        initialState: {
          entities: { Vessel: { "1": { id: "1", name: "Fram", tons: 402 } } },
        },
      },
    });
    assertEquals(view.current, "Fram");
    await withoutConsole("error", async () => {
      await settle(() =>
        view.controller.set(Vessel, id, { id: "1", tons: -1 })
      );
    });
    assertStrictEquals(view.error, broken);
    assertEquals(view.screen.text(), "failed");
  });

  Deno.test(`it does so at first, too, by ${name} [react/QRY-12]`, async () => {
    await withoutConsole("error", async () => {
      await using view = await renderHook(hook, {
        props: null,
        provider: {
          initialState: {
            entities: { Vessel: { "1": { id: "1", name: "Fram", tons: -1 } } },
          },
        },
      });
      assertStrictEquals(view.error, broken);
    });
  });

  Deno.test(`what is well again before the component renders is shown by ${name}, and followed [react/QRY-12]`, async () => {
    await using view = await renderHook(hook, {
      props: null,
      provider: {
        initialState: {
          entities: { Vessel: { "1": { id: "1", name: "Fram", tons: 402 } } },
        },
      },
    });
    await settle(
      () => view.controller.set(Vessel, id, { id: "1", tons: -1 }),
      () => view.controller.set(Vessel, id, { id: "1", name: "Gjoa", tons: 1 }),
    );
    assertEquals([view.current, view.error], ["Gjoa", undefined]);
    await settle(() =>
      view.controller.set(Vessel, id, { id: "1", name: "Maud" })
    );
    assertEquals(view.current, "Maud");
    await settle(() =>
      view.controller.set(Vessel, { id: "2" }, { id: "2", name: "x", tons: 1 })
    );
    assertEquals(view.current, "Maud,x");
  });
}
