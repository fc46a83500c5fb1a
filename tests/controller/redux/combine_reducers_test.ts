import {
  assert,
  assertEquals,
  assertStrictEquals,
  assertThrows,
} from "@std/assert";
import { combineReducers } from "../../../controller/redux/mod.ts";

const berths = (count: number = 3, action: { type: string }) =>
  action.type === "moored" ? count - 1 : count;
const tide = (height: number = 1, action: { type: string }) =>
  action.type === "risen" ? height + 1 : height;

Deno.test("each slice is reduced by its own reducer; without a change the object stays [controller/RDX-4]", () => {
  const reduce = combineReducers({ berths, tide });
  const first = reduce(undefined, { type: "other" });
  assertEquals(first, { berths: 3, tide: 1 });
  assertStrictEquals(reduce(first, { type: "other" }), first);
  const second = reduce(first, { type: "moored" });
  assertEquals(second, { berths: 2, tide: 1 });
  assertEquals(first, { berths: 3, tide: 1 });
});

Deno.test("a slice that returns undefined is named, with the action [controller/RDX-4]", () => {
  const reduce = combineReducers({
    berths,
    broken: (value: number = 1, action: { type: string }) =>
      action.type === "bad" ? undefined as unknown as number : value,
  });
  const state = reduce(undefined, { type: "fine" });
  const error = assertThrows(() => reduce(state, { type: "bad" }), Error);
  assert(error.message.includes("'broken'"), error.message);
  assert(error.message.includes("'bad'"), error.message);
});

Deno.test("slices nobody knows go, also where nothing else changed [controller/RDX-4]", () => {
  const stranger = { berths: 1, stranger: true } as { berths: number };
  const reduce = combineReducers({ berths });
  assertEquals(reduce(stranger, { type: "fine" }), { berths: 1 });
});
