import { assertEquals } from "@std/assert";
import { Entity, normalize } from "../../schema/mod.ts";

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
    static override key = "Ship";
    static override process = watched(Entity.process);
    static override validate = watched(Entity.validate);
  }
  const { entities } = normalize(Ship, { id: "1" });
  assertEquals(entities, { Ship: { 1: { id: "1" } } });
  assertEquals(called, ["process", "validate"]);
});
