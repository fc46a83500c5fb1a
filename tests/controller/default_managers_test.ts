import {
  assert,
  assertEquals,
  assertInstanceOf,
  assertNotStrictEquals,
  assertStrictEquals,
} from "@std/assert";
import {
  actions,
  type ActionTypes,
  DevToolsManager,
  getDefaultManagers,
  type Manager,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from "../../controller/mod.ts";
import { harbour, reading, recordingConsole, server } from "./harbour.ts";
import { inProduction } from "../support/production.ts";

const classesOf = (managers: readonly Manager[]) =>
  managers.map(({ constructor }) => constructor);

Deno.test("the default managers in development and production [controller/MGR-12]", async () => {
  assertEquals(classesOf(getDefaultManagers()), [
    DevToolsManager,
    NetworkManager,
    SubscriptionManager,
  ]);
  await inProduction(() => {
    assertEquals(classesOf(getDefaultManagers()), [
      NetworkManager,
      SubscriptionManager,
    ]);
  });
});

Deno.test("instances are used as they are, options are handed on, null leaves out [controller/MGR-12]", () => {
  const given = {
    devToolsManager: new DevToolsManager(),
    networkManager: new NetworkManager(),
    subscriptionManager: new SubscriptionManager(PollingSubscription),
  };
  const used = getDefaultManagers(given);
  Object.values(given).forEach((manager, position) => {
    assertStrictEquals(used[position], manager);
  });
  const [network, subscription] = getDefaultManagers({
    devToolsManager: null,
    networkManager: { dataExpiryLength: 42 },
    subscriptionManager: PollingSubscription,
  });
  assertInstanceOf(network, NetworkManager);
  assertEquals(network.dataExpiryLength, 42);
  assertInstanceOf(subscription, SubscriptionManager);
  assertEquals(
    classesOf(getDefaultManagers({ subscriptionManager: null })),
    [DevToolsManager, NetworkManager],
  );
});

Deno.test("a NetworkManager cannot be left out [controller/MGR-12]", async () => {
  let managers: Manager[] = [];
  const records = await recordingConsole(() => {
    // @ts-expect-error: nothing else makes requests
    managers = getDefaultManagers({ networkManager: null });
  });
  assertEquals(records.map(({ method }) => method), ["error"]);
  assert(classesOf(managers).includes(NetworkManager));
});

Deno.test("each call makes new managers [controller/MGR-12]", () => {
  const [first, second] = [getDefaultManagers(), getDefaultManagers()];
  first.forEach((manager, position) =>
    assertNotStrictEquals(manager, second[position])
  );
});

Deno.test("the devtools ask the network manager what to skip [controller/MGR-12]", () => {
  const managers = getDefaultManagers({ devToolsManager: { name: "Harbour" } });
  // protected for types only
  const { skipLogging } = managers[0] as unknown as {
    skipLogging(action: ActionTypes): boolean;
  };
  using client = harbour({ managers });
  const load = reading("load", server());
  const action = actions.createFetch(load, { args: [{ id: "1" }] });
  assertEquals(skipLogging(action), false);
  client.fetch(load, { id: "1" });
  assertEquals(skipLogging(action), true);
});
