import { assert, assertEquals, assertInstanceOf } from "@std/assert";
import {
  AbortOptimistic,
  DependencyError,
  DisposedError,
  QueueFullError,
  ResetError,
  TimeoutError,
  UnboundDispatchError,
} from "../../controller/mod.ts";
import { SchemaValidationError } from "../../schema/mod.ts";
import { inProduction } from "../support/production.ts";

Deno.test("each error class has its name, and the statuses a REST error would have [controller/NEW-133] [controller/CTL-29]", () => {
  const errors = {
    ResetError: new ResetError(),
    DisposedError: new DisposedError("key"),
    TimeoutError: new TimeoutError("key", 10),
    QueueFullError: new QueueFullError("key", 10),
    DependencyError: new DependencyError("key", "MISS-1"),
    AbortOptimistic: new AbortOptimistic(),
    UnboundDispatchError: new UnboundDispatchError(),
  };
  for (const [name, error] of Object.entries(errors)) {
    assertInstanceOf(error, Error);
    assertEquals(error.name, name);
    assertEquals(error.constructor.name, name);
    assert(error.message.length > 10);
  }
  assertEquals(errors.TimeoutError.status, 504);
  assertEquals(SchemaValidationError.name, "SchemaValidationError");
  for (
    const name of [
      "DisposedError",
      "TimeoutError",
      "QueueFullError",
      "DependencyError",
    ] as const
  ) assert(errors[name].message.includes("'key'"), name);
});

Deno.test("in production a message says what happened, and in development also what to do [controller/CTL-3]", async () => {
  const messages = () =>
    [
      new ResetError(),
      new DisposedError("key"),
      new TimeoutError("key", 10),
      new QueueFullError("key", 10),
      new UnboundDispatchError(),
    ].map(({ message }) => message);
  const inDevelopment = messages();
  await inProduction(() => {
    messages().forEach((message, position) => {
      assert(message.endsWith("."), message);
      assert(inDevelopment[position]!.startsWith(`${message} `), message);
    });
    const { message } = new UnboundDispatchError();
    assert(message.includes("constructing your middleware is not allowed"));
  });
  const why = "Other middleware would not be applied";
  assert(inDevelopment.at(-1)!.includes(why), inDevelopment.at(-1));
});
