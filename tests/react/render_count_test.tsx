import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { type ReactNode, useEffect } from "react";
import { All, type Controller, Query } from "../../mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useDLE,
  useError,
  useQuery,
  useSuspense,
} from "../../react/mod.ts";
import { Harbour, Vessel } from "./support/harbour.ts";
import { render, type Screen, settle } from "./support/render.tsx";

const totalOfAll = new Query(
  new All(Vessel),
  (vessels) => vessels.reduce((sum, { tons }) => sum + tons, 0),
);

/** Components that each read one thing, and count their commits. */
class Readers {
  readonly harbour = new Harbour();
  commits: Record<string, number> = {};
  suspensions = 0;
  controller!: Controller;
  screen!: Screen;

  static async start(): Promise<Readers> {
    const readers = new Readers();
    readers.screen = await render(
      <DataProvider>
        <readers.Detail />
        <readers.List />
        <readers.Total />
        <readers.Status />
        <readers.Failure />
        <readers.Writer />
        <readers.Nothing />
      </DataProvider>,
    );
    const [detail, list] = readers.harbour.requests;
    detail!.answer({ id: "1", name: "Fram", tons: 10 });
    list!.answer([
      { id: "1", name: "Fram", tons: 10 },
      { id: "2", name: "Gjoa", tons: 20 },
    ]);
    await settle();
    readers.harbour.requests.length = 0;
    return readers;
  }

  /** Commits of each component while `run` and what follows from it take place. */
  async count(run: () => unknown): Promise<Record<string, number>> {
    this.commits = {};
    this.suspensions = 0;
    await settle(() => Promise.resolve(run()));
    await settle();
    return this.commits;
  }

  #boundary(content: ReactNode): ReactNode {
    return (
      <AsyncBoundary
        fallback={<this.Fallback />}
        errorComponent={() => "failed"}
      >
        {content}
      </AsyncBoundary>
    );
  }

  readonly Detail = () => {
    const Subject = this.Suspense;
    return this.#boundary(<Subject />);
  };

  readonly Suspense = () => {
    useSuspense(this.harbour.getVessel, { id: "1" });
    return this.#counted("detail");
  };

  readonly List = () => {
    const Subject = this.Items;
    return this.#boundary(<Subject />);
  };

  readonly Items = () => {
    useSuspense(this.harbour.getVessels, { route: "north" });
    return this.#counted("list");
  };

  readonly Total = () => {
    useQuery(totalOfAll);
    return this.#counted("total");
  };

  readonly Status = () => {
    useDLE(this.harbour.getVessel, { id: "1" });
    return this.#counted("dle");
  };

  readonly Failure = () => {
    useError(this.harbour.getVessel, { id: "1" });
    return this.#counted("error");
  };

  readonly Writer = () => {
    this.controller = useController();
    return this.#counted("controller");
  };

  readonly Nothing = () => {
    useSuspense(this.harbour.getVessel, null);
    return this.#counted("null");
  };

  readonly Fallback = () => {
    useEffect(() => {
      this.suspensions++;
    }, []);
    return "waiting";
  };

  #counted(name: string): null {
    useEffect(() => {
      this.commits[name] = (this.commits[name] ?? 0) + 1;
    });
    return null;
  }
}

function rowTest(name: string, run: (readers: Readers) => Promise<void>): void {
  Deno.test(name, async () => {
    const readers = await Readers.start();
    try {
      await run(readers);
    } finally {
      await readers.screen.unmount();
    }
  });
}

rowTest(
  "a: an entity outside the value commits nothing that does not show it [react/NEW-3]",
  async (readers) => {
    const { controller } = readers;
    assertEquals(
      await readers.count(() =>
        controller.set(Vessel, { id: "9" }, { id: "9", name: "Maud", tons: 0 })
      ),
      {},
    );
  },
);

rowTest(
  "b: another key commits nothing [react/NEW-3]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(() =>
        controller.setResponse(harbour.getWeather, { port: "bergen" }, {
          port: "bergen",
          wind: 1,
        })
      ),
      {},
    );
  },
);

rowTest(
  "c: a changed entity commits each of its readers once [react/NEW-3]",
  async (readers) => {
    const { controller } = readers;
    assertEquals(
      await readers.count(() =>
        controller.set(Vessel, { id: "1" }, { id: "1", tons: 11 })
      ),
      { detail: 1, list: 1, total: 1, dle: 1 },
    );
    assertEquals(
      await readers.count(() =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Fram II" })
      ),
      { detail: 1, list: 1, dle: 1 },
    );
  },
);

