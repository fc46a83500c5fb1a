/**
 * What was invalidated in a transition: its old content follows urgent writes
 * until the new one is there. Neighbours tried: every hook that waits, one
 * reader and two, an entity and a list, `invalidate` and `invalidateAll`, in
 * StrictMode too; urgent writes in a later task, in the same one, optimistic
 * ones, and a new member of the list; a render for another reason; the store
 * of a DataProvider, and one of the application, whose reducer is that of
 * `prepareStore` or made by `createReducer`.
 */
import { assertEquals } from "@std/assert";
import { type ReactNode, startTransition, StrictMode, useState } from "react";
import { type Controller, Endpoint } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider as OwnProvider,
  useController,
  useFetch,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { DataProvider as ReduxProvider } from "../../react/redux/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { hasTransitions, use } from "./support/renderer.ts";

const id = { id: "1" };
const route = { route: "north" };
const fram = { id: "1", name: "Fram" };
const gjoa = { id: "1", name: "Gjoa" };

type Read = (harbour: Harbour) => readonly Vessel[];

const readers: Record<string, Read> = {
  useSuspense: ({ getVessel }) => [useSuspense(getVessel, id)],
  "useSuspense of a list": ({ getVessels }) => useSuspense(getVessels, route),
  useSuspenseAll: ({ getVessel }) => useSuspenseAll([[getVessel, id]]),
  "use of useFetch": ({ getVessel }) => [use(useFetch(getVessel, id))],
};

const causes = {
  invalidate: (controller: Controller, { getVessel, getVessels }: Harbour) => {
    void controller.invalidate(getVessel, id);
    void controller.invalidate(getVessels, route);
  },
  invalidateAll: (controller: Controller) =>
    void controller.invalidateAll({ testKey: () => true }),
};

const rename = new Endpoint(() => new Promise<unknown>(() => {}), {
  name: "rename",
  sideEffect: true,
  schema: Vessel,
  getOptimisticResponse: () => gjoa,
});
const writes: Record<
  string,
  (controller: Controller, harbour: Harbour) => void
> = {
  set: (controller) => void controller.set(Vessel, id, gjoa),
  "an optimistic change": (controller) =>
    void controller.fetch(rename).catch(() => {}),
  "a new member": (controller, { getVessels }) => {
    void controller.set(Vessel, id, gjoa);
    void controller.set(
      getVessels.schema.push as object as typeof Vessel,
      route as object,
      { id: "2", name: "Maud" },
    );
  },
};

const test = hasTransitions ? Deno.test : Deno.test.ignore;

const providers = {
  "": OwnProvider,
  " below a store of the application": ReduxProvider,
};

const cases = Object.entries(readers).flatMap(([name, read]) =>
  Object.entries(causes).flatMap(([cause, invalidate]) =>
    Object.entries(providers).map(([below, DataProvider]) => ({
      ...{ name, read, cause, invalidate, below, DataProvider },
    }))
  )
);

for (const { name, read, cause, invalidate, below, DataProvider } of cases) {
  test(`${name}${below}: what was invalidated by ${cause} in a transition follows urgent writes until it is there again [react/NEW-82]`, async () => {
    for (const [kind, write] of Object.entries(writes)) {
      for (const isSameTask of [false, true]) {
        const harbour = new Harbour();
        let controller!: Controller;
        let setLast!: (count: number) => void;
        const Show = (): ReactNode => {
          const [count, setCount] = useState(0);
          setLast = setCount;
          return `${read(harbour).map(({ name }) => name)} ${count};`;
        };
        const Handle = (): ReactNode => {
          controller = useController();
          return null;
        };
        await using screen = await render(
          <StrictMode>
            <DataProvider devButton={null}>
              <AsyncBoundary fallback="waiting">
                <Show />
                <Show />
              </AsyncBoundary>
              <Handle />
            </DataProvider>
          </StrictMode>,
        );
        const isList = name.endsWith("list");
        const answer = () => harbour.last.answer(isList ? [fram] : fram);
        await settle(answer);
        const start = () =>
          startTransition(() => invalidate(controller, harbour));
        const change = () => write(controller, harbour);
        if (isSameTask) {
          await settle(() => {
            start();
            change();
          });
        } else {
          await settle(start);
          assertEquals(screen.text(), "Fram 0;Fram 0;");
          await settle(change);
        }
        const names = isList && kind === "a new member" ? "Gjoa,Maud" : "Gjoa";
        assertEquals([kind, screen.text()], [kind, `${names} 0;${names} 0;`]);
        await settle(() => setLast(1));
        assertEquals(screen.text(), `${names} 0;${names} 1;`);
        assertEquals(harbour.asked.length, 2);
      }
    }
  });
}
