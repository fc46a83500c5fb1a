/**
 * Runs with `Object.prototype.__proto__` as browsers and Node have it; Deno
 * leaves it out.
 */
export function withProtoAccessor(run: () => void): void {
  const before = Object.getOwnPropertyDescriptor(Object.prototype, "__proto__");
  Object.defineProperty(Object.prototype, "__proto__", {
    configurable: true,
    get(this: object) {
      return Object.getPrototypeOf(this);
    },
    set(this: object, prototype: object | null) {
      if (typeof prototype === "object") {
        Object.setPrototypeOf(this, prototype);
      }
    },
  });
  try {
    run();
  } finally {
    if (before === undefined) {
      delete (Object.prototype as unknown as Record<string, unknown>)[
        "__proto__"
      ];
    } else {
      Object.defineProperty(Object.prototype, "__proto__", before);
    }
  }
}
