/**
 * Does what the README says, word for word, in empty folders. What stands for
 * something else is said where it does: the registries do not have this
 * version yet, and the API of the examples is answered on loopback.
 */
import { assertEquals, assertMatch } from "@std/assert";
import { launchChromium } from "../../browser/support/chromium.ts";
import { Project, runIn } from "../support/project.ts";
import { packTarball } from "../support/tarball.ts";
import { serveEsmSh } from "./esm_sh.ts";
import { fileOf, readSection } from "./sections.ts";
import { serveFolder, servePage } from "./static_server.ts";
import { startTodos } from "./todos.ts";

const repository = new URL("../../../", import.meta.url).pathname;

Deno.test("the README's example for Deno runs in an empty folder", async () => {
  const section = await readSection("In Deno");
  assertEquals(section.commands, [
    "deno init todos && cd todos",
    "deno add jsr:@tessera/client",
    "deno run --allow-net main.ts",
  ]);
  await using todos = await startTodos();
  const folder = await Deno.makeTempDir();
  try {
    await runIn(folder, Deno.execPath(), "init", "todos");
    // what `deno add` writes; the link stands for the registry
    await Deno.writeTextFile(
      `${folder}/todos/deno.json`,
      JSON.stringify({
        imports: { "@tessera/client": "jsr:@tessera/client@^0.1.0" },
        links: [repository],
      }),
    );
    await Deno.writeTextFile(
      `${folder}/todos/main.ts`,
      fileOf(section, "main.ts", todos.url),
    );
    await runIn(`${folder}/todos`, Deno.execPath(), "check", "main.ts");
    const output = await runIn(
      `${folder}/todos`,
      Deno.execPath(),
      "run",
      "--allow-net",
      "main.ts",
    );
    assertEquals(output.trim().split("\n"), [
      "2 todos; the first: delectus aut autem",
      "the first is done",
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the README's example for Node.js runs in an empty folder", async () => {
  const section = await readSection("In Node.js");
  assertEquals(section.commands, [
    "npm install @tessera/client",
    "node main.mjs",
  ]);
  await using todos = await startTodos();
  await using tarball = await packTarball();
  // the packed package stands for the registry
  await using project = await Project.create({
    "@tessera/client": `file:${tarball.path}`,
  });
  project.write("main.mjs", fileOf(section, "main.mjs", todos.url));
  assertEquals(
    (await project.run("node", "main.mjs")).trim(),
    "2 todos; the first: delectus aut autem",
  );
});

Deno.test("the README's example for React is built by Vite and works in a browser", async () => {
  const section = await readSection("In React");
  assertEquals(section.commands, [
    "npm create vite@latest todos -- --template react-ts",
    "cd todos && npm install && npm install @tessera/client",
    "npm run dev",
  ]);
  await using todos = await startTodos();
  await using tarball = await packTarball();
  const folder = await Deno.makeTempDir();
  try {
    await runIn(
      folder,
      "npm",
      "create",
      "--yes",
      "vite@latest",
      "todos",
      "--",
      "--template",
      "react-ts",
      "--no-interactive",
    );
    const project = `${folder}/todos`;
    await runIn(project, "npm", "install", "--no-audit", "--no-fund");
    // the packed package stands for the registry
    await runIn(project, "npm", "install", "--no-audit", tarball.path);
    await Deno.writeTextFile(
      `${project}/src/App.tsx`,
      fileOf(section, "src/App.tsx", todos.url),
    );
    // `npm run dev` does not end; the build checks the types as well
    await runIn(project, "npm", "run", "build");

    await using site = serveFolder(`${project}/dist`);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      const first = page.getByLabel("delectus aut autem");
      await first.check();
      await page.reload();
      await first.waitFor();
      assertEquals(await first.isChecked(), true);
      assertEquals(await page.getByRole("checkbox").count(), 2);
    } finally {
      await browser.close();
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the README's page works without a build", async () => {
  const section = await readSection("In a page, without a build");
  await using todos = await startTodos();
  await using site = servePage(fileOf(section, "index.html", todos.url));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    await serveEsmSh(page);
    await page.goto(site.url);
    await page.getByText("delectus aut autem").waitFor();
    assertMatch(
      (await page.locator("#root").innerText()).trim(),
      /^delectus aut autem\s+quis ut nam facilis$/,
    );
    assertEquals(problems, []);
  } finally {
    await browser.close();
  }
});
