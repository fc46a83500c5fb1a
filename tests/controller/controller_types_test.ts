/** What TypeScript says about the controller. The functions are never called. */
import {
  actionTypes,
  type Client,
  type Controller,
  type FetchAction,
  initialState,
  load,
  LogoutManager,
  type Middleware,
  type SetResponseAction,
  type Snapshot,
  type State,
  type UsablePromise,
} from "../../controller/mod.ts";
import {
  Endpoint,
  type EndpointInterface,
  resource,
  RestEndpoint,
  type SnapshotInterface,
  type UnknownError,
} from "../../endpoint/mod.ts";
import {
  All,
  Collection,
  Invalidate,
  Query,
  Values,
} from "../../schema/mod.ts";
import { Captain, Port, Vessel } from "./harbour.ts";
import { exact } from "../support/exact.ts";

const getVessel = new RestEndpoint({ path: "/vessels/:id", schema: Vessel });
const createVessel = new RestEndpoint({
  path: "/vessels",
  method: "POST",
  schema: Vessel,
  body: {} as { name: string },
});
const getPage = new RestEndpoint({
  path: "/pages/:id",
  schema: { vessels: [Vessel], captain: Captain, cursor: "" },
});
const getTide = new Endpoint(
  (_args: { port: string }): Promise<{ height: number }> =>
    Promise.resolve({ height: 2 }),
  { name: "getTide" },
);
const download = new RestEndpoint({ path: "/files/:id", content: "blob" });

/** Checked, never run. */
function check(_types: (controller: Controller) => unknown): void {}

Deno.test("fetch: arguments [controller/TYP-1]", () => {
  check((controller) => controller.fetch(getVessel, { id: "1" }));
  // @ts-expect-error -- no arguments
  check((controller) => controller.fetch(getVessel));
  // @ts-expect-error -- wrong name
  check((controller) => controller.fetch(getVessel, { name: "1" }));
  // @ts-expect-error -- wrong type
  check((controller) => controller.fetch(getVessel, { id: Symbol("1") }));
  // @ts-expect-error -- a read has no body
  check((controller) => controller.fetch(getVessel, { id: "1" }, { a: 1 }));
  // @ts-expect-error -- wrong argument of a plain endpoint
  check((controller) => controller.fetch(getTide, { port: 5 }));
  check((controller) => controller.fetch(createVessel, { name: "Orca" }));
  // @ts-expect-error -- wrong body
  check((controller) => controller.fetch(createVessel, { name: 5 }));
});

Deno.test("fetch: result of a schema [controller/TYP-2]", () => {
  check((controller) => {
    const promise = controller.fetch(getVessel, { id: "1" });
    exact<typeof promise, Promise<Vessel>>();
    // @ts-expect-error -- no such member
    return promise.then((vessel) => vessel.bogus);
  });
});

Deno.test("fetch: result without a schema [controller/TYP-3]", () => {
  check((controller) => {
    const promise = controller.fetch(getTide, { port: "aden" });
    exact<typeof promise, Promise<{ height: number }>>();
    return promise;
  });
});

Deno.test("fetch: binary result [controller/TYP-4]", () => {
  check((controller) => {
    const promise = controller.fetch(download, { id: "1" });
    exact<typeof promise, Promise<Blob>>();
    return promise;
  });
});

Deno.test("fetchIfStale gives a value or a promise of it [controller/TYP-5]", () => {
  check((controller) => {
    const value = controller.fetchIfStale(getVessel, { id: "1" });
    exact<typeof value, Promise<Vessel> | Vessel>();
    return controller.fetchIfStale(getVessel, null);
  });
});

Deno.test("set: arguments and value [controller/TYP-6]", () => {
  const vessel = { id: "5", name: "Orca" };
  check((controller) => controller.set(Vessel, { id: "5" }, vessel));
  // @ts-expect-error -- the arguments are missing
  check((controller) => controller.set(Vessel, vessel));
  check((controller) =>
    controller.set(new Collection([Vessel]), { port: "aden" }, [vessel])
  );
  check((controller) => controller.set(new Invalidate(Vessel), vessel, vessel));
  check((controller) => controller.set(new All(Vessel), [vessel]));
  // @ts-expect-error -- nothing can be found by this
  check((controller) => controller.set([Vessel], { id: "5" }, [vessel]));
});

Deno.test("set: an entity is named by its fields or its primary key [controller/TYP-6]", () => {
  check((controller) => controller.set(Vessel, "5", { id: "5" }));
  check((controller) => controller.set(Vessel, 5, (vessel) => ({ ...vessel })));
  // @ts-expect-error -- no such field
  check((controller) => controller.set(Vessel, { idd: "5" }, { id: "5" }));
});

