/**
 * Requests that refer to what another request is still creating: they are sent
 * when the server has made its primary key.
 *
 * @module
 */
// deno-lint-ignore-file no-explicit-any -- arguments and results of any endpoint
import type { EndpointInterface } from "../endpoint/contract.ts";
import {
  isForm,
  isObject,
  isPlainObject,
  temporaryPkParts,
} from "../schema/engine.ts";
import type { FetchAction } from "./contract.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import { DependencyError, ResetError } from "./errors.ts";
import { nothing } from "./promises.ts";

/** A request that creates entities, which temporary primary keys stand for until its response. */
interface Creation {
  /** Primary keys of what was created, in order; before the response there are none. */
  pks: readonly string[];
  /** Resolves or rejects with the request. */
  readonly settled: Promise<void>;
}

/** How many creations are remembered, for whoever holds a temporary primary key. */
const REMEMBERED = 1000;

/** The last creations of a store. */
export class Creations {
  /** By the stamp that is in the temporary primary keys. */
  readonly #creations = new Map<string, Creation>();

  /**
   * Arguments with the primary keys that the server has made in place of
   * temporary ones; the same where there are none.
   */
  present<Args extends readonly unknown[]>(args: Args): Args {
    let isReplaced = false;
    const present = this.#creations.size === 0 ? args : replaced(args, (pk) => {
      const found = this.#pkOf(pk);
      // the expected response has it as well
      if (found === undefined || found === pk) return undefined;
      isReplaced = true;
      return found;
    });
    return isReplaced ? present as Args : args;
  }

  /**
   * The fetch to dispatch for a mutation. Where arguments name what is being
   * created, its request waits for that, and then has the primary keys of the
   * server in their place; so has what it is expected to respond.
   *
   * @param action What was to be dispatched.
   */
  prepare<E extends EndpointInterface>(action: FetchAction<E>): FetchAction<E> {
    const { endpoint, args, key, meta } = action;
    const { fetch, getOptimisticResponse, update, schema } = endpoint as any;
    const creations = this.#creations;
    const awaited = new Set<string>();
    if (creations.size > 0) {
      replaced(args, (pk) => this.#of(pk) && awaited.add(pk) && pk);
    }
    const isCreating = schema?.kind === "add" && getOptimisticResponse;
    if (awaited.size === 0 && !isCreating) return action;
    const pkOf = (pk: string) => this.#pkOf(pk);
    const present = (args: unknown): any => replaced(args, pkOf);
    // without the result, which is in memory no longer than the store has it
    const creation: Creation = { pks: [], settled: meta.promise.then(nothing) };
    creation.settled.catch(nothing);
    if (isCreating) {
      creations.set(String(meta.fetchedAt), creation);
      const [oldest] = creations.keys();
      if (creations.size > REMEMBERED) creations.delete(oldest!);
    }
    const creationOf = (pk: string) => this.#of(pk);
    const prepared = deriveEndpoint(endpoint, {
      ...awaited.size > 0 && {
        async fetch(this: unknown, ...args: unknown[]) {
          for (const pk of awaited) {
            try {
              await creationOf(pk)?.settled;
              // a response after a reset is not known
              if (pkOf(pk) === undefined) throw new ResetError();
            } catch (cause) {
              throw Object.assign(new DependencyError(key, pk), { cause });
            }
          }
          return fetch.apply(this, present(args));
        },
        getOptimisticResponse: getOptimisticResponse &&
          function (this: unknown, snap: unknown, ...args: unknown[]) {
            return getOptimisticResponse.call(this, snap, ...present(args));
          },
      },
      ...isCreating && {
        // called with each result, the expected one as well
        update(this: unknown, result: object, ...args: unknown[]) {
          creation.pks = createdPks(result) ?? creation.pks;
          return update?.call(this, result, ...args) ?? {};
        },
      },
    });
    return { ...action, endpoint: prepared };
  }

  /** What creates the entity of a temporary primary key. */
  #of(temporaryPk: string): Creation | undefined {
    return this.#creations.get(temporaryPkParts(temporaryPk)![1]!);
  }

  /** The primary key that the server has made in its place. */
  #pkOf(temporaryPk: string): string | undefined {
    const place = Number(temporaryPkParts(temporaryPk)![2]);
    return this.#of(temporaryPk)?.pks[place];
  }
}

/** Primary keys that the server gave to what a request created, in order; nothing for an expected response. */
export function createdPks(result: object): string[] | undefined {
  const pks = Object.values(result ?? {}).map((member) =>
    isObject(member) ? member.id : member
  );
  return pks.some(temporaryPkParts) ? undefined : pks;
}

/** A value with others in place of temporary primary keys, where there are, at any depth of plain objects, lists and forms. */
export function replaced(
  value: unknown,
  replace: (temporaryPk: string) => unknown,
): unknown {
  if (typeof value === "string") {
    return temporaryPkParts(value) === null ? value : replace(value) ?? value;
  }
  if (Array.isArray(value)) return value.map((item) => replaced(item, replace));
  if (isForm(value)) {
    const form = new FormData();
    for (const [name, entry] of value) {
      // a file is no text, and stays the file it is
      form.append(name, replaced(entry, replace) as string);
    }
    return form;
  }
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      replaced(member, replace),
    ]),
  );
}
