/**
 * What the public documentation of Reactive Data Client shows about endpoints
 * and resources, on entities of this harbour: it runs, and compiles, with
 * imports renamed.
 */
import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  createClient,
  createResource,
  Endpoint,
  Entity,
  getUrlBase,
  getUrlTokens,
  hookifyResource,
  Invalidate,
  NetworkError,
  resource,
  RestEndpoint,
  type RestGenerics,
  schema,
} from "@tessera/client";
import { RecordingServer } from "../endpoint/recording_server.ts";
import { exact } from "../support/exact.ts";

class Captain extends Entity {
  id = "";
  name = "";
}

class Vessel extends Entity {
  id = "";
  name = "";
  moored = false;
  captain = Captain.fromJS();
  launched = new Date(0);

  get label() {
    return `MS ${this.name}`;
  }

  static override schema = {
    captain: Captain,
    launched: (iso: string) => new Date(iso),
  };
}

const fram = {
  id: "1",
  name: "Fram",
  captain: { id: "7", name: "Ada" },
  launched: "1892-10-26T00:00:00.000Z",
};

Deno.test("an Endpoint is made of any function that gives a promise [endpoint/END-1] [endpoint/END-4] [endpoint/END-15]", async () => {
  const fetchVessel = ({ id }: { id: string }) =>
    Promise.resolve({ ...fram, id });
  const getVessel = new Endpoint(fetchVessel, { schema: Vessel });
  const getByName = new Endpoint(
    (name: string) => Promise.resolve({ ...fram, name }),
    { name: "getByName", schema: Vessel, dataExpiryLength: 10 * 60 * 1000 },
  );
  await using client = createClient();
  const vessel = await client.controller.fetch(getVessel, { id: "1" });
  exact<typeof vessel, Vessel>();
  assertEquals([vessel.label, vessel.captain.name], ["MS Fram", "Ada"]);
  assertEquals(vessel.launched.getUTCFullYear(), 1892);
  assertEquals((await client.controller.fetch(getByName, "Maud")).name, "Maud");
  assertEquals(getVessel.key({ id: "1" }), 'fetchVessel [{"id":"1"}]');
  const polled = getVessel.extend({ pollFrequency: 5000 });
  assertEquals(polled.pollFrequency, 5000);
  assertEquals(polled.key({ id: "1" }), getVessel.key({ id: "1" }));
});

Deno.test("a RestEndpoint has path, search parameters, method and body [endpoint/URL-1] [endpoint/URL-2] [endpoint/MTH-4] [endpoint/EXT-2]", async () => {
  await using server = new RecordingServer(({ method, body }) =>
    Response.json(
      method === "GET" ? fram : { ...fram, ...JSON.parse(body || "{}") },
    )
  );
  const getVessel = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/fleets/:fleet/vessels/:id",
    searchParams: {} as { expand?: string } | undefined,
    schema: Vessel,
  });
  const updateVessel = getVessel.extend({
    method: "PUT",
    searchParams: undefined,
    body: {} as Partial<Vessel>,
  });
  const createVessel = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/fleets/:fleet/vessels",
    method: "POST",
    body: {} as { name: string },
    schema: Vessel,
  });
  assertEquals(
    getVessel.url({ fleet: "north", id: "1", expand: "captain" }),
    `${server.origin}/fleets/north/vessels/1?expand=captain`,
  );
  await using client = createClient();
  const { fetch } = client.controller;
  const at = { fleet: "north", id: "1" };
  const vessel = await fetch(getVessel, at);
  exact<typeof vessel, Vessel>();
  assertEquals((await fetch(updateVessel, at, { moored: true })).moored, true);
  assertEquals(
    (await fetch(createVessel, { fleet: "north" }, { name: "Gjøa" })).name,
    "Gjøa",
  );
  // without a store an endpoint is a function
  const plain = await getVessel(at);
  assertEquals(plain.name, "Fram");
  // @ts-expect-error a parameter of the path is missing
  void (() => getVessel({ fleet: "north" }));
  // @ts-expect-error the body has no such member
  void (() => createVessel({ fleet: "north" }, { title: "Gjøa" }));
  assertEquals(
    server.requests.map(({ method, address }) => `${method} ${address}`),
    [
      "GET /fleets/north/vessels/1",
      "PUT /fleets/north/vessels/1",
      "POST /fleets/north/vessels",
      "GET /fleets/north/vessels/1",
    ],
  );
});

