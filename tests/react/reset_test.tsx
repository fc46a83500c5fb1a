/** What a reset of the store costs the components that show it. */
import { assert, assertEquals } from "@std/assert";
import type { ReactNode } from "react";
import { All, type Controller, Query } from "../../mod.ts";
import {
  DataProvider,
  useController,
  useDLE,
  useQuery,
} from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";

Deno.test("a reset of many readers renders each at most twice, and computes each query at most twice [react/NEW-83]", async () => {
  const harbour = new Harbour();
  const renders = new Map<string, number>();
  const computed = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) =>
    counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = Array.from({ length: 30 }, (_, index) => `reader ${index}`);
  const queries = new Map(names.map((name) => [
    name,
    new Query(new All(Vessel), (vessels) => {
      count(computed, name);
      return vessels.length;
    }),
  ]));
  function Reader({ name }: { readonly name: string }): ReactNode {
    count(renders, name);
    const length = useQuery(queries.get(name)!);
    const { loading } = useDLE(harbour.getVessels, { route: "north" });
    return `${length} ${loading};`;
  }
  let controller!: Controller;
  function Page(): ReactNode {
    controller = useController();
    return names.map((name) => <Reader key={name} name={name} />);
  }
  await using screen = await render(
    <DataProvider devButton={null}>
      <Page />
    </DataProvider>,
  );
  harbour.last.answer([{ id: "1", name: "Fram" }]);
  await settle();
  assertEquals(screen.text(), "1 false;".repeat(30));
  renders.clear();
  computed.clear();
  await settle(() => controller.resetEntireStore());
  assertEquals(screen.text(), "undefined true;".repeat(30));
  const most = (counts: Map<string, number>) => Math.max(0, ...counts.values());
  assert(most(renders) <= 2, `${most(renders)} renders`);
  assert(most(computed) <= 2, `${most(computed)} computations`);
  assertEquals(harbour.asked.length, 2);
});