Deno.test("set: a list is added to by what it is asked for by, or by fields of its members [controller/TYP-6]", () => {
  const ofGroup = new Collection([Vessel], {
    argsKey: ({ group }: { group: string }) => ({ group }),
  });
  const byName = new Collection(new Values(Vessel), {
    argsKey: ({ group }: { group: string }) => ({ group }),
  });
  const vessel = { id: "1", berth: "A" };
  check(({ set }) => set(ofGroup.push, { group: "tugs" }, vessel));
  check(({ set }) => set(ofGroup.unshift, { berth: "A" }, vessel));
  check(({ set }) => set(byName.assign, { group: "tugs" }, { orca: vessel }));
  const { getList } = resource({
    path: "/ports/:code/vessels/:id",
    schema: Vessel,
  });
  check(({ set }) => set(getList.schema.push, { code: "ade" }, vessel));
  // @ts-expect-error -- neither of both
  check(({ set }) => set(ofGroup.push, { grop: "tugs" }, vessel));
  const unnamed = new Collection([Vessel]);
  // @ts-expect-error -- parameters of any name declare none
  check(({ set }) => set(unnamed.push, { grop: "tugs" }, vessel));
  // deno-lint-ignore no-explicit-any -- a Collection of any arguments
  const push = <C extends Collection<[typeof Vessel], any>>(
    { set }: Controller,
    lists: C,
  ) => set(lists.push, { berth: "A" }, vessel);
  check((controller) => push(controller, ofGroup));
  check((controller) => push(controller, unnamed));
});

Deno.test("set: updater [controller/TYP-7]", () => {
  check((controller) =>
    controller.set(Vessel, { id: "5" }, (previous) => {
      exact<typeof previous, Vessel>();
      return { ...previous, name: "Orca" };
    })
  );
});

Deno.test("setResponse: arguments [controller/TYP-8]", () => {
  check((controller) => controller.setResponse(getVessel, { id: "5" }, {}));
  // @ts-expect-error -- the arguments are missing
  check((controller) => controller.setResponse(getVessel, {}));
  check((controller) =>
    // @ts-expect-error -- wrong argument
    controller.setResponse(getVessel, { bogus: "5" }, {})
  );
});

Deno.test("subscribe takes reads only [controller/TYP-9] [controller/CTL-38]", () => {
  check((controller) => controller.subscribe(getVessel, { id: "5" }));
  // @ts-expect-error -- a mutation
  check((controller) => controller.subscribe(createVessel, { name: "Orca" }));
  // @ts-expect-error -- a mutation
  check((controller) => controller.unsubscribe(createVessel, { name: "" }));
  // @ts-expect-error -- a mutation
  check((controller) => controller.prefetch(createVessel, { name: "" }));
});

Deno.test("null args [controller/TYP-10]", () => {
  check((controller) => controller.invalidate(getVessel, null));
  check((controller) => controller.subscribe(getVessel, null));
  check((controller) => controller.unsubscribe(getVessel, null));
  check((controller) => controller.prefetch(getVessel, null));
  // @ts-expect-error -- neither null nor the arguments
  check((controller) => controller.invalidate(getVessel, undefined));
});

Deno.test("get [controller/TYP-11]", () => {
  check((controller) => {
    const state = controller.getState();
    const vessel = controller.get(Vessel, { id: "5" }, state);
    exact<typeof vessel, Vessel | undefined>();
    const names = controller.get(
      new Query(new All(Vessel), (vessels) => vessels.map(({ name }) => name)),
      state,
    );
    exact<typeof names, string[] | undefined>();
    // @ts-expect-error -- the state is missing
    return controller.get(Vessel, { id: "5" });
  });
});

Deno.test("getResponse and read: nullable data [controller/TYP-12]", () => {
  check((controller) => {
    const state = controller.getState();
    const page = controller.getResponse(getPage, null, state).data;
    interface NullablePage {
      vessels: Vessel[] | undefined;
      captain: Captain | undefined;
      cursor: string;
    }
    exact<typeof page, NullablePage>();
    const vessel = controller.getResponse(getVessel, { id: "1" }, state).data;
    exact<typeof vessel, Vessel | undefined>();
    const tide = controller.getResponse(getTide, { port: "a" }, state).data;
    exact<typeof tide, { height: number } | undefined>();
    // @ts-expect-error -- wrong argument
    return controller.getResponse(getVessel, { bogus: "1" }, state);
  });
});

