/**
 * A page of a harbour, to look at with the devtools: a list of vessels, one of
 * them, the tide, which is polled, and a request that fails.
 *
 * @module
 */
import { lazy, type ReactNode, Suspense, useState } from "react";
import { createRoot } from "react-dom/client";
import {
  All,
  type Controller,
  createClient,
  DevToolsManager,
  Entity,
  getDefaultManagers,
  Invalidate,
  Query,
  resource,
  RestEndpoint,
} from "@tessera/client";
import {
  AsyncBoundary,
  DataProvider,
  useCache,
  useController,
  useLive,
  useQuery,
  useSuspense,
} from "@tessera/client/react";
import { OfflineManager } from "@tessera/client/offline";
import { DevPanel } from "@tessera/client/react/devtools";

class Vessel extends Entity {
  id = "";
  name = "";
  berth = 0;

  static override key = "Vessel";
  static override indexes = ["name"] as const;
}

const vessels = resource({
  path: "/api/vessels/:id",
  schema: Vessel,
  optimistic: true,
});
const getElsewhere = new RestEndpoint({
  path: "/api/elsewhere",
  name: "getElsewhere",
  schema: [Vessel],
});
const getTide = new RestEndpoint({
  path: "/api/tide",
  name: "getTide",
  pollFrequency: 3_600_000,
});
const getFog = new RestEndpoint({
  path: "/api/fog",
  name: "getFog",
  dataExpiryLength: 1000,
});

/** What tests use of the page. */
export interface Harbour {
  controller: Controller;
  /** How often a component rendered. */
  renders: number;
  /** Keys that reached the application. */
  keys: string[];
  readonly Vessel: typeof Vessel;
  readonly Invalidate: typeof Invalidate;
  readonly vessels: typeof vessels;
  readonly getFog: typeof getFog;
  /** Stores so many vessels, which the page lists unless they are elsewhere. */
  fill(count: number, isListed?: boolean): Promise<void>;
}

const harbour: Harbour = {
  controller: undefined as never,
  renders: 0,
  keys: [],
  Vessel,
  Invalidate,
  vessels,
  getFog,
  fill(count, isListed = true) {
    const rows = Array.from({ length: count }, (_, index) => ({
      id: String(index + 1),
      name: `Vessel ${index + 1}`,
      berth: (index * 7919) % 1000,
    }));
    return harbour.controller.setResponse(
      isListed ? vessels.getList : getElsewhere,
      rows,
    );
  },
};
Object.assign(globalThis, { harbour });
addEventListener("keydown", ({ key }) => void harbour.keys.push(key));

function Vessels(): ReactNode {
  harbour.renders++;
  const list = useSuspense(vessels.getList);
  return (
    <ul>
      {list.slice(0, 20).map(({ id, name }) => <li key={id}>{name}</li>)}
    </ul>
  );
}

function Detail(): ReactNode {
  harbour.renders++;
  const controller = harbour.controller = useController();
  const { id, name } = useSuspense(vessels.get, { id: "1" });
  return (
    <p>
      <b>{name}</b>{" "}
      <button
        type="button"
        onClick={() => {
          controller.fetch(vessels.partialUpdate, { id }, { name: "Maud" })
            .catch(() => {});
        }}
      >
        Rename
      </button>
    </p>
  );
}

function Tide(): ReactNode {
  harbour.renders++;
  const { height } = useLive(getTide) as { height: number };
  return <p>Tide {height}</p>;
}

function Typed(): ReactNode {
  const [text, setText] = useState("");
  return (
    <label>
      Log
      <input value={text} onChange={({ target }) => setText(target.value)} />
    </label>
  );
}

const vesselCount = new Query(new All(Vessel), (all) => all.length);

/** A hook of the application. */
function useVesselName(id: string): string | undefined {
  return useCache(vessels.get, { id })?.name;
}

/** Reads what others have requested. */
function Quay(): ReactNode {
  const count = useQuery(vesselCount);
  const [looks, setLooks] = useState(1);
  return (
    <p>
      {count} vessels, the first is {useVesselName("1")}{" "}
      <button type="button" onClick={() => setLooks(looks + 1)}>
        Look {looks}
      </button>
    </p>
  );
}

/** Set by the bundler. */
declare const process: { readonly env: { readonly HAS_SUPPORT: boolean } };

const SupportPanel = process.env.HAS_SUPPORT
  ? lazy(async () => ({
    default:
      (await import("@tessera/client/react/devtools/production")).DevPanel,
  }))
  : undefined;

/** Loads the panel when somebody asks for it. */
function Support(): ReactNode {
  const [isWanted, setWanted] = useState(false);
  if (!SupportPanel) return null;
  if (!isWanted) {
    return (
      <button type="button" onClick={() => setWanted(true)}>Inspect</button>
    );
  }
  return (
    <Suspense fallback={null}>
      <SupportPanel />
    </Suspense>
  );
}

const settings = new URLSearchParams(location.search);
const isAlone = settings.has("alone");
const isOfOther = settings.has("other");
const nonce = settings.get("nonce");
const queue = new OfflineManager({
  storage: localStorage,
  endpoints: { renameVessel: vessels.partialUpdate },
  retryDelay: 60_000,
  retryJitter: 0,
  onError: () => "hold",
});
const other = createClient({
  managers: [new DevToolsManager(), ...getDefaultManagers()],
});

createRoot(document.getElementById("root")!).render(
  <DataProvider
    managers={[
      ...settings.has("queue") ? [queue] : [],
      ...getDefaultManagers({
        networkManager: { retry: 1, retryDelay: 60_000, retryJitter: 0 },
      }),
    ]}
    devButton={isAlone || isOfOther || nonce || settings.has("none")
      ? null
      : undefined}
  >
    <h1>Harbour</h1>
    <Typed />
    <Support />
    <AsyncBoundary fallback="loading">
      <Vessels />
      <Detail />
      <Tide />
      {settings.has("quay") && [<Quay key="west" />, <Quay key="east" />]}
    </AsyncBoundary>
    {isAlone && (
      <DevPanel initialIsOpen position="top-left" shadowRoot={false} />
    )}
    {nonce && <DevPanel initialIsOpen styleNonce={nonce} />}
    {isOfOther && <DevPanel controller={other.controller} initialIsOpen />}
  </DataProvider>,
);
