// deno-lint-ignore-file no-explicit-any -- members are endpoints of any kind
import { isDevelopment } from "../schema/engine.ts";
import type { ResourceInterface } from "./types/resource.ts";

type Members = Record<string, any>;

/**
 * Makes a resource of its members: gives them an `extend` that needs no `this`.
 *
 * @param entityName start of the names of members that are added
 * @param members the endpoints
 * @param followsList whether `create` still is the `push` of the list
 */
export function createExtensible(
  entityName: string,
  members: Members,
  followsList: boolean,
): ResourceInterface {
  const resource = {
    ...members,
    extend(given: unknown, options?: Members): ResourceInterface {
      const changes = changesOf(entityName, resource, given, options);
      const follows = followsList && !Object.hasOwn(changes, "create");
      const next = {
        ...members,
        ...(follows ? createOf(entityName, changes.getList) : undefined),
        ...changes,
      };
      if (!follows) addToList(next, members.getList);
      return createExtensible(entityName, next, follows);
    },
  };
  return resource as unknown as ResourceInterface;
}

/** The endpoint that creates an item: what adds to the list, under a name of its own. */
export function createOf(
  entityName: string,
  list: any,
): { create: any } | undefined {
  const push = list?.push;
  return push === undefined
    ? undefined
    : { create: push.extend({ name: `${entityName}.create` }) };
}

/** Lets a `create` of its own add to the list that takes the place of the one it was made for. */
function addToList(members: Members, before: any): void {
  const { create, getList } = members;
  const schema = before?.push?.schema;
  const next = getList?.push?.schema;
  if (schema !== undefined && schema !== next && create?.schema === schema) {
    members.create = create.extend({ schema: next });
  }
}

function changesOf(
  entityName: string,
  resource: Members,
  given: unknown,
  options: Members | undefined,
): Members {
  if (typeof given === "string") {
    const member = memberOf(resource, given);
    return {
      [given]: member === undefined
        // not copied, so that `super` in the options is what they override
        ? resource.get.extend({ name: `${entityName}.${given}` })
          .extend(options)
        : member.extend(options),
    };
  }
  if (typeof given === "function") return withoutExtend(given(resource));
  return Object.fromEntries(
    Object.entries(given as Members).map(([name, memberOptions]) => {
      const member = memberOf(resource, name);
      if (member === undefined) {
        throw new Error(
          `resource.extend: ${entityName} has no member ${name}.` +
            (isDevelopment()
              ? ` Add one with extend("${name}", options), or return it from extend(base => ({ ${name}: ... })).`
              : ""),
        );
      }
      return [name, member.extend(memberOptions)];
    }),
  );
}

function memberOf(resource: Members, name: string): any {
  return name !== "extend" && Object.hasOwn(resource, name)
    ? resource[name]
    : undefined;
}

/** A resource that was spread into the result brings its own `extend`. */
function withoutExtend(members: Members | undefined): Members {
  const { extend: _, ...rest } = members ?? {};
  return rest;
}
