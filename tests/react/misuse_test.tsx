import "./support/dom.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Endpoint, Entity, resource } from "../../mod.ts";
import * as hooks from "../../react/mod.ts";
import { renderDataHook } from "../../react/testing/mod.ts";
import { withoutConsole } from "./support/console.ts";

class Vessel extends Entity {
  id = "";
}
const VesselResource = resource({ path: "/vessels/:id", schema: Vessel });
let posts = 0;
const moor = new Endpoint(() => Promise.resolve(++posts), {
  name: "moor",
  sideEffect: true,
});

/** As plain JavaScript sees them. */
const untyped = hooks as unknown as Record<
  string,
  (...args: unknown[]) => unknown
>;

async function failureOf(hook: string, ...args: unknown[]): Promise<string> {
  let message = "";
  await withoutConsole("error", () => {
    using rendered = renderDataHook(() => untyped[hook]!(...args));
    message = String(rendered.result.error);
    return Promise.resolve();
  });
  return message;
}

for (
  const hook of [
    "useSuspense",
    "useDLE",
    "useFetch",
    "useLive",
    "useSubscription",
    "usePrefetch",
    "useCancelling",
    "useCache",
    "useError",
  ]
) {
  Deno.test(`${hook} says that it needs an endpoint [react/TYP-8]`, async () => {
    assertStringIncludes(
      await failureOf(hook, undefined, { id: "1" }),
      "was called with undefined in place of an endpoint.",
    );
    assertStringIncludes(
      await failureOf(hook, Vessel, { id: "1" }),
      'was called with "Vessel" in place of an endpoint.',
    );
    assertStringIncludes(
      await failureOf(hook, VesselResource),
      "Pass one, such as getList of a resource",
    );
  });
}

Deno.test("what has side effects is not requested by rendering [react/TYP-8]", async () => {
  for (const hook of ["useSuspense", "useDLE", "useFetch", "useLive"]) {
    assertStringIncludes(
      await failureOf(hook, moor),
      "'moor' has side effects, so no hook requests it",
    );
  }
  assertEquals(posts, 0);
  assertEquals(await failureOf("useCache", moor), "undefined");
});

Deno.test("useQuery says that an endpoint is no schema [react/TYP-19]", async () => {
  assertStringIncludes(
    await failureOf("useQuery", VesselResource.get, { id: "1" }),
    "'Vessel.get' is an endpoint",
  );
  assertEquals(await failureOf("useQuery", Vessel, { id: "1" }), "undefined");
});
