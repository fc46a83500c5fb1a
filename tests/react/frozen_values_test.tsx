/**
 * A component that sorts what a hook gave it, in development.
 *
 * Neighbours that were tried: every hook that reads a list, a list that a
 * Query derives, fields of what is in it, and production.
 */
import {
  assertEquals,
  assertInstanceOf,
  assertStringIncludes,
  assertThrows,
} from "@std/assert";
import { inProduction } from "../support/production.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { renderHook } from "./support/render.tsx";
import { useCache, useDLE, useQuery, useSuspense } from "../../react/mod.ts";
import { All, createClient, Query } from "../../mod.ts";

const harbour = new Harbour();
const route = { route: "north" };
const heavy = new Query(
  new All(Vessel),
  (vessels) => vessels.filter(({ tons }) => tons > 0),
);

const hooks: Record<string, () => Vessel[] | undefined> = {
  useSuspense: () => useSuspense(harbour.getVessels, route),
  useDLE: () => useDLE(harbour.getVessels, route).data,
  useCache: () => useCache(harbour.getVessels, route),
  useQuery: () => useQuery(harbour.getVessels.schema, route),
  "useQuery of a Query": () => useQuery(heavy),
};

const named = (vessels: Vessel[]) => vessels.map(({ name }) => name).join();
const byName = (a: Vessel, b: Vessel) => a.name < b.name ? -1 : 1;

/** A provider of two vessels that are not in the order of their names. */
async function provider() {
  await using client = createClient();
  await client.setResponse(harbour.getVessels, route, [
    { id: "1", name: "Gjoa", tons: 70 },
    { id: "2", name: "Fram", tons: 402 },
  ]);
  return { initialState: client.getState().toJSON() };
}

for (const [name, hook] of Object.entries(hooks)) {
  Deno.test(`a component that sorts what ${name} gave it learns how to do it [schema/REF-19]`, async () => {
    await withoutConsole("error", async () => {
      await using view = await renderHook(() => hook()?.sort(byName), {
        props: null,
        provider: await provider(),
      });
      assertInstanceOf(view.error, TypeError);
      assertStringIncludes(view.error.message, "list.toSorted(...)");
    });
  });

  Deno.test(`a component may sort a copy of what ${name} gave it, and change no field [schema/REF-19]`, async () => {
    await using view = await renderHook(() => hook()?.toSorted(byName), {
      props: null,
      provider: await provider(),
    });
    assertEquals(named(view.current!), "Fram,Gjoa");
    assertThrows(() => view.current![0]!.name = "x", TypeError, "read only");
  });

  Deno.test(`production leaves what ${name} gave as it is [schema/REF-19]`, () =>
    inProduction(async () => {
      await using view = await renderHook(() => hook()?.sort(byName), {
        props: null,
        provider: await provider(),
      });
      assertEquals(named(view.current!), "Fram,Gjoa");
    }));
}
