/**
 * An application of earlier releases (`application/before`), what the codemod
 * and the steps it prints make of it (`application/after`), and that it works. The
 * types of the latter are checked by `deno task check`.
 * To write `after` anew: `WRITE_AFTER=1 deno test -A scripts/codemod/tests/application_test.tsx`.
 */
import { act } from "../../../tests/react/support/act.ts";
import { render } from "../../../tests/react/support/render.tsx";
import { assert, assertEquals } from "@std/assert";
import { dirname } from "node:path";
import type { ComponentType, ReactNode } from "react";
import { runCodemod } from "../program.ts";
import { transforms } from "../transforms.ts";
import { steps } from "./application/by_hand.ts";
import { runIn } from "./application/check.ts";
import { startStationServer } from "./application/server.ts";

const before = new URL("application/before", import.meta.url).pathname;
const after = new URL("application/after", import.meta.url).pathname;
const roots = [
  "src/Station.tsx",
  "scripts/report.js",
  "test/episodes.test.tsx",
];

/** The texts of all files below a folder, by path. */
function filesIn(folder: string, inner = ""): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of Deno.readDirSync(`${folder}/${inner}`)) {
    const path = inner + entry.name;
    if (entry.isDirectory) {
      for (const each of filesIn(folder, `${path}/`)) files.set(...each);
    } else files.set(path, Deno.readTextFileSync(`${folder}/${path}`));
  }
  return new Map([...files].sort());
}

function writeFiles(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [path, text] of files) {
    Deno.mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    Deno.writeTextFileSync(`${folder}/${path}`, text);
  }
}

interface Migration {
  readonly files: ReadonlyMap<string, string>;
  readonly printed: readonly string[];
  /** Names of the transforms that changed something. */
  readonly applied: ReadonlySet<string>;
}

/** Runs the codemod over files. */
function migrate(files: ReadonlyMap<string, string>): Migration {
  const folder = Deno.makeTempDirSync();
  try {
    writeFiles(folder, files);
    const printed: string[] = [];
    const status = runCodemod([folder], {
      print: (line) => printed.push(...line.split("\n")),
      fail: (line) => printed.push(line),
    });
    assertEquals(status, 0, printed.join("\n"));
    const lines = printed.map((line) => line.replace(`${folder}/`, ""));
    return {
      files: filesIn(folder),
      printed: lines,
      applied: new Set(
        lines.flatMap((line) =>
          /^rewrote \S+ \((.*)\)$/.exec(line)?.[1]?.split(", ") ?? []
        ),
      ),
    };
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

/** Does what the steps say. */
function doByHand(files: ReadonlyMap<string, string>): Map<string, string> {
  const result = new Map(files);
  for (const { printed, changes } of steps) {
    const [path] = printed.split(":") as [string];
    let text = result.get(path)!;
    for (const [from, to] of changes) {
      assertEquals(text.split(from).length, 2, `${path} has once: ${from}`);
      text = text.replace(from, () => to);
    }
    result.set(path, text);
  }
  return result;
}

const migration = migrate(filesIn(before));
const finished = doByHand(migration.files);
if (Deno.env.has("WRITE_AFTER")) {
  writeFiles(after, finished);
}

Deno.test("the application is typed right before, against what is known of earlier releases", async () => {
  const { success, output } = await runIn(before, "before", [
    "check",
    ...roots,
  ]);
  assert(success, output);
});

Deno.test("all that is left to do is printed, with file and line [endpoint/MOD-1] [endpoint/MOD-26]", () => {
  const from = migration.printed.indexOf("To do by hand:") + 1;
  assertEquals(
    migration.printed.slice(from, migration.printed.indexOf("", from)),
    steps.map(({ printed }) => printed),
  );
  for (const { printed } of steps) {
    const [path, line] = printed.split(":") as [string, string];
    const text = migration.files.get(path)!.split("\n")[Number(line) - 1]!;
    assert(text.trim() !== "", `${printed} is about: ${text}`);
  }
});

Deno.test("the codemod and the printed steps make the new application [endpoint/MOD-3]", () => {
  assertEquals(
    Object.fromEntries(finished),
    Object.fromEntries(filesIn(after)),
  );
});

Deno.test("every transform has something to do in the application", () => {
  const reporting = ["by-hand"];
  assertEquals(
    transforms.map(({ name }) => name).filter((name) =>
      !migration.applied.has(name)
    ),
    reporting,
  );
});

Deno.test("a second run finds nothing to rewrite [endpoint/MOD-1]", () => {
  const again = migrate(finished);
  assertEquals(
    Object.fromEntries(again.files),
    Object.fromEntries(finished),
  );
  assertEquals([...again.applied], []);
});

Deno.test("the new application's own tests pass", async () => {
  const { success, output } = await runIn(after, "after", [
    "test",
    "-A",
    "--no-check",
    "test/",
  ]);
  assert(success && /\b4 passed\b/.test(output), output);
});

Deno.test("the new application's script prints what the server has", async () => {
  await using server = startStationServer();
  const { success, output } = await runIn(after, "after", [
    "run",
    "-A",
    "--no-check",
    "scripts/report.js",
  ], { STATION_API: server.origin });
  assert(success, output);
  assertEquals(
    output,
    `shows: s1
hosts: Ada
changes: Second of 2
withdrawn: symbol
today: All day long
then: First day
recording: the sound
bulletin from: news
`,
  );
});

Deno.test("the new application shows what the server has, and changes it", async () => {
  await using server = startStationServer();
  Deno.env.set("STATION_API", server.origin);
  const { Station, StationProvider, activity, ticker } = await import(
    `${after}/src/Station.tsx`
  ) as {
    Station: ComponentType<{ language: string }>;
    StationProvider: ComponentType<{ children: ReactNode }>;
    activity: { lines: string[] };
    ticker: EventTarget;
  };
  const page = (language: string) => (
    <StationProvider>
      <Station language={language} />
    </StationProvider>
  );
  await using screen = await render(page("de"));
  const until = async (text: string) => {
    for (let round = 0; !screen.text().includes(text); round++) {
      assert(round < 1000, `${text} is not in: ${screen.text()}`);
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  };
  const click = (label: string) =>
    act(async () => {
      const found = [...screen.container.querySelectorAll("button")]
        .find((button) => button.textContent.includes(label));
      await found!.click();
    });

  await until("Morning since 1999");
  await until("Ada (Bob, Ada)");
  await click("Morning");
  await until("Pilot: Es beginnt");
  await until("Ada, Eve");
  await until("Ready");
  await screen.render(page("en"));
  await until("Pilot: It begins");
  await click("1 likes");
  await until("2 likes");
  await click("New show");
  await until("Night shift since 1999");
  await click("Quiet");
  await until("Quiet, please");
  await act(async () => {
    await ticker.dispatchEvent(
      new CustomEvent("announcement", { detail: { id: "now", text: "Fog!" } }),
    );
  });
  await until("Fog!");
  assert(
    activity.lines.some((line) => line.endsWith("2 of show s1")),
    activity.lines.join("\n"),
  );
  assertEquals(
    server.requests.filter((request) => request.startsWith("POST")),
    [
      "POST /shows/s1/episodes/e1/like",
      "POST /shows",
      "POST /announcements",
    ],
  );
});
