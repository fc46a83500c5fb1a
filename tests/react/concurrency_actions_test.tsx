/** Actions that write, as an application has them: without `act`. */
import { idle } from "./support/without_act.tsx";
import { assertEquals } from "@std/assert";
import { type ReactNode, startTransition, useState } from "react";
import {
  fram,
  gjoa,
  hasActions,
  id,
  Name,
  Page,
  route,
  transitionTest,
} from "./support/busy_page.tsx";
import { useSuspense } from "../../react/mod.ts";
import { withoutConsole } from "./support/console.ts";
import { Vessel } from "./support/harbour.ts";
import { use } from "./support/renderer.ts";

const writes: Record<string, (page: Page) => Promise<unknown>> = {
  set: ({ controller }) =>
    controller.set(Vessel, id, { ...fram, name: "Maud" }),
  setResponse: ({ controller, harbour }) =>
    controller.setResponse(harbour.getVessel, id, { ...fram, name: "Maud" }),
  expireAll: ({ controller, harbour }) =>
    controller.expireAll(harbour.getVessel),
  invalidate: ({ controller, harbour }) =>
    controller.invalidate(harbour.getVessel, id),
  invalidateAll: ({ controller, harbour }) =>
    controller.invalidateAll(harbour.getVessel),
  resetEntireStore: ({ controller }) => controller.resetEntireStore(),
};

const actions: Record<string, (write: () => Promise<unknown>) => unknown> = {
  returns: (write) => write(),
  awaits: async (write) => {
    await write();
  },
};

for (const [name, write] of Object.entries(writes)) {
  for (const [verb, act] of Object.entries(actions)) {
    Deno.test(`an action that ${verb} ${name} ends, and holds back no other [react/PRV-24] [react/NEW-9]`, async () => {
      const page = new Page(Name);
      await using screen = await page.render();
      let isStored = false;
      page.start(() =>
        act(async () => {
          await write(page);
          isStored = true;
        })
      );
      await idle();
      assertEquals(isStored, true);
      for (const request of page.harbour.requests) {
        request.answer({ ...fram, name: "Maud" });
      }
      await idle();
      assertEquals(screen.text(), "Maud 0");
      startTransition(() => page.setCount(1));
      await idle();
      assertEquals(screen.text(), "Maud 1");
    });
  }
}

Deno.test("an action that awaits a request ends [react/PRV-24] [react/NEW-65]", async () => {
  const page = new Page(Name);
  await using screen = await page.render();
  const { harbour } = page;
  page.start(async () => {
    await page.controller.fetch(harbour.getVessel, id);
    await page.controller.fetch(harbour.rename, id, { name: "Gauss" });
  });
  await idle();
  assertEquals(screen.text(), hasActions ? "Fram 0 pending" : "Fram 0");
  harbour.last.answer({ ...fram, name: "Maud" });
  await idle();
  harbour.answers[0]!.resolve({ ...fram, name: "Belgica" });
  await idle();
  assertEquals(screen.text(), "Belgica 0");
});

for (const depth of [0, 100]) {
  Deno.test(`whoever awaits a mutation through ${depth} functions leaves before a component renders what it wrote [react/CTL-4] [controller/NET-12]`, async () => {
    const seen = new Set<string>();
    let leave!: () => void;
    function Detail({ page }: { readonly page: Page }): ReactNode {
      const { name } = useSuspense(page.harbour.getVessel, id);
      seen.add(name);
      return name;
    }
    const page = new Page(function Reader({ page }) {
      const [isShown, setIsShown] = useState(true);
      leave = () => setIsShown(false);
      return isShown && <Detail page={page} />;
    });
    await using screen = await page.render();
    const { harbour, controller } = page;
    const rename = harbour.rename.extend({ getOptimisticResponse: undefined });
    const fetchBelow = async (depth: number): Promise<unknown> =>
      depth === 0
        ? await controller.fetch(rename, id, { name: "Maud" })
        : await fetchBelow(depth - 1);
    const done = fetchBelow(depth);
    harbour.answers[0]!.resolve({ ...fram, name: "Maud" });
    await done;
    const stored = controller.get(Vessel, id, controller.getState());
    assertEquals(stored?.name, "Maud");
    leave();
    await idle();
    assertEquals([screen.text(), [...seen]], [" 0", ["Fram"]]);
  });
}

Deno.test("components show a mutation soon that nobody leaves over [react/CTL-4] [controller/NET-12]", async () => {
  const page = new Page(Name);
  await using screen = await page.render();
  const { harbour, controller } = page;
  const rename = harbour.rename.extend({ getOptimisticResponse: undefined });
  const done = controller.fetch(rename, id, { name: "Maud" });
  harbour.answers[0]!.resolve({ ...fram, name: "Maud" });
  await done;
  await idle();
  assertEquals(screen.text(), "Maud 0");
});

