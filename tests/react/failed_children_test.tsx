/**
 * How long suspending hooks keep the error of a first load, and what "try
 * again" of a boundary above several failed children requests. Neighbours
 * tried: lengths of the endpoint and of the manager, shorter and longer than
 * five seconds, and 0; boundaries of the application, which tell the store
 * nothing; a second failure; components that fail together and one after the
 * other, by a stored error and by one that is not stored, in one component
 * (useSuspenseAll), below `use`, and in boundaries inside one another; a child
 * that has failed elsewhere; children that fail again; React 18 and Preact by
 * scripts/test_renderers.ts.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { Component, Fragment, type ReactNode } from "react";
import { getDefaultManagers, NetworkManager } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  type ErrorFallbackProps,
  useFetch,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Harbour, type Vessel } from "./support/harbour.ts";
import { render, settle } from "./support/render.tsx";
import { use } from "./support/renderer.ts";

/** A boundary of an application. */
class Boundary extends Component<
  { readonly page: { retry?: () => void }; readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state = { error: null };
  static getDerivedStateFromError(error: Error) {
    return { error };
  }
  override render(): ReactNode {
    const { error } = this.state as { error: Error | null };
    this.props.page.retry = () => this.setState({ error: null });
    return error ? error.message : this.props.children;
  }
}

const lengths = [
  { errorExpiryLength: 200 },
  { errorExpiryLength: undefined },
  { errorExpiryLength: 20_000 },
];
const hooks: Record<
  string,
  (getVessel: Harbour["getVessel"], id: string) => Vessel
> = {
  useSuspense: (endpoint, id) => useSuspense(endpoint, { id }) as Vessel,
  useSuspenseAll: (endpoint, id) =>
    useSuspenseAll([[endpoint, { id }]])[0] as Vessel,
  "use of useFetch": (endpoint, id) =>
    use(useFetch(endpoint, { id })) as Vessel,
};

for (const [name, read] of Object.entries(hooks)) {
  for (const { errorExpiryLength } of lengths) {
    for (const place of ["endpoint", "manager"]) {
      Deno.test(`an error of ${name} is kept for ${errorExpiryLength ?? "the default"} of its ${place} below a boundary of the application [react/SUS-15] [react/RD-16]`, async () => {
        using time = new FakeTime();
        await withoutConsole("error", async () => {
          const harbour = new Harbour();
          const getVessel: Harbour["getVessel"] = place === "endpoint"
            ? harbour.getVessel.extend({ errorExpiryLength })
            : harbour.getVessel;
          const managers = place === "endpoint" ? getDefaultManagers() : [
            new NetworkManager(errorExpiryLength ? { errorExpiryLength } : {}),
          ];
          const page: { retry?: () => void } = {};
          function Reader(): ReactNode {
            return read(getVessel, "1").name;
          }
          await using screen = await render(
            <DataProvider managers={managers} devButton={null}>
              <AsyncBoundary fallback="waiting">
                <Boundary page={page}>
                  <Reader />
                </Boundary>
              </AsyncBoundary>
            </DataProvider>,
          );
          await settle(() => harbour.last.fail(new Error("sunk")));
          const length = errorExpiryLength ?? 1000;
          time.tick(length);
          await settle(page.retry!);
          assertEquals([screen.text(), harbour.asked.length], ["sunk", 1]);
          time.tick(1);
          await settle(page.retry!);
          assertEquals([screen.text(), harbour.asked.length], ["waiting", 2]);
          await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
          assertEquals(screen.text(), "Fram");
        });
      });
    }
  }

  Deno.test(`an error of ${name} that is never kept is shown, and requested once a retry, however long a render takes [react/SUS-22] [react/SUS-15]`, async () => {
    using time = new FakeTime();
    await withoutConsole("error", async () => {
      const harbour = new Harbour();
      const getVessel: Harbour["getVessel"] = harbour.getVessel
        .extend({ errorExpiryLength: 0 });
      const page: { retry?: () => void } = {};
      let renderTime = 20;
      function Reader(): ReactNode {
        time.tick(renderTime);
        return read(getVessel, "1").name;
      }
      await using screen = await render(
        <DataProvider devButton={null}>
          <AsyncBoundary fallback="waiting">
            <Boundary page={page}>
              <Reader />
            </Boundary>
          </AsyncBoundary>
        </DataProvider>,
      );
      await settle(() => harbour.last.fail(new Error("sunk")));
      assertEquals([screen.text(), harbour.asked.length], ["sunk", 1]);
      time.tick(200);
      await settle(page.retry!);
      await settle(() => harbour.last.fail(new Error("sunk again")));
      assertEquals([screen.text(), harbour.asked.length], ["sunk again", 2]);
      time.tick(5000);
      renderTime = 700;
      await settle(page.retry!);
      for (let count = 2; count < harbour.requests.length; count++) {
        await settle(() => harbour.requests[count]!.fail(new Error("late")));
      }
      assertEquals(screen.text(), "late");
    });
  });
}

