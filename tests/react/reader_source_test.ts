import { assertEquals } from "@std/assert";
import {
  createDataStore,
  type Dependencies,
  NetworkManager,
} from "../../controller/mod.ts";
import {
  type ObservableStore,
  StoreReaderSource,
} from "../../react/reader_source.ts";
import { Vessel } from "./support/harbour.ts";

Deno.test("a reading that depends on the same as the one before is not registered anew", () => {
  const { controller, store, start, dispose } = createDataStore({
    managers: [new NetworkManager()],
  });
  start();
  let registrations = 0;
  let told = 0;
  const counting: ObservableStore = {
    isLive: true,
    getVisibleState: store.getVisibleState,
    subscribe: (listener) => store.subscribe(listener),
    observe(dependencies, listener) {
      registrations++;
      return store.observe(dependencies, listener);
    },
  };
  const source = new StoreReaderSource(counting, controller);
  const name = (id: string, name: string) =>
    controller.set(Vessel, { id }, { id, name });
  const dependenciesOf = (id: string) =>
    controller.getQueryMeta(Vessel, { id }, source.getState()).dependencies;

  name("1", "Fram");
  name("2", "Gjoa");
  const registration = source.observe(dependenciesOf("1"), () => told++);
  name("1", "Maud");
  registration.update(dependenciesOf("1"));
  assertEquals([registrations, told], [1, 1]);
  name("1", "Fram");
  assertEquals(told, 2);
  registration.update(dependenciesOf("2"));
  name("1", "Maud");
  assertEquals([registrations, told], [2, 2]);
  name("2", "Belgica");
  assertEquals(told, 3);
  registration.release();
  name("2", "Gjoa");
  assertEquals(told, 3);
  dispose();
});

Deno.test("dependencies that are the same again are compared once", () => {
  const { controller, store, start, dispose } = createDataStore({
    managers: [new NetworkManager()],
  });
  start();
  const source = new StoreReaderSource(store, controller);
  let comparisons = 0;
  const onFram = (): Dependencies => ({
    entities: [{
      key: "Vessel",
      get pk() {
        comparisons++;
        return "1";
      },
    }],
    tables: [],
    endpoints: [],
  });
  const registration = source.observe(onFram(), () => {});
  const next = onFram();
  registration.update(next);
  const compared = comparisons;
  registration.update(next);
  assertEquals(comparisons, compared);
  registration.release();
  dispose();
});
