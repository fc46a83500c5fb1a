/**
 * Starts an application from each template as its users do: two commands in an
 * empty folder. Our packages come from a registry on loopback.
 */
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Browser } from "playwright-core";
import { launchChromium } from "../browser/support/chromium.ts";
import { runIn } from "./support/project.ts";
import { type Registry, startRegistry } from "./support/registry.ts";
import { Todos } from "./support/todos.ts";

/** Applications with a page: their two commands, and what is built of them. */
const pages = [
  { template: "react", built: "dist/index.html" },
  { template: "preact", built: "dist/index.html" },
  { template: "next", built: ".next/BUILD_ID" },
];

Deno.test("each template starts with its two commands in an empty folder", async (test) => {
  await using registry = await startRegistry();
  const browser = await launchChromium();
  try {
    for (const { template, built } of pages) {
      await using todos = new Todos();
      await using folder = await emptyFolder();
      const env = variables(registry, todos.url);
      await test.step(`${template}: npm create @tessera ${template}`, async () => {
        await runIn(
          { cwd: folder.path, env },
          "npm",
          "create",
          "--yes",
          "@tessera",
          template,
        );
      });
      await test.step(`${template}: npm run dev shows, ticks and adds todos`, async () => {
        await using server = await startServer(folder.path, env);
        await checkPage(browser, template, server.url, todos);
      });
      await test.step(`${template}: npm run build checks types and builds`, async () => {
        await runIn({ cwd: folder.path, env }, "npm", "run", "build");
        assert(Deno.statSync(`${folder.path}/${built}`).isFile);
      });
    }
  } finally {
    await browser.close();
  }
  await test.step("deno: deno run npm:@tessera/create deno, and deno task start", async () => {
    await using todos = new Todos();
    await using folder = await emptyFolder();
    const env = variables(registry, todos.url);
    const inFolder = { cwd: folder.path, env };
    const deno = Deno.execPath();
    await runIn(inFolder, deno, "run", "-A", "npm:@tessera/create", "deno");
    assertEquals(
      await runIn(inFolder, deno, "task", "--quiet", "start"),
      "2 todos; the first: Find the moth\nthe first is done\n",
    );
    await runIn(inFolder, deno, "task", "--quiet", "check");
  });
  await test.step("a folder that holds something is left alone", async () => {
    await using folder = await emptyFolder();
    Deno.writeTextFileSync(`${folder.path}/thesis.txt`, "");
    const env = variables(registry, "");
    let message = "";
    try {
      await runIn(
        { cwd: folder.path, env },
        "npm",
        "create",
        "--yes",
        "@tessera",
        "react",
      );
    } catch (error) {
      message = (error as Error).message;
    }
    assertStringIncludes(message, "is not empty: it has thesis.txt.");
    assertEquals([...Deno.readDirSync(folder.path)].length, 1);
  });
});

/** What the shell of a user has; the templates ask the given server. */
function variables(registry: Registry, url: string): Record<string, string> {
  return {
    ...registry.variables,
    VITE_API: url,
    NEXT_PUBLIC_API: url,
    NEXT_TELEMETRY_DISABLED: "1",
    API: url,
  };
}

async function emptyFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await Deno.realPath(await Deno.makeTempDir());
  return {
    path,
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}

/** Runs `npm run dev` until it is disposed of. */
async function startServer(
  cwd: string,
  env: Record<string, string>,
): Promise<AsyncDisposable & { url: string }> {
  const server = new Deno.Command("npm", {
    args: ["run", "dev", "--", "--port=0"],
    cwd,
    env: { ...env, NO_COLOR: "1" },
    stdout: "piped",
    stderr: "inherit",
    detached: true,
  }).spawn();
  const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
  const [, url] = await readUntil(
    reader,
    // deno-lint-ignore no-control-regex
    /Local:\s+(?:\x1b\[\d+m)*(http:\/\/localhost:\d+)/,
  );
  const drained = drain(reader);
  return {
    url: url!,
    async [Symbol.asyncDispose]() {
      // npm and what it has started are one group
      Deno.kill(-server.pid, "SIGTERM");
      await server.status;
      await drained;
    },
  };
}

async function readUntil(
  reader: ReadableStreamDefaultReader<string>,
  pattern: RegExp,
): Promise<RegExpExecArray> {
  let text = "";
  while (true) {
    const match = pattern.exec(text);
    if (match) return match;
    const { value, done } = await reader.read();
    assert(!done, `It has ended:\n${text}`);
    text += value;
  }
}

async function drain(reader: ReadableStreamDefaultReader<string>) {
  while (!(await reader.read()).done);
}

async function checkPage(
  browser: Browser,
  template: string,
  url: string,
  todos: Todos,
): Promise<void> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(url);
  const moth = page.getByLabel("Find the moth");
  await moth.waitFor();
  // what a server rendered takes clicks only once React has taken it over
  if (template === "next") {
    await page.waitForFunction(() =>
      Object.keys(document.querySelector("input[type=checkbox]")!)
        .some((key) => key.startsWith("__reactProps"))
    );
  }
  await moth.click();
  await page.locator("input:checked").waitFor();
  await page.getByLabel("What is to be done").fill("Answer Babbage");
  // the page shows it before the server has it
  const created = page.waitForResponse((response) =>
    response.request().method() === "POST"
  );
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByLabel("Answer Babbage").waitFor();
  await created;
  assertEquals(errors, []);
  assertEquals(todos.changes, [
    'PATCH /todos/1 {"completed":true}',
    'POST /todos {"userId":1,"title":"Answer Babbage"}',
  ]);
  // what the server refuses is told, and stays to be corrected
  todos.isStrict = true;
  const field = page.getByLabel("What is to be done");
  await field.fill("Catch the moth");
  await page.getByRole("button", { name: "Add" }).click();
  await page.locator("main").getByRole("alert").waitFor();
  assertEquals(await field.inputValue(), "Catch the moth");
  await page.getByLabel("Catch the moth").waitFor({ state: "detached" });
  await page.close();
}