/** A page with several readers below one boundary. */
async function renderReaders(harbour: Harbour, content: ReactNode) {
  const page = {} as { retry: () => void };
  const screen = await render(
    <DataProvider devButton={null}>
      <AsyncBoundary
        fallback="waiting"
        errorComponent={({ error, resetErrorBoundary }) => {
          page.retry = resetErrorBoundary;
          return error.message;
        }}
      >
        {content}
      </AsyncBoundary>
    </DataProvider>,
  );
  /** Ends all requests under way that are for these vessels. */
  let ended = 0;
  const end = async (how: (id: string, index: number) => unknown) => {
    for (let round = 0; round < 9; round++) {
      const { length } = harbour.requests;
      for (; ended < length; ended++) {
        const request = harbour.requests[ended]!;
        const result = how(request.name.slice(7), ended);
        await settle(() =>
          result instanceof Error
            ? request.fail(result)
            : request.answer(result)
        );
      }
    }
  };
  return { screen, page, end };
}

const sunk = (id: string) => new Error(`${id} sunk`);
const afloat = (id: string) => ({ id, name: `vessel ${id}` });
/** An error of which nothing is stored. */
const cutOff = (id: string) => Object.assign(sunk(id), { name: "AbortError" });

/** Where the readers are that fail. */
const places: Record<string, (reader: ReactNode) => ReactNode> = {
  "side by side": (reader) => reader,
  "in boundaries that hand on errors": (reader) => (
    <AsyncBoundary fallback="inner" errorComponent={Rethrow}>
      {reader}
    </AsyncBoundary>
  ),
};

function Rethrow({ error }: ErrorFallbackProps): ReactNode {
  throw error;
}

for (const [name, read] of Object.entries(hooks)) {
  for (const [where, put] of Object.entries(places)) {
    for (const fail of [sunk, cutOff]) {
      Deno.test(`one retry requests all that have failed ${where}, by ${name} and an error that is ${fail === sunk ? "" : "not "}stored [react/NEW-24]`, async () => {
        await withoutConsole("error", async () => {
          const harbour = new Harbour();
          const getVessel: Harbour["getVessel"] = harbour.getVessel
            .extend({ errorExpiryLength: 60_000 });
          function Reader({ id }: { id: string }): ReactNode {
            return `${read(getVessel, id).name} `;
          }
          const ids = ["1", "2", "3"];
          const { screen, page, end } = await renderReaders(
            harbour,
            ids.map((id) => (
              <Fragment key={id}>{put(<Reader id={id} />)}</Fragment>
            )),
          );
          await using _ = screen;
          await end(fail);
          const before = harbour.asked.length;
          assertMatch(screen.text(), /^\d sunk$/);
          await settle(page.retry);
          await end(afloat);
          assertEquals(screen.text(), "vessel 1 vessel 2 vessel 3 ");
          assertEquals(harbour.asked.slice(before).toSorted(), [
            "vessel 1",
            "vessel 2",
            "vessel 3",
          ]);
        });
      });
    }
  }
}

Deno.test("one retry requests all that one component has asked for, and again those that fail again [react/NEW-24]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    const getVessel: Harbour["getVessel"] = harbour.getVessel
      .extend({ errorExpiryLength: 60_000 });
    function Reader(): ReactNode {
      return useSuspenseAll([
        [getVessel, { id: "1" }],
        [getVessel, { id: "2" }],
        [getVessel, { id: "3" }],
      ]).map((vessel) => `${(vessel as Vessel).name} `);
    }
    const { screen, page, end } = await renderReaders(harbour, <Reader />);
    await using _ = screen;
    await end(sunk);
    assertEquals([screen.text(), harbour.asked.length], ["1 sunk", 3]);
    await settle(page.retry);
    await end((id) => id === "3" ? sunk(id) : afloat(id));
    assertEquals(screen.text(), "3 sunk");
    assertEquals(harbour.asked.length, 6);
    await settle(page.retry);
    await end(afloat);
    assertEquals(screen.text(), "vessel 1 vessel 2 vessel 3 ");
    assertEquals(harbour.asked.length, 7);
  });
});
Deno.test("a retry leaves alone what has failed below another boundary [react/NEW-24] [react/BND-11]", async () => {
  await withoutConsole("error", async () => {
    const harbour = new Harbour();
    function Reader({ id }: { id: string }): ReactNode {
      return (useSuspense(harbour.getVessel, { id }) as Vessel).name;
    }
    let retry!: () => void;
    await using screen = await render(
      <DataProvider devButton={null}>
        {["1", "2"].map((id) => (
          <AsyncBoundary
            key={id}
            errorComponent={({ error, resetErrorBoundary }) => {
              if (id === "1") retry = resetErrorBoundary;
              return error.message;
            }}
          >
            <Reader id={id} />
          </AsyncBoundary>
        ))}
      </DataProvider>,
    );
    await settle(() => harbour.requests[0]!.fail(sunk("1")));
    await settle(() => harbour.requests[1]!.fail(sunk("2")));
    await settle(retry);
    assertEquals(screen.text(), "2 sunk");
    await settle(() => harbour.last.answer(afloat("1")));
    assertEquals(screen.text(), "vessel 12 sunk");
    assertEquals(harbour.asked, ["vessel 1", "vessel 2", "vessel 1"]);
  });
});
