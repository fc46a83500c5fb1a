/**
 * Requests that refer to what another request is still creating: they are sent
 * when the server has given it a primary key.
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
import type { ActionArgs, FetchAction } from "./contract.ts";
import { deriveEndpoint } from "./derive_endpoint.ts";
import { DependencyError, ResetError } from "./errors.ts";
import { nothing } from "./promises.ts";

/** A request that creates entities, which temporary primary keys stand for until it is answered. */
interface Creation {
  /** Primary keys of what was created, in order; before the answer there are none. */
  pks: readonly string[];
  /** Settles with the request, once that was sent. */
  settled?: Promise<unknown>;
}

/** Creations that are remembered after their answer, for whoever still holds a temporary primary key. */
const REMEMBERED = 100;

/** The creations of a store. */
export class Creations {
  /** By the stamp that is in the temporary primary keys. */
  readonly #creations = new Map<string, Creation>();
  /** Stamps of those that were answered. */
  readonly #answered: string[] = [];
  /** By their endpoint, until they have a stamp. */
  readonly #begun = new WeakMap<object, Creation>();

  /**
   * The endpoint to call for a mutation. Where arguments name what is being
   * created, it waits for that, and then has the primary keys of the server in
   * their place; so has what it is expected to respond.
   *
   * @param endpoint What was to be called.
   * @param args Arguments of the call.
   */
  prepare<E extends EndpointInterface>(endpoint: E, args: ActionArgs): E {
    const { fetch, getOptimisticResponse, update, schema } = endpoint as any;
    if (getOptimisticResponse === undefined && this.#creations.size === 0) {
      return endpoint;
    }
    const creationOf = (pk: string) =>
      this.#creations.get(temporaryPkParts(pk)![1]!);
    const awaited = new Set<string>();
    replaced(args, (pk) => creationOf(pk) && awaited.add(pk) && pk);
    const isCreating = schema?.kind === "add" && getOptimisticResponse;
    if (awaited.size === 0 && !isCreating) return endpoint;
    const pkOf = (pk: string) =>
      creationOf(pk)?.pks[Number(temporaryPkParts(pk)![2])];
    const present = (given: unknown): any => replaced(given, pkOf);
    const creation: Creation = { pks: [] };
    const prepared = deriveEndpoint(endpoint, {
      ...awaited.size > 0 && {
        async fetch(this: unknown, ...given: unknown[]) {
          for (const pk of awaited) {
            try {
              await creationOf(pk)?.settled;
              // what was answered after a reset is not known
              if (pkOf(pk) === undefined) throw new ResetError();
            } catch (cause) {
              const key = (endpoint as any).key(...args);
              throw Object.assign(new DependencyError(key, pk), { cause });
            }
          }
          return fetch.apply(this, present(given));
        },
        getOptimisticResponse: getOptimisticResponse &&
          function (this: unknown, snap: unknown, ...given: unknown[]) {
            return getOptimisticResponse.call(this, snap, ...present(given));
          },
      },
      ...isCreating && {
        // told of each result, the expected one as well
        update(this: unknown, result: object, ...given: unknown[]) {
          creation.pks = createdPks(result) ?? creation.pks;
          return update?.call(this, result, ...given) ?? {};
        },
      },
    });
    if (isCreating) this.#begun.set(prepared, creation);
    return prepared;
  }

  /**
   * Remembers a mutation if it creates entities.
   *
   * @param action The fetch, of an endpoint from {@linkcode Creations.prepare}.
   * @param settled Settles with the request.
   */
  add(action: FetchAction, settled: Promise<unknown>): void {
    const creation = this.#begun.get(action.endpoint);
    if (creation === undefined) return;
    const stamp = String(action.meta.fetchedAt);
    this.#creations.set(stamp, creation);
    const answered = () => {
      this.#answered.push(stamp);
      if (this.#answered.length > REMEMBERED) {
        this.#creations.delete(this.#answered.shift()!);
      }
    };
    // without the result, which is in memory no longer than the store has it
    creation.settled = settled.then(nothing);
    creation.settled.then(answered, answered);
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
