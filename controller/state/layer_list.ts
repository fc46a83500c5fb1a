import { createOptimistic } from "../actions.ts";
import type { FetchAction, OptimisticAction } from "../contract.ts";
import type { Controller } from "../controller.ts";

/** Identity of the fetch that a layer belongs to. */
interface FetchIdentity {
  readonly key: string;
  readonly meta: { readonly fetchedAt: number };
}

/** The pending layers after a fetch started or was attempted anew; the same list when it has none. */
export function withLayer(
  layers: readonly OptimisticAction[],
  action: FetchAction,
  controller: Controller,
): readonly OptimisticAction[] {
  const { endpoint, meta: { renews } } = action;
  if (!endpoint.sideEffect || !endpoint.getOptimisticResponse) return layers;
  if (renews === undefined) {
    const layer = layerOf(action, controller);
    return layer === undefined ? layers : [...layers, layer];
  }
  const renewed = layers.find((layer) =>
    layer.key === action.key && layer.meta.fetchedAt === renews
  );
  // the layer was dropped meanwhile, for instance by a reset
  if (renewed === undefined) return layers;
  return [
    ...layers.filter((layer) => layer !== renewed),
    renewal(renewed, action),
  ];
}

/** The pending layers after a fetch settled; the same list when it had none. */
export function withoutLayer(
  layers: readonly OptimisticAction[],
  action: FetchIdentity,
): readonly OptimisticAction[] {
  const position = layers.findIndex((layer) =>
    layer.key === action.key && layer.meta.fetchedAt === action.meta.fetchedAt
  );
  return position < 0 ? layers : layers.toSpliced(position, 1);
}

const layerOfFetch = new WeakMap<FetchAction, OptimisticAction>();

/** One layer per fetch, however often the fetch is reduced. */
function layerOf(
  action: FetchAction,
  controller: Controller,
): OptimisticAction | undefined {
  const known = layerOfFetch.get(action);
  if (known !== undefined) return known;
  let layer: OptimisticAction;
  try {
    layer = {
      ...createOptimistic(
        action.endpoint,
        action.args,
        action.meta.fetchedAt,
        controller.stamps,
        controller.expiryLengths,
      ),
      key: action.key,
    };
  } catch {
    // the same defect of the endpoint fails the request itself, which reports it
    return undefined;
  }
  layerOfFetch.set(action, layer);
  return layer;
}

function renewal(
  layer: OptimisticAction,
  action: FetchAction,
): OptimisticAction {
  const known = layerOfFetch.get(action);
  if (known !== undefined) return known;
  const { fetchedAt } = action.meta;
  const { firstFetchedAt = layer.meta.fetchedAt } = layer.meta;
  const renewed = {
    ...layer,
    meta: { ...layer.meta, fetchedAt, firstFetchedAt },
  };
  layerOfFetch.set(action, renewed);
  return renewed;
}
