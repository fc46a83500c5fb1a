import { assertEquals } from "@std/assert";
import {
  MockController,
  mockInitialState,
} from "../../../controller/mock/mod.ts";
import { Controller, createClient } from "../../../controller/mod.ts";
import { resource } from "../../../endpoint/mod.ts";
import { reading, Vessel } from "../harbour.ts";
import { exact } from "../../support/exact.ts";

const getTide = reading(
  "getTide",
  (_args: { port: string }) => Promise.resolve({ height: 1 }),
);
const getName = reading("getName", (_id: number) => Promise.resolve("name"));

Deno.test("args and responses of fixtures are inferred from each one's own endpoint [controller/TYP-14]", () => {
  const state = mockInitialState([
    { endpoint: getTide, args: [{ port: "aden" }], response: { height: 2 } },
    { endpoint: getName, args: [5], response: "five" },
    { endpoint: getName, args: [6], response: new Error(), error: true },
  ]);
  assertEquals(Object.keys(state.toJSON().meta).length, 3);
  mockInitialState([
    // @ts-expect-error -- a number, not an object
    { endpoint: getName, args: [{ port: "aden" }], response: "five" },
  ]);
  mockInitialState([
    // @ts-expect-error -- not what the endpoint resolves with
    { endpoint: getTide, args: [{ port: "aden" }], response: { depth: 2 } },
  ]);
});

Deno.test("this, args and result of interceptors are inferred [controller/TYP-14]", () => {
  MockController(Controller, {
    getInitialInterceptorData: () => ({ count: 0 }),
    fixtures: [
      {
        endpoint: getTide,
        response(args) {
          exact<typeof this, { count: number }>();
          exact<typeof args, { port: string }>();
          return { height: this.count };
        },
        delay: ({ port }) => port.length,
      },
      {
        endpoint: getName,
        async response(id) {
          exact<typeof id, number>();
          await undefined;
          return `${id} ${this.count}`;
        },
      },
      {
        endpoint: getTide,
        fetchResponse(input, init) {
          exact<typeof this, { count: number }>();
          exact<typeof input, RequestInfo>();
          exact<typeof init, RequestInit>();
          return 1;
        },
      },
    ],
  });
  exact<
    ReturnType<typeof MockController<typeof Controller>>,
    typeof Controller
  >();
});

Deno.test("an interceptor must resolve with what its endpoint does [controller/TYP-14]", () => {
  MockController(Controller, {
    fixtures: [
      {
        endpoint: getTide,
        // @ts-expect-error -- a height is a number
        response: () => ({ height: "two" }),
      },
    ],
  });
});

Deno.test("an interceptor names the arguments of the form in which its endpoint is called [controller/TYP-14] [controller/MCK-5]", async () => {
  const { getList } = resource({
    path: "/vessels/:id",
    searchParams: {} as { berth?: string } | undefined,
    schema: Vessel,
  });
  await using moored = createClient({
    Controller: MockController(Controller, {
      fixtures: [{
        endpoint: getList.push,
        response: ({ berth }, { name }) => ({ id: "1", name, berth }),
      }],
    }),
  });
  const orca = await moored.fetch(getList.push, { berth: "A" }, {
    name: "Orca",
  });
  assertEquals([orca.name, orca.berth], ["Orca", "A"]);

  await using free = createClient({
    Controller: MockController(Controller, {
      fixtures: [{
        endpoint: getList.push,
        response: (body) => ({ id: "2", ...body }),
      }],
    }),
  });
  assertEquals((await free.fetch(getList.push, { name: "Fram" })).name, "Fram");
});
