// deno-lint-ignore-file no-explicit-any -- classes that refer to themselves get their schema later
import { assertEquals, assertThrows } from "@std/assert";
import {
  denormalize,
  Entity,
  normalize,
  SchemaError,
  Values,
} from "../../schema/mod.ts";

Deno.test("a Proxy of a default method is called like any other override [schema/ENT-15]", () => {
  const called: string[] = [];
  const watched = <F extends (...args: never[]) => unknown>(method: F): F =>
    new Proxy(method, {
      apply(target, receiver, args) {
        called.push(target.name);
        return Reflect.apply(target, receiver, args);
      },
    });
  class Ship extends Entity {
    id = "";
    static override process = watched(Entity.process);
    static override validate = watched(Entity.validate);
  }
  const { entities } = normalize(Ship, { id: "1" });
  assertEquals(entities, { Ship: { 1: { id: "1" } } });
  assertEquals(called, ["process", "validate"]);
});

Deno.test("a default that leads to itself again is named, however it does [schema/ENT-36]", () => {
  const rows = { Crate: { 1: { id: "1" }, 2: { id: "2", inner: null } } };
  const crateWith = (
    initial: () => unknown,
    schemaOf: (crate: any) => unknown,
  ) => {
    class Crate extends Entity {
      id = "";
      inner = initial();
    }
    (Crate as any).schema = { inner: schemaOf(Crate) };
    return Crate;
  };
  class Hold extends Entity {
    id = "";
    crate = {};
  }
  const endless = [
    crateWith(() => ({}), (crate) => crate),
    crateWith(() => ({ id: "x" }), (crate) => crate),
    crateWith(() => ({ left: {} }), (crate) => new Values(crate)),
    crateWith(() => ({}), (crate) => {
      (Hold as any).schema = { crate };
      return Hold;
    }),
  ];
  for (const Crate of endless) {
    assertThrows(
      () => denormalize(Crate, "1", rows),
      SchemaError,
      "and so on without end",
    );
    // a row may say where it ends
    assertEquals((denormalize(Crate, "2", rows) as any).inner, null);
  }
});