Deno.test("a class of endpoints sets prefix, headers, init and search for all [endpoint/RST-3] [endpoint/INI-8] [endpoint/URL-6]", async () => {
  let token = "";
  await using server = new RecordingServer(() => Response.json([fram]));
  class HarbourEndpoint<O extends RestGenerics = RestGenerics>
    extends RestEndpoint<O> {
    override urlPrefix = server.origin;

    override getHeaders(headers: HeadersInit): HeadersInit {
      return { ...headers, "access-token": token } as HeadersInit;
    }

    override async getRequestInit(body?: RequestInit["body"]) {
      return {
        ...await super.getRequestInit(body),
        credentials: "same-origin" as const,
      };
    }

    override searchToString(searchParams: Record<string, unknown>) {
      return new URLSearchParams(
        Object.entries(searchParams).map(([name, value]) => [
          `filter[${name}]`,
          String(value),
        ]),
      ).toString();
    }
  }
  const getVessels = new HarbourEndpoint({
    path: "/vessels",
    searchParams: {} as { moored?: boolean },
    schema: [Vessel],
  });
  const VesselResource = resource({
    path: "/vessels/:id",
    schema: Vessel,
    Endpoint: HarbourEndpoint,
  });
  await using client = createClient();
  token = "secret";
  const vessels = await client.controller.fetch(getVessels, { moored: true });
  exact<typeof vessels, Vessel[]>();
  assertInstanceOf(vessels[0], Vessel);
  await client.controller.fetch(VesselResource.getList);
  assertEquals(
    server.requests.map(({ address, headers }) => [
      address,
      headers.get("access-token"),
    ]),
    [["/vessels?filter%5Bmoored%5D=true", "secret"], ["/vessels", "secret"]],
  );
  assertInstanceOf(VesselResource.get, HarbourEndpoint);
});

Deno.test("parseResponse and process shape what is stored [endpoint/RST-6] [endpoint/RSP-19] [endpoint/XFM-19]", async () => {
  await using server = new RecordingServer(() =>
    Response.json([{ vessel: fram }], {
      headers: { link: '<https://harbour.test?page=2>; rel="next"' },
    })
  );
  const getVessels = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/ports/:port/vessels",
    schema: { results: [Vessel], link: "" },
    async parseResponse(response: Response) {
      const results = await super.parseResponse(response);
      return { results, link: response.headers.get("link") };
    },
    process(value, { port }) {
      return {
        ...value,
        results: value.results.map(({ vessel }: { vessel: object }) => ({
          ...vessel,
          port,
        })),
      };
    },
  });
  await using client = createClient();
  const { results, link } = await client.controller.fetch(getVessels, {
    port: "oslo",
  });
  exact<typeof results, Vessel[]>();
  assertEquals(results[0]!.name, "Fram");
  assertEquals(link, '<https://harbour.test?page=2>; rel="next"');
  assertEquals(
    (client.get(Vessel, { id: "1" }) as { port?: string }).port,
    "oslo",
  );
});