Deno.test("action types narrow the action [controller/TYP-13]", () => {
  const middleware: Middleware = () => (next) => (action) => {
    switch (action.type) {
      case actionTypes.FETCH:
        exact<typeof action, FetchAction>();
        break;
      case actionTypes.SET_RESPONSE:
        exact<typeof action, SetResponseAction>();
        break;
      case actionTypes.RESET:
        exact<typeof action.date, number>();
        break;
    }
    return next(action);
  };
  check(() => middleware);
});

Deno.test("expireAll and invalidateAll take an endpoint [controller/TYP-15]", () => {
  check((controller) => controller.expireAll(getVessel));
  check((controller) => controller.invalidateAll(getTide));
  // @ts-expect-error -- no testKey
  check((controller) => controller.expireAll({}));
});

Deno.test("load gives a promise of the data, for null nothing [react/NEW-34]", () => {
  check((controller) => {
    const promise = load(controller, getVessel, { id: "1" });
    exact<typeof promise, UsablePromise<Vessel>>();
    const nothing = load(controller, getVessel, null);
    exact<typeof nothing, undefined>();
    // @ts-expect-error -- wrong argument
    return load(controller, getVessel, { bogus: "1" });
  });
});

Deno.test("a snapshot has the controller's types", () => {
  const read = (snapshot: Snapshot) => {
    const vessel = snapshot.get(Vessel, { id: "1" });
    exact<typeof vessel, Vessel | undefined>();
    const { data } = snapshot.getResponse(getVessel, { id: "1" });
    exact<typeof data, Vessel | undefined>();
    // @ts-expect-error -- no state is given here
    return snapshot.get(Vessel, { id: "1" }, {} as State);
  };
  check(() => read);
});

Deno.test("what controller.snapshot returns is what optimistic responses are given [controller/CTL-60] [controller/CTL-63]", () => {
  check((controller): SnapshotInterface => controller.snapshot(initialState));
  const read = (snapshot: SnapshotInterface) => {
    const { data } = snapshot.getResponse(getTide, { port: "aden" });
    exact<typeof data, { height: number } | undefined>();
    // @ts-expect-error -- wrong argument
    return snapshot.getError(getTide, { port: 5 });
  };
  check(() => read);
});

Deno.test("functions that are generic in an endpoint pass its arguments on [controller/CTL-26] [controller/CTL-43] [controller/CTL-49]", () => {
  const pass = <E extends EndpointInterface>(
    controller: Controller,
    endpoint: E,
    ...args: Parameters<E> | readonly [null]
  ) => {
    const state = controller.getState();
    controller.invalidate(endpoint, ...args);
    controller.abort(endpoint, ...args);
    controller.addReader(endpoint, ...args)();
    controller.getError(endpoint, ...args, state);
    controller.getResponseMeta(endpoint, ...args, state);
    controller.snapshot(state).getError(endpoint, ...args);
    return controller.getResponse(endpoint, ...args, state).data;
  };
  const read = <E extends EndpointInterface>(
    snapshot: SnapshotInterface,
    endpoint: E,
    ...args: Parameters<E>
  ) => snapshot.getResponse(endpoint, ...args).data;
  check((controller) => {
    const data = pass(controller, getTide, { port: "aden" });
    exact<typeof data, { height: number } | undefined>();
  });
  check(() => read);
});

Deno.test("the type of a state may be written with that of its records", () => {
  check((controller) => {
    const state: State<unknown> = controller.getState();
    const same: State = state;
    return [same, controller.get(Vessel, { id: "1" }, state)];
  });
});

Deno.test("a test for errors that end a session may say what it expects [controller/LOG-1]", () => {
  const isUnknown = (error: UnknownError) => error.status === 403;
  check(() => new LogoutManager({ shouldLogout: isUnknown }));
  check(() =>
    new LogoutManager({ shouldLogout: (error) => error.status === 403 })
  );
});

Deno.test("a client's subscribe tells typed data", () => {
  const subscribe = (client: Client) => {
    client.subscribe(getVessel, [{ id: "1" }], ({ data, loading }) => {
      exact<typeof data, Vessel | undefined>();
      exact<typeof loading, boolean>();
    });
    client.subscribe((state) => {
      exact<typeof state, State>();
    });
    const port = client.get(Port, { id: "1" });
    exact<typeof port, Port | undefined>();
    // @ts-expect-error -- a mutation
    client.subscribe(createVessel, [{ name: "" }], () => {});
  };
  check(() => subscribe);
});
