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
  const descriptors = Object.values(Object.getOwnPropertyDescriptors(options));
  return descriptors.some(({ value, get }) => {
    const code = value ?? get;
    return typeof code === "function" && /\bsuper\b/.test(String(code));
  });
}

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
