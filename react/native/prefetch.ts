"use client";
// @ts-types="npm:@types/react@^19"
import { createElement, type ReactNode } from "react";
import type { ReadEndpoint } from "../../controller/mod.ts";
import {
  Prefetch as PrefetchOfReact,
  type PrefetchProps,
} from "../prefetch.ts";

/**
 * Requests data that a component further down will want. Nothing tells here
 * when content can be seen, so `when="visible"` requests as soon as it renders:
 * lists render what is about to be seen.
 *
 * @param properties See {@linkcode PrefetchProps}.
 *
 * @example
 * ```tsx
 * import { RestEndpoint } from "@tessera/client";
 * import { Prefetch } from "@tessera/client/react/native";
 *
 * const getShip = new RestEndpoint({ path: "/ships/:id" });
 *
 * const content = <Prefetch endpoint={getShip} args={[{ id: "7" }]} />;
 * ```
 */
export function Prefetch<E extends ReadEndpoint>(
  properties: PrefetchProps<E>,
): ReactNode {
  const { when } = properties;
  return createElement(PrefetchOfReact<E>, {
    ...properties,
    when: when === "visible" ? "render" : when,
  });
}