transitionTest(
  "no promise waits for a transition that is never shown [react/PRV-24]",
  async () => {
    const never = new Promise<string>(() => {});
    let show!: (isShown: boolean) => void;
    function Never(): ReactNode {
      return use(never);
    }
    const page = new Page(function Reader({ page }) {
      const [isShown, setIsShown] = useState(false);
      show = setIsShown;
      return [
        <Name key="name" page={page} />,
        isShown && <Never key="never" />,
      ];
    });
    await using screen = await page.render();
    const { harbour, controller } = page;
    const stored: string[] = [];
    startTransition(() => {
      show(true);
      for (const [name, write] of Object.entries(writes)) {
        write(page).then(() => stored.push(name));
      }
      controller.fetch(harbour.getVessels, route)
        .then(() => stored.push("fetch"));
    });
    await idle();
    harbour.requests.find(({ name }) => name === "vessels north")!
      .answer([gjoa]);
    await idle();
    assertEquals(stored.sort(), ["fetch", ...Object.keys(writes)].sort());
    assertEquals(screen.text(), "Fram 0");
  },
);

Deno.test("a write is stored when its promise resolves, and on screen soon after [react/PRV-24] [react/NEW-14]", async () => {
  const page = new Page(Name);
  await using screen = await page.render();
  const { controller } = page;
  const written = controller.set(Vessel, id, { ...fram, name: "Maud" });
  assertEquals(controller.get(Vessel, id, controller.getState())?.name, "Maud");
  await written;
  await idle();
  assertEquals(screen.text(), "Maud 0");
});

Deno.test("what has expired in an action is requested before the action ends [react/NEW-4] [react/PRV-24]", async () => {
  const page = new Page(Name);
  await using screen = await page.render();
  const held = Promise.withResolvers<void>();
  page.start(async () => {
    await page.controller.expireAll(page.harbour.getVessel);
    await held.promise;
  });
  await idle();
  assertEquals(page.harbour.asked, ["vessel 1"]);
  page.harbour.last.answer({ ...fram, name: "Maud" });
  held.resolve();
  await idle();
  assertEquals(screen.text(), "Maud 0");
});

transitionTest(
  "a pending transition delays no promise, and nothing else on screen [react/NEW-81] [react/PRV-24]",
  async () => {
    const never = new Promise<string>(() => {});
    let show!: (isShown: boolean) => void;
    function Never(): ReactNode {
      return use(never);
    }
    function Other({ page }: { readonly page: Page }): ReactNode {
      return useSuspense(page.harbour.getVessel, { id: "2" }).name;
    }
    const page = new Page(function Reader({ page }) {
      const [isShown, setIsShown] = useState(false);
      show = setIsShown;
      return [
        <Name key="name" page={page} />,
        " ",
        <Other key="other" page={page} />,
        isShown && <Never key="never" />,
      ];
    });
    await using screen = await page.render();
    const { harbour, controller } = page;
    startTransition(() => {
      show(true);
      void controller.set(Vessel, id, { ...fram, name: "Belgica" });
    });
    await idle();
    const done: string[] = [];
    controller.set(Vessel, { id: "2" }, { ...gjoa, name: "Vega" })
      .then(() => done.push("set"));
    controller.fetch(harbour.getVessels, route).then(() => done.push("fetch"));
    harbour.requests.find(({ name }) => name === "vessels north")!.answer([]);
    await idle();
    assertEquals([screen.text(), done], ["Fram Vega 0", ["set", "fetch"]]);
  },
);

transitionTest(
  "what was invalidated in a transition goes on following urgent writes until it is there again [react/NEW-82]",
  async () => {
    const page = new Page(Name);
    await using screen = await page.render();
    const { harbour, controller } = page;
    page.start(() => void controller.invalidate(harbour.getVessel, id));
    await idle();
    assertEquals([screen.text(), harbour.asked], ["Fram 0 pending", [
      "vessel 1",
    ]]);
    for (const name of ["Maud", "Belgica"]) {
      controller.set(Vessel, id, { ...fram, name });
      await idle();
      assertEquals(screen.text(), `${name} 0 pending`);
    }
    // older than what was written since
    harbour.last.answer(fram);
    await idle();
    assertEquals(screen.text(), "Belgica 0");
  },
);

transitionTest(
  "a write in a transition that concerns many readers is one update for React [react/NEW-81]",
  async () => {
    const page = new Page(function Readers({ page }) {
      return Array.from(
        { length: 20 },
        (_, index) => <Name key={index} page={page} />,
      );
    });
    const warnings = await withoutConsole("warn", async () => {
      await using screen = await page.render();
      startTransition(() =>
        void page.controller.set(Vessel, id, { ...fram, name: "Maud" })
      );
      await idle();
      assertEquals(screen.text(), `${"Maud".repeat(20)} 0`);
    });
    assertEquals(warnings, []);
  },
);
