import { assertEquals, assertRejects } from "@std/assert";
import { createElement, useEffect, useState } from "react";
import {
  AsyncBoundary,
  DataProvider,
  ErrorBoundary,
  type ErrorFallbackProps,
  useSuspense,
} from "../../react/mod.ts";
import { Harbour } from "./support/harbour.ts";
import { withoutConsole } from "./support/console.ts";
import { render, settle } from "./support/render.tsx";
import { isPreact10 } from "./support/renderer.ts";

function Thrower({ error }: { error: unknown }): never {
  throw error;
}

function errorTest(name: string, run: () => Promise<void>): void {
  Deno.test(name, async () => {
    await withoutConsole("error", run);
  });
}

errorTest(
  "the default fallback shows the message as an alert with the class given [react/BND-4] [react/BND-5]",
  async () => {
    await using screen = await render(
      <ErrorBoundary className="failed">
        <Thrower error={new Error("out of ink")} />
      </ErrorBoundary>,
    );
    assertEquals(
      screen.container.innerHTML,
      '<pre role="alert" class="failed">out of ink</pre>',
    );
  },
);

errorTest(
  "whatever is thrown is shown, without inventing a message [react/BND-10] [react/BND-13]",
  async () => {
    for (
      const [error, text] of [
        [undefined, ""],
        [null, ""],
        [{ message: "plain" }, "plain"],
        [{}, ""],
      ] as const
    ) {
      if (isPreact10 && (error === undefined || error === null)) {
        // It looks for `then` in whatever was thrown, before any boundary.
        await assertRejects(() => render(<Thrower error={error} />), TypeError);
        continue;
      }
      await using screen = await render(
        <ErrorBoundary>
          <Thrower error={error} />
        </ErrorBoundary>,
      );
      assertEquals(
        screen.container.innerHTML,
        `<pre role="alert">${text}</pre>`,
      );
    }
  },
);

errorTest(
  "reset renders the content again; its identity stays [react/BND-6]",
  async () => {
    let isBroken = true;
    const resets = new Set<unknown>();
    let reset!: () => void;
    function Content() {
      if (isBroken) throw new Error("broken");
      return "content";
    }
    function Fallback({ error, resetErrorBoundary }: ErrorFallbackProps) {
      const [count, setCount] = useState(0);
      reset = resetErrorBoundary;
      useEffect(() => {
        resets.add(resetErrorBoundary);
      });
      if (count < 2) setCount(count + 1);
      return error.message;
    }
    await using screen = await render(
      <ErrorBoundary fallbackComponent={Fallback}>
        <Content />
      </ErrorBoundary>,
    );
    assertEquals(screen.text(), "broken");
    await settle(reset);
    await settle();
    assertEquals([screen.text(), resets.size], ["broken", 1]);
    isBroken = false;
    await settle(reset);
    await settle();
    assertEquals(screen.text(), "content");
  },
);

errorTest(
  "listen resets the boundary and follows its property [react/BND-7]",
  async () => {
    let renders = 0;
    const log: string[] = [];
    const resets: (() => void)[] = [];
    const listenAs = (name: string) => (reset: () => void) => {
      log.push(`listen ${name}`);
      resets.push(reset);
      return () => log.push(`stop ${name}`);
    };
    const [a, b] = [listenAs("a"), listenAs("b")];
    function Content() {
      renders++;
      return "content";
    }
    const content = <Content />;
    const screen = await render(
      <ErrorBoundary listen={a}>{content}</ErrorBoundary>,
    );
    await settle(resets[0]!);
    await settle();
    assertEquals(renders, 1);
    await screen.render(<ErrorBoundary listen={b}>{content}</ErrorBoundary>);
    await screen.render(<ErrorBoundary>{content}</ErrorBoundary>);
    await screen.render(<ErrorBoundary listen={a}>{content}</ErrorBoundary>);
    await screen.unmount();
    assertEquals(log, [
      "listen a",
      "stop a",
      "listen b",
      "stop b",
      "listen a",
      "stop a",
    ]);
  },
);

errorTest(
  "content that always fails is tried a few times [react/BND-8]",
  async () => {
    let attempts = 0;
    function Content(): never {
      attempts++;
      throw new Error("broken");
    }
    await using screen = await render(
      <ErrorBoundary>
        <Content />
      </ErrorBoundary>,
    );
    assertEquals(screen.text(), "broken");
    assertEquals(attempts < 10, true);
  },
);

errorTest(
  "AsyncBoundary waits and fails in one place, apart from its siblings [react/BND-1] [react/BND-3] [react/BND-11]",
  async () => {
    const harbour = new Harbour();
    function Name({ id }: { id: string }) {
      return useSuspense(harbour.getVessel, { id }).name;
    }
    function Failure({ error, className }: ErrorFallbackProps) {
      return `${className}: ${error.message} `;
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary
          fallback="waiting "
          errorComponent={Failure}
          errorClassName="failed"
        >
          <Name id="1" />
        </AsyncBoundary>
        <AsyncBoundary fallback="waiting too">
          <Name id="2" />
        </AsyncBoundary>
      </DataProvider>,
    );
    assertEquals(screen.text(), "waiting waiting too");
    const [first, second] = harbour.requests;
    first!.fail(new Error("sunk"));
    await settle();
    assertEquals(screen.text(), "failed: sunk waiting too");
    second!.answer({ id: "2", name: "Gjoa" });
    await settle();
    assertEquals(screen.text(), "failed: sunk Gjoa");
  },
);

