/**
 * A page on which things are written inside transitions and actions, as an
 * application has it: without `act`.
 *
 * @module
 */
import { type LiveScreen, renderLive } from "./without_act.tsx";
import * as React from "react";
import { type ReactNode, useState, useTransition } from "react";
import { Collection, type Controller, Endpoint } from "../../../mod.ts";
import { mockInitialState } from "../../../controller/mock/mod.ts";
import {
  AsyncBoundary,
  DataProvider,
  useController,
  useSuspense,
} from "../../../react/mod.ts";
import { Harbour, Vessel } from "./harbour.ts";
import { hasTransitions } from "./renderer.ts";

export const id = { id: "1" };
export const other = { id: "2" };
export const route = { route: "north" };
export const fram = { id: "1", name: "Fram", tons: 402 };
export const gjoa = { id: "2", name: "Gjøa", tons: 45 };

/** Whether a transition lasts as long as the promise that its function returns. */
export const hasActions = "useActionState" in React;

/** A test of content that may wait while the old one stays. */
export const transitionTest = hasTransitions ? Deno.test : Deno.test.ignore;

/** A test of transitions that last. */
export const actionTest = hasActions ? Deno.test : Deno.test.ignore;

/** Runs something in a transition of the page. */
type Start = (action: () => unknown) => void;

/** A harbour whose vessels can be renamed, which shows at once. */
class BusyHarbour extends Harbour {
  /** Settles what waits for the backend, oldest first. */
  readonly answers: PromiseWithResolvers<unknown>[] = [];

  readonly rename = new Endpoint(
    (_: { id: string }, _change: { name: string }): Promise<unknown> =>
      this.#ask(),
    {
      schema: Vessel,
      name: "rename",
      sideEffect: true,
      getOptimisticResponse: (_snapshot, { id }, { name }) => ({ id, name }),
    },
  );

  readonly create = new Endpoint(
    (_: { route: string }, _vessel: { name: string }): Promise<unknown> =>
      this.#ask(),
    {
      schema: new Collection([Vessel]).push,
      name: "create",
      sideEffect: true,
      getOptimisticResponse: (_snapshot, _route, { name }) => ({
        id: "new",
        name,
      }),
    },
  );

  readonly state = mockInitialState([
    { endpoint: this.getVessel, args: [id], response: fram },
    { endpoint: this.getVessel, args: [other], response: gjoa },
    { endpoint: this.getVessels, args: [route], response: [fram, gjoa] },
  ]);

  #ask(): Promise<unknown> {
    const answer = Promise.withResolvers<unknown>();
    this.answers.push(answer);
    return answer.promise;
  }
}

/** A page with one transition, and what a test does with it. */
export class Page {
  readonly harbour = new BusyHarbour();
  controller!: Controller;
  start!: Start;
  setCount!: (count: number) => void;
  readonly #Reader: (props: { page: Page }) => ReactNode;

  constructor(Reader: (props: { page: Page }) => ReactNode) {
    this.#Reader = Reader;
  }

  readonly #Content = (): ReactNode => {
    const [isPending, start] = useTransition();
    const [count, setCount] = useState(0);
    this.controller = useController();
    this.start = start as Start;
    this.setCount = setCount;
    const Reader = this.#Reader;
    return (
      <>
        <Reader page={this} />
        {` ${count}`}
        {isPending && " pending"}
      </>
    );
  };

  render(): Promise<LiveScreen> {
    const Content = this.#Content;
    return renderLive(
      <DataProvider
        devButton={null}
        initialState={this.harbour.state}
      >
        <AsyncBoundary fallback="waiting">
          <Content />
        </AsyncBoundary>
      </DataProvider>,
    );
  }
}

/** Shows the name of a vessel that is required. */
export function Name({ page }: { page: Page }): ReactNode {
  return useSuspense(page.harbour.getVessel, id).name;
}
