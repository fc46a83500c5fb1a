/** Optimistic changes inside transitions and actions, without `act`. */
import { idle } from "./support/without_act.tsx";
import { assertEquals } from "@std/assert";
import * as React from "react";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import {
  useCache,
  useCacheState,
  useDLE,
  useLive,
  useQuery,
  useSuspense,
  useSuspenseAll,
} from "../../react/mod.ts";
import {
  actionTest,
  fram,
  gjoa,
  hasActions,
  id,
  Name,
  other,
  Page,
  route,
  transitionTest,
} from "./support/busy_page.tsx";
import { Vessel } from "./support/harbour.ts";
import { use } from "./support/renderer.ts";

/** What every hook shows of the name of the vessel. */
const readers: Record<string, (page: Page) => unknown> = {
  useSuspense: ({ harbour }) => useSuspense(harbour.getVessel, id).name,
  useSuspenseAll: ({ harbour }) =>
    useSuspenseAll([[harbour.getVessel, id]])[0].name,
  useLive: ({ harbour }) => useLive(harbour.getVessel, id).name,
  useDLE: ({ harbour }) => useDLE(harbour.getVessel, id).data?.name,
  useCache: ({ harbour }) => useCache(harbour.getVessel, id)?.name,
  useQuery: () => useQuery(Vessel, id)?.name,
  useCacheState: () =>
    (useCacheState().getEntity("Vessel", "1") as { name: string }).name,
  "a list": ({ harbour }) =>
    useSuspense(harbour.getVessels, route)
      .find((vessel) => vessel.id === "1")!.name,
};

for (const [name, read] of Object.entries(readers)) {
  Deno.test(`${name}: an optimistic change in an action is seen at once, and so is its being taken back [react/NEW-78]`, async () => {
    const page = new Page(function Reader({ page }) {
      return String(read(page));
    });
    await using screen = await page.render();
    const { harbour } = page;
    const held = Promise.withResolvers<void>();
    const pending = hasActions ? " pending" : "";
    page.start(async () => {
      const fails = page.controller.fetch(harbour.rename, id, { name: "Maud" });
      await fails.catch(() => {});
      await held.promise;
    });
    await idle();
    assertEquals(screen.text(), `Maud 0${pending}`);
    harbour.answers[0]!.reject(new Error("sunk"));
    await idle();
    assertEquals(screen.text(), `Fram 0${pending}`);
    held.resolve();
    await idle();
    assertEquals(screen.text(), "Fram 0");
  });
}

Deno.test("an optimistic change that is confirmed in an action stays [react/NEW-78] [react/NEW-66]", async () => {
  const shown: string[] = [];
  const page = new Page(function Reader({ page }) {
    const { name } = useSuspense(page.harbour.getVessel, id);
    useEffect(() => {
      shown.push(name);
    }, [name]);
    return name;
  });
  await using screen = await page.render();
  const { harbour } = page;
  page.start(() => page.controller.fetch(harbour.rename, id, { name: "Maud" }));
  await idle();
  harbour.answers[0]!.resolve({ ...fram, name: "Maud" });
  await idle();
  assertEquals(screen.text(), "Maud 0");
  assertEquals(shown, ["Fram", "Maud"]);
});

Deno.test("what is added optimistically in an action is in its list at once [react/NEW-78]", async () => {
  const page = new Page(function Reader({ page }) {
    return useSuspense(page.harbour.getVessels, route)
      .map(({ name }) => name).join();
  });
  await using screen = await page.render();
  const { harbour } = page;
  page.start(() =>
    page.controller.fetch(harbour.create, route, { name: "Maud" })
  );
  await idle();
  assertEquals(
    screen.text(),
    hasActions ? "Fram,Gjøa,Maud 0 pending" : "Fram,Gjøa,Maud 0",
  );
  harbour.answers[0]!.resolve({ id: "3", name: "Maud" });
  await idle();
  assertEquals(screen.text(), "Fram,Gjøa,Maud 0");
});

/** A page with the name of the vessel and, if it is shown, something that waits. */
function waitingPage() {
  const moored = Promise.withResolvers<string>();
  let show!: (isShown: boolean) => void;
  function Slow(): ReactNode {
    return use(moored.promise);
  }
  const page = new Page(function Reader({ page }) {
    const [isShown, setIsShown] = useState(false);
    show = setIsShown;
    return [<Name key="name" page={page} />, isShown && <Slow key="slow" />];
  });
  return { page, moored, show: (isShown: boolean) => show(isShown) };
}

transitionTest(
  "an optimistic change is seen while the transition it was made in still waits [react/NEW-78]",
  async () => {
    const { page, show, moored } = waitingPage();
    await using screen = await page.render();
    const { harbour } = page;
    page.start(() => {
      show(true);
      page.controller.fetch(harbour.rename, id, { name: "Maud" });
    });
    await idle();
    assertEquals(screen.text(), "Maud 0 pending");
    harbour.answers[0]!.resolve({ ...fram, name: "Belgica" });
    await idle();
    assertEquals(screen.text(), "Belgica 0 pending");
    moored.resolve(" moored");
    await idle();
    assertEquals(screen.text(), "Belgica moored 0");
  },
);

