/**
 * Makes `super.method()` inside the methods of an options object reach what
 * the options override.
 *
 * `super` in an object literal means the prototype of that literal, looked up
 * with the endpoint as receiver. So the literal gets a prototype that asks the
 * receiver which endpoint lies below these options; the same options object
 * can then serve several endpoints. Literals that do not mention `super` are
 * left alone.
 *
 * @param endpoint the endpoint made with the options
 * @param options options as the user wrote them
 * @param below the endpoint that was extended, or the prototype of the class that was constructed
 */
export function linkSuper(
  endpoint: object,
  options: object,
  below: object,
): void {
  const next = layersOf.get(below);
  if (linked.has(options) || isLinkable(options)) {
    if (!linked.has(options)) {
      Object.setPrototypeOf(options, createLink(options));
      linked.add(options);
    }
    layersOf.set(endpoint, { options, below, next });
  } else if (next !== undefined) {
    layersOf.set(endpoint, next);
  }
}

/** One options object of an endpoint and what it was laid over. */
interface SuperLayer {
  readonly options: object;
  readonly below: object;
  readonly next: SuperLayer | undefined;
}

const layersOf = new WeakMap<object, SuperLayer>();
const linked = new WeakSet<object>();

function isLinkable(options: object): boolean {
  if (
    Object.getPrototypeOf(options) !== Object.prototype ||
    !Object.isExtensible(options)
  ) return false;
  return Reflect.ownKeys(options).some((key) => {
    const { value, get } = Reflect.getOwnPropertyDescriptor(options, key)!;
    const code = value ?? get;
    return typeof code === "function" && mentionsSuper(code);
  });
}

function mentionsSuper(code: object): boolean {
  let isMentioned = mentions.get(code);
  if (isMentioned === undefined) {
    isMentioned = /\bsuper\b/.test(String(code));
    mentions.set(code, isMentioned);
  }
  return isMentioned;
}

/** Functions that were looked through; the same are in all endpoints that derive from one. */
const mentions = new WeakMap<object, boolean>();

function createLink(options: object): object {
  return new Proxy(Object.prototype, {
    get(target, key, receiver): unknown {
      let below = target;
      // the lowest of several layers with these options, or they would call themselves
      for (
        let layer = layersOf.get(receiver);
        layer !== undefined;
        layer = layer.next
      ) {
        if (layer.options === options) below = layer.below;
      }
      return Reflect.get(below, key, receiver);
    },
  });
}
