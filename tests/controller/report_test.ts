import { assertEquals, assertStringIncludes } from "@std/assert";
import type {
  DataReport,
  IDenormalizeDelegate,
  INormalizeDelegate,
} from "../../schema/mod.ts";
import {
  answering,
  harbour,
  Port,
  reading,
  recordingConsole,
} from "./harbour.ts";
import { inProduction } from "../support/production.ts";

/** Members that cannot be stored are left out; odd names cannot be read. */
class Tolerant {
  normalize(
    input: unknown[],
    parent: unknown,
    key: string,
    delegate: INormalizeDelegate,
  ): unknown[] {
    return input.flatMap((item) => {
      try {
        return [delegate.visit(Port, item, parent, key)];
      } catch (cause) {
        delegate.report?.({ message: "A port was left out.", cause });
        return [];
      }
    });
  }
  denormalize(pks: unknown[], delegate: IDenormalizeDelegate): unknown[] {
    return pks.map((pk) => {
      const port = delegate.unvisit(Port, pk);
      if (port.name === "") {
        delegate.report?.({ message: "It has no name.", place: `Port ${pk}` });
      }
      return port;
    });
  }
}

const response = [{ id: "rtm", name: "" }, { name: "Atlantis" }];
const getPorts = () =>
  reading("getPorts", answering<unknown, []>(response), {
    schema: new Tolerant(),
  });

Deno.test("what is left out and what cannot be read is reported once, with key and place [controller/CTL-6a]", async () => {
  const endpoint = getPorts();
  const reports: DataReport[] = [];
  await using client = harbour({ onReport: (report) => reports.push(report) });
  const lines = await recordingConsole(async () => {
    await client.fetch(endpoint);
    client.read(endpoint);
    await client.fetch(endpoint);
    client.read(endpoint);
  });
  const about = reports.map(({ key, place, message }) => [key, place, message]);
  assertEquals(about, [
    [endpoint.key(), "[1]", "A port was left out."],
    [undefined, "Port rtm", "It has no name."],
  ]);
  assertStringIncludes(String(reports[0]!.cause), "Port");
  assertEquals(lines.length, 2);
  assertStringIncludes(
    String(lines[0]!.args[0]),
    "getPorts [] at [1]: A port was left out.",
  );
});

Deno.test("in production reports go to the listener alone, and one that throws stops nothing [controller/CTL-6a]", async () => {
  const endpoint = getPorts();
  await inProduction(async () => {
    let told = 0;
    await using client = harbour({
      onReport: () => {
        told++;
        throw new Error("The log is full.");
      },
    });
    const lines = await recordingConsole(() => client.fetch(endpoint));
    assertEquals(told, 2);
    assertEquals(
      lines.map(({ args }) => String(args[0])),
      Array(2).fill("Error: The log is full."),
    );
    assertEquals((client.read(endpoint).data as unknown[]).length, 1);
  });
});
