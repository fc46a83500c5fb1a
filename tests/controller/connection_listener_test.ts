import { assertEquals } from "@std/assert";
import { DefaultConnectionListener } from "../../controller/mod.ts";

/** Runs with other platform globals, and puts the real ones back. */
function withGlobals(globals: Record<string, unknown>, run: () => void): void {
  const before = Object.keys(globals).map((name) =>
    [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const
  );
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
  }
  try {
    run();
  } finally {
    for (const [name, descriptor] of before) {
      if (descriptor) Object.defineProperty(globalThis, name, descriptor);
      else Reflect.deleteProperty(globalThis, name);
    }
  }
}

Deno.test("navigator.onLine decides, unknown means online [controller/SUB-16]", () => {
  const listener = new DefaultConnectionListener();
  for (
    const [navigator, expected] of [
      [{ onLine: true }, true],
      [{ onLine: false }, false],
      [{}, true],
      [undefined, true],
    ] as const
  ) {
    withGlobals({ navigator }, () => {
      assertEquals(listener.isOnline(), expected);
    });
  }
});

Deno.test("browser events reach the handlers until they are removed [controller/SUB-16]", () => {
  const listener = new DefaultConnectionListener();
  const log: string[] = [];
  const online = () => log.push("online");
  const offline = () => log.push("offline");
  listener.addOnlineListener(online);
  listener.addOfflineListener(offline);
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("offline"));
  assertEquals(log, ["online", "offline"]);
  listener.removeOnlineListener(online);
  listener.removeOfflineListener(offline);
  dispatchEvent(new Event("online"));
  dispatchEvent(new Event("offline"));
  assertEquals(log.length, 2);
});