errorTest(
  "without a fallback nothing is shown while waiting; null is one [react/BND-2]",
  async () => {
    const harbour = new Harbour();
    function Name({ id }: { id: string }) {
      return useSuspense(harbour.getVessel, { id }).name;
    }
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary>{createElement(Name, { id: "1" })}</AsyncBoundary>
        <AsyncBoundary fallback={null}>
          {createElement(Name, { id: "2" })}
        </AsyncBoundary>
      </DataProvider>,
    );
    assertEquals(screen.text(), "");
  },
);

Deno.test("the provider's own fallback says what is missing, once [react/BND-14] [react/PRV-20]", async () => {
  const harbour = new Harbour();
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  const warnings = await withoutConsole("warn", async () => {
    await using screen = await render(
      <DataProvider>
        <Name />
      </DataProvider>,
    );
    assertEquals(screen.container.querySelectorAll("a[href]").length, 1);
    await settle(() => harbour.last.answer({ id: "1", name: "Fram" }));
    assertEquals(screen.text(), "Fram");
  });
  assertEquals(warnings.length, 1);
  assertEquals(String(warnings[0]).includes("Suspense"), true);
});

Deno.test("with a boundary of one's own the provider's is never shown [react/BND-15]", async () => {
  const harbour = new Harbour();
  function Name() {
    return useSuspense(harbour.getVessel, { id: "1" }).name;
  }
  const warnings = await withoutConsole("warn", async () => {
    await using screen = await render(
      <DataProvider>
        <AsyncBoundary fallback="waiting">
          <Name />
        </AsyncBoundary>
      </DataProvider>,
    );
    assertEquals(screen.text(), "waiting");
  });
  assertEquals(warnings, []);
});

/** Content that fails for some ids, and a count of what it was rendered for. */
function failing() {
  const rendered: string[] = [];
  function Content({ id }: { readonly id: string; readonly options?: object }) {
    rendered.push(id);
    if (id === "bad") throw new Error("sunk");
    return id;
  }
  return { Content, rendered };
}

const boundaries = { AsyncBoundary, ErrorBoundary };

for (const [name, Boundary] of Object.entries(boundaries)) {
  Deno.test(`${name}: an error is forgotten with the content that caused it, and kept by a parent that renders the same [react/BND-9a]`, async () => {
    const { Content, rendered } = failing();
    const onPick = () => () => {};
    const page = (id: string) => (
      <Boundary>
        <h1>Vessels</h1>
        <section>
          <Content id={id} options={{ sort: ["name"], onPick: onPick() }} />
        </section>
      </Boundary>
    );
    await withoutConsole("error", async () => {
      await using screen = await render(page("bad"));
      assertEquals(screen.text(), "sunk");
      const before = rendered.length;
      await screen.render(page("bad"));
      assertEquals([screen.text(), rendered.length], ["sunk", before]);
      await screen.render(page("good"));
      assertEquals(screen.text(), "Vesselsgood");
    });
  });

  Deno.test(`${name}: an error is forgotten when one of resetKeys changes [react/BND-9a]`, async () => {
    let isBroken = true;
    function Content() {
      if (isBroken) throw new Error("sunk");
      return "afloat";
    }
    const page = (path: string) => (
      <Boundary resetKeys={[path, 1]}>
        <Content />
      </Boundary>
    );
    await withoutConsole("error", async () => {
      await using screen = await render(page("/a"));
      isBroken = false;
      await screen.render(page("/a"));
      assertEquals(screen.text(), "sunk");
      await screen.render(page("/b"));
      assertEquals(screen.text(), "afloat");
    });
  });
}

Deno.test("a failed request is made again for other arguments, and for its own when resetKeys change [react/BND-9a] [react/NEW-24]", async () => {
  const harbour = new Harbour();
  function Name({ id }: { readonly id: string }) {
    return useSuspense(harbour.getVessel, { id }).name;
  }
  const page = (id: string, attempt: number) => (
    <DataProvider>
      <AsyncBoundary fallback="waiting" resetKeys={[attempt]}>
        <Name id={id} />
      </AsyncBoundary>
    </DataProvider>
  );
  await withoutConsole("error", async () => {
    await using screen = await render(page("1", 0));
    harbour.last.fail(Object.assign(new Error("sunk"), { status: 404 }));
    await settle();
    assertEquals(screen.text(), "sunkRetry");
    await screen.render(page("1", 1));
    assertEquals(screen.text(), "waiting");
    harbour.last.fail(Object.assign(new Error("sunk"), { status: 404 }));
    await settle();
    await screen.render(page("2", 1));
    await settle(() => harbour.last.answer({ id: "2", name: "Fram" }));
    assertEquals(screen.text(), "Fram");
    assertEquals(harbour.asked, ["vessel 1", "vessel 1", "vessel 2"]);
  });
});
