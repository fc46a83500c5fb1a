/**
 * Data in several shapes, hooks that show it, and states that have it or not.
 *
 * @module
 */
import { Endpoint, type State } from "../../../mod.ts";
import { mockInitialState } from "../../../controller/mock/mod.ts";
import {
  useDLE,
  useFetch,
  useLive,
  useSuspense,
  useSuspenseAll,
} from "../../../react/mod.ts";
import { Harbour, Vessel } from "./harbour.ts";
import { use } from "./renderer.ts";

const id = { id: "1" };
const route = { route: "north" };
const port = { port: "aden" };
const fram = { id: "1", name: "Fram" };
const weather = { ...port, wind: 3 };
const manned = { vessel: fram, captain: "" };

/** A harbour, and a state that knows what it would answer. */
export class Anchorage extends Harbour {
  /** An entity and something else: what a state knows may be one of them. */
  readonly getManned = new Endpoint(
    ({ id }: { id: string }): Promise<typeof manned> =>
      this.ask(`manned ${id}`) as Promise<typeof manned>,
    {
      schema: { vessel: Vessel, captain: "" },
      name: "getManned",
      dataExpiryLength: 60_000,
    },
  );

  readonly full: State = mockInitialState([
    { endpoint: this.getVessel, args: [id], response: fram },
    { endpoint: this.getVessels, args: [route], response: [fram] },
    { endpoint: this.getWeather, args: [port], response: weather },
    { endpoint: this.getManned, args: [id], response: manned },
  ]);
}

/** A component that needs data. */
export interface NeedyReader {
  /** What it shows of the data: "Fram", or "3". */
  readonly read: (anchorage: Anchorage) => string;
  /** What the backend answers it. */
  readonly answer: unknown;
  /** What is on screen while the data is missing. */
  readonly missing: "waiting" | "loading";
}

/** Every hook that needs data, with data of every shape. */
export const needyReaders: Record<string, NeedyReader> = {
  "useSuspense of an entity": {
    read: ({ getVessel }) => useSuspense(getVessel, id).name,
    answer: fram,
    missing: "waiting",
  },
  "useSuspense of a list": {
    read: ({ getVessels }) => useSuspense(getVessels, route)[0]!.name,
    answer: [fram],
    missing: "waiting",
  },
  "useSuspense of an object": {
    read: ({ getManned }) => useSuspense(getManned, id).vessel.name,
    answer: manned,
    missing: "waiting",
  },
  "useSuspense without schema": {
    read: ({ getWeather }) => String(useSuspense(getWeather, port).wind),
    answer: weather,
    missing: "waiting",
  },
  useSuspenseAll: {
    read: ({ getVessel }) => useSuspenseAll([[getVessel, id]])[0].name,
    answer: fram,
    missing: "waiting",
  },
  useLive: {
    read: ({ getVessel }) => useLive(getVessel, id).name,
    answer: fram,
    missing: "waiting",
  },
  useFetch: {
    read: ({ getVessel }) => use(useFetch(getVessel, id)).name,
    answer: fram,
    missing: "waiting",
  },
  "useDLE of an entity": {
    read({ getVessel }) {
      const { data, loading } = useDLE(getVessel, id);
      return loading ? "loading" : data!.name;
    },
    answer: fram,
    missing: "loading",
  },
  "useDLE of a list": {
    read({ getVessels }) {
      const { data, loading } = useDLE(getVessels, route);
      return loading ? "loading" : data![0]!.name;
    },
    answer: [fram],
    missing: "loading",
  },
  "useDLE without schema": {
    read({ getWeather }) {
      const { data, loading } = useDLE(getWeather, port);
      return loading ? "loading" : String(data!.wind);
    },
    answer: weather,
    missing: "loading",
  },
};