transitionTest(
  "an optimistic change that is aborted in a transition is taken back at once [react/NEW-78]",
  async () => {
    const { page, show, moored } = waitingPage();
    await using screen = await page.render();
    const { harbour, controller } = page;
    const change = { name: "Maud" };
    controller.fetch(harbour.rename, id, change).catch(() => {});
    await idle();
    assertEquals(screen.text(), "Maud 0");
    page.start(() => {
      show(true);
      controller.abort(harbour.rename, id, change);
    });
    await idle();
    assertEquals(screen.text(), "Fram 0 pending");
    moored.resolve(" moored");
    await idle();
    assertEquals(screen.text(), "Fram moored 0");
  },
);

actionTest(
  "what is confirmed in an action waits for its end [react/NEW-78] [react/NEW-9]",
  async () => {
    const page = new Page(Name);
    await using screen = await page.render();
    const held = Promise.withResolvers<void>();
    page.start(async () => {
      page.controller.set(Vessel, id, { ...fram, name: "Maud" });
      await held.promise;
    });
    await idle();
    assertEquals(screen.text(), "Fram 0 pending");
    held.resolve();
    await idle();
    assertEquals(screen.text(), "Maud 0");
  },
);

actionTest(
  "an optimistic change of something else shows nothing that an action has confirmed [react/NEW-78]",
  async () => {
    function Other({ page }: { page: Page }): ReactNode {
      return useSuspense(page.harbour.getVessel, other).name;
    }
    const page = new Page(({ page }) => (
      <>
        <Name page={page} /> <Other page={page} />
      </>
    ));
    await using screen = await page.render();
    const { harbour, controller } = page;
    page.start(() => {
      const renamed = controller.fetch(harbour.rename, other, { name: "Maud" });
      controller.set(Vessel, id, { ...fram, name: "Belgica" });
      return renamed;
    });
    await idle();
    assertEquals(screen.text(), "Fram Maud 0 pending");
    harbour.answers[0]!.resolve({ ...gjoa, name: "Maud" });
    await idle();
    assertEquals(screen.text(), "Belgica Maud 0");
  },
);

Deno.test("an optimistic change outside of transitions is one commit [react/NEW-78] [react/NEW-3]", async () => {
  let commits = 0;
  const page = new Page(function Reader({ page }) {
    const { name } = useSuspense(page.harbour.getVessel, id);
    useEffect(() => {
      commits++;
    });
    return name;
  });
  await using screen = await page.render();
  const { harbour } = page;
  const before = commits;
  page.controller.fetch(harbour.rename, id, { name: "Maud" });
  await idle();
  assertEquals([screen.text(), commits - before], ["Maud 0", 1]);
});

actionTest(
  "useActionState: an optimistic change is seen while the action runs [react/NEW-78] [react/NEW-65]",
  async () => {
    let rename!: (name: string) => void;
    const page = new Page(function Reader({ page }) {
      const { harbour, controller } = page;
      const [, act, isPending] = React.useActionState(
        (_: unknown, name: string) =>
          controller.fetch(harbour.rename, id, { name }),
        null,
      );
      rename = act;
      return [<Name key="name" page={page} />, isPending && " renaming"];
    });
    await using screen = await page.render();
    startTransition(() => rename("Maud"));
    await idle();
    assertEquals(screen.text(), "Maud renaming 0");
    page.harbour.answers[0]!.resolve({ ...fram, name: "Belgica" });
    await idle();
    assertEquals(screen.text(), "Belgica 0");
  },
);

actionTest(
  "a form with an action: an optimistic change is seen while it is sent, and the action ends [react/NEW-78] [react/NEW-65] [react/PRV-24]",
  async () => {
    const page = new Page(function Reader({ page }) {
      const { harbour, controller } = page;
      const rename = async (form: FormData) => {
        const name = String(form.get("name"));
        await controller.fetch(harbour.rename, id, { name });
        await controller.expireAll(harbour.getVessels);
      };
      return (
        <form action={rename}>
          <input name="name" defaultValue="Maud" />
          <Name page={page} />
        </form>
      );
    });
    // React reads the form by the FormData of its page
    const { FormData } = globalThis;
    const { window } = globalThis as unknown as { window: typeof globalThis };
    globalThis.FormData = window.FormData;
    try {
      await using screen = await page.render();
      const form = screen.container.querySelector("form")!;
      form.requestSubmit();
      await idle();
      assertEquals(screen.text(), "Maud 0");
      page.harbour.answers[0]!.resolve({ ...fram, name: "Belgica" });
      await idle();
      assertEquals(screen.text(), "Belgica 0");
      startTransition(() => page.setCount(1));
      await idle();
      assertEquals(screen.text(), "Belgica 1");
    } finally {
      globalThis.FormData = FormData;
    }
  },
);