rowTest(
  "d: another entity of a list commits the list alone [react/NEW-3]",
  async (readers) => {
    const { controller } = readers;
    assertEquals(
      await readers.count(() =>
        controller.set(Vessel, { id: "2" }, { id: "2", name: "Maud" })
      ),
      { list: 1 },
    );
  },
);

rowTest(
  "e, f: equal content commits nothing [react/NEW-3] [react/NEW-6]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(() =>
        controller.set(Vessel, { id: "1" }, { id: "1", name: "Fram", tons: 10 })
      ),
      {},
    );
    assertEquals(
      await readers.count(async () => {
        const done = controller.fetch(harbour.getVessel, { id: "1" });
        harbour.last.answer({ id: "1", name: "Fram", tons: 10 });
        await done;
      }),
      {},
    );
  },
);

rowTest(
  "g: a started request commits nothing [react/NEW-3]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(() => {
        controller.fetch(harbour.getVessel, { id: "1" }).catch(() => {});
      }),
      {},
    );
  },
);

rowTest(
  "h, i: expireAll makes one request, and commits only what differs [react/NEW-3] [react/NEW-4]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(async () => {
        await controller.expireAll(harbour.getVessel);
      }),
      {},
    );
    assertEquals(harbour.asked, ["vessel 1"]);
    assertEquals(
      await readers.count(() =>
        harbour.last.answer({ id: "1", name: "Fram", tons: 10 })
      ),
      {},
    );
    await readers.count(() => controller.expireAll(harbour.getVessel));
    assertEquals(harbour.asked, ["vessel 1", "vessel 1"]);
    assertEquals(
      await readers.count(() =>
        harbour.last.answer({ id: "1", name: "Maud", tons: 10 })
      ),
      { detail: 1, list: 1, dle: 1 },
    );
  },
);

rowTest(
  "j: invalidate suspends or loads once, and commits the new data once [react/NEW-3]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(() =>
        controller.invalidate(harbour.getVessel, { id: "1" })
      ),
      { dle: 1 },
    );
    assertEquals(readers.suspensions, 1);
    assertEquals(harbour.asked, ["vessel 1"]);
    assertEquals(
      await readers.count(() =>
        harbour.last.answer({ id: "1", name: "Fram", tons: 10 })
      ),
      { detail: 1, dle: 1 },
    );
  },
);

rowTest(
  "l: a soft error beside data commits nothing [react/NEW-3]",
  async (readers) => {
    const { controller, harbour } = readers;
    const softly = harbour.getVessel.extend({
      errorPolicy: () => "soft" as const,
    });
    assertEquals(
      await readers.count(() =>
        controller.setError(softly, { id: "1" }, new Error("later"))
      ),
      {},
    );
  },
);

rowTest("o: push commits the list alone [react/NEW-3]", async (readers) => {
  const { controller, harbour } = readers;
  const create = harbour.getVessels.extend({
    schema: harbour.getVessels.schema.push,
    sideEffect: true,
  });
  assertEquals(
    await readers.count(() =>
      controller.setResponse(create, { route: "north" }, {
        id: "3",
        name: "Maud",
        tons: 0,
      })
    ),
    { list: 1 },
  );
});

rowTest("q: subscribing commits nothing [react/NEW-3]", async (readers) => {
  using _time = new FakeTime();
  const { controller, harbour } = readers;
  const polled = harbour.getVessel.extend({ pollFrequency: 60_000 });
  assertEquals(
    await readers.count(async () => {
      await controller.subscribe(polled, { id: "1" });
      await controller.unsubscribe(polled, { id: "1" });
    }),
    {},
  );
});

rowTest(
  "r: fifty writes in one task commit once [react/NEW-3] [react/NEW-10]",
  async (readers) => {
    const { controller } = readers;
    assertEquals(
      await readers.count(() => {
        for (let index = 0; index < 50; index++) {
          controller.set(Vessel, { id: index % 5 === 0 ? "1" : "8" }, {
            id: index % 5 === 0 ? "1" : "8",
            name: `name ${index}`,
          });
        }
      }),
      { detail: 1, list: 1, dle: 1 },
    );
  },
);

rowTest(
  "s: reset suspends or loads, and asks once for each key [react/NEW-3]",
  async (readers) => {
    const { controller, harbour } = readers;
    assertEquals(
      await readers.count(() => controller.resetEntireStore()),
      { total: 1, dle: 1 },
    );
    assertEquals(readers.suspensions, 2);
    assertEquals(harbour.asked.toSorted(), ["vessel 1", "vessels north"]);
  },
);
