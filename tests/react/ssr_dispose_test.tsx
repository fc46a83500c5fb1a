import { assert, assertEquals, assertRejects } from "@std/assert";
import { renderToStaticMarkup } from "react-dom/server";
import {
  initialState,
  type Manager,
  type Middleware,
  NetworkManager,
} from "../../mod.ts";
import { createPersistedStore, ServerData } from "../../react/ssr/mod.ts";
import { Harbour } from "./support/harbour.ts";

Deno.test("disposing of a persisted store cleans its managers up and ends its requests [controller/SSR-1]", async () => {
  const calls: string[] = [];
  class Watcher implements Manager {
    readonly middleware: Middleware = () => (next) => next;
    init() {
      calls.push("init");
    }
    cleanup() {
      calls.push("cleanup");
    }
  }
  const harbour = new Harbour();
  const [, , controller, store] = createPersistedStore([
    new Watcher(),
    new NetworkManager(),
  ]);
  assertEquals(calls, ["init"]);
  const pending = controller.fetch(harbour.getVessel, { id: "1" });
  const outcome = assertRejects(() => pending, Error, "disposed");
  store.dispose();
  await outcome;
  assertEquals(calls, ["init", "cleanup"]);
  store.dispose();
  assertEquals(calls.length, 2, "only once");
  harbour.last.answer({ id: "1", name: "Fram" });
  await Promise.resolve();
  assert(store.getState().getEntity("Vessel", "1") === undefined);
});

Deno.test("the script element is data, with a nonce only if the page has one [controller/SSR-5]", () => {
  assertEquals(
    renderToStaticMarkup(<ServerData data={initialState} />)
      .replace(/>.*<\//, "></"),
    '<script id="data-client-data" type="application/json"></script>',
  );
  assertEquals(
    renderToStaticMarkup(
      <ServerData data={initialState} id="quay" nonce="r4nd0m" />,
    ).replace(/>.*<\//, "></"),
    '<script id="quay" type="application/json" nonce="r4nd0m"></script>',
  );
});