Deno.test("a resource has its six endpoints, and takes more by extend [endpoint/RES-3] [endpoint/REX-2] [endpoint/REX-3] [endpoint/REX-5]", async () => {
  await using server = new RecordingServer(({ method, address, body }) => {
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (address.startsWith("/vessels?") && method === "GET") {
      return Response.json([fram]);
    }
    return Response.json({ ...fram, ...JSON.parse(body || "{}") });
  });
  const VesselResource = resource({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    searchParams: {} as { moored?: boolean } | undefined,
    body: {} as Partial<Pick<Vessel, "id" | "name" | "moored">>,
  })
    .extend("flagship", { path: "/flagship" })
    .extend({
      getList: { dataExpiryLength: 10 * 60 * 1000 },
      delete: { schema: new Invalidate(Vessel) },
    })
    .extend((Base) => ({
      moor: Base.partialUpdate.extend({
        path: "/vessels/:id/moor",
        method: "POST",
        body: undefined,
      }),
    }));
  await using client = createClient();
  const { fetch } = client.controller;
  const list = await fetch(VesselResource.getList, { moored: false });
  exact<typeof list, Vessel[]>();
  await fetch(VesselResource.get, { id: "1" });
  await fetch(VesselResource.update, { id: "1" }, { name: "Framm" });
  await fetch(VesselResource.partialUpdate, { id: "1" }, { name: "Fram" });
  const created = await fetch(VesselResource.getList.push, {
    id: "2",
    name: "Maud",
  });
  exact<typeof created, Vessel>();
  assertEquals((await fetch(VesselResource.flagship)).name, "Fram");
  assertEquals((await fetch(VesselResource.moor, { id: "1" })).id, "1");
  await fetch(VesselResource.delete, { id: "1" });
  assertEquals(client.get(Vessel, { id: "1" }), undefined);
  assertEquals(client.get(Vessel, { id: "2" })?.name, "Maud");
  assertEquals(
    server.requests.map(({ method, address }) => `${method} ${address}`),
    [
      "GET /vessels?moored=false",
      "GET /vessels/1",
      "PUT /vessels/1",
      "PATCH /vessels/1",
      "POST /vessels",
      "GET /flagship",
      "POST /vessels/1/moor",
      "DELETE /vessels/1",
    ],
  );
});

Deno.test("a resource may be spread, made by its older name, and given hooks [endpoint/RES-1] [endpoint/RES-17] [endpoint/HKF-2]", () => {
  const Base = createResource({ path: "/vessels/:id", schema: Vessel });
  const VesselResource = {
    ...Base,
    rename: Base.partialUpdate.extend({ body: {} as { name: string } }),
  };
  // @ts-expect-error a name is a text
  void (() => VesselResource.rename({ id: "1" }, { name: 1 }));
  assertEquals(VesselResource.rename.url({ id: "1" }), "/vessels/1");
  const Hooked = hookifyResource(
    Base,
    (): RequestInit => ({ headers: { authorization: "secret" } }),
  );
  assertEquals(Object.keys(Hooked).sort(), [
    "useCreate",
    "useDelete",
    "useGet",
    "useGetList",
    "usePartialUpdate",
    "useUpdate",
  ]);
});

Deno.test("a feed of several kinds is a Union [schema/UNI-2] [endpoint/RES-18]", async () => {
  abstract class Report extends Entity {
    id = "";
    type = "arrival";
    static override key = "Report";
  }
  class Arrival extends Report {
    override type = "arrival" as const;
    port = "";
  }
  class Loss extends Report {
    override type = "loss" as const;
    depth = 0;
  }
  await using server = new RecordingServer(() =>
    Response.json([
      { id: "1", type: "arrival", port: "oslo" },
      { id: "2", type: "loss", depth: 40 },
    ])
  );
  const ReportResource = resource({
    urlPrefix: server.origin,
    path: "/reports/:id",
    schema: new schema.Union({ arrival: Arrival, loss: Loss }, "type"),
  });
  await using client = createClient();
  const reports = await client.controller.fetch(ReportResource.getList);
  assertEquals(
    reports.map((report) =>
      report.type === "arrival" ? report.port : report.depth
    ),
    ["oslo", 40],
  );
  assertInstanceOf(reports[1], Loss);
});

Deno.test("a failure is a NetworkError with status and response [endpoint/FET-2] [endpoint/RST-9]", async () => {
  await using server = new RecordingServer(() =>
    Response.json({ message: "no such vessel" }, { status: 404 })
  );
  const getVessel = new RestEndpoint({
    urlPrefix: server.origin,
    path: "/vessels/:id",
    schema: Vessel,
    errorExpiryLength: 5000,
    errorPolicy: (error) =>
      error.status !== undefined && error.status >= 500 ? "soft" : undefined,
  });
  await using client = createClient();
  const error = await client.controller.fetch(getVessel, { id: "1" })
    .catch((error: unknown) => error);
  assert(error instanceof NetworkError);
  assertEquals([error.status, error.response.status], [404, 404]);
});

Deno.test("a path names its parameters [endpoint/PTH-13]", () => {
  assertEquals(getUrlBase("/vessels/:id")({ id: "a b" }), "/vessels/a%20b");
  assertEquals([...getUrlTokens("/fleets/:fleet/vessels/:id")], [
    "fleet",
    "id",
  ]);
});
