/**
 * Does what the README says, word for word, in empty folders. What stands for
 * something else is said where it does: the registries do not have this
 * version yet, and the API of the examples is answered on loopback.
 */
import { assert, assertEquals, assertMatch } from "@std/assert";
import { transform } from "esbuild";
import { writeTemplate } from "../../../scripts/create/templates.ts";
import { launchChromium } from "../../browser/support/chromium.ts";
import { install, Project, runIn } from "../support/project.ts";
import { packTarball, type Tarball } from "../support/tarball.ts";
import { serveEsmSh } from "./esm_sh.ts";
import { codeOf, readme } from "./sections.ts";
import { serveFolder, servePage } from "./static_server.ts";
import { startTodos } from "./todos.ts";

const repository = new URL("../../../", import.meta.url).pathname;

let tarball: Promise<Tarball> | undefined;

/** The page for Preact that needs no build. */
function preactPage(api?: string): string {
  return codeOf("Without a build", api, "docs/preact.md");
}

/** The package, packed once for all tests; it stands for the registry. */
function packed(): Promise<Tarball> {
  return tarball ??= packTarball();
}

Deno.test.afterAll(async () => {
  await (await tarball)?.[Symbol.asyncDispose]();
});

Deno.test("the README is short, and so is each of its quick starts", () => {
  assert(readme.split("\n").length <= 151, "more than 150 lines");
  const resource = codeOf("Quick start").split("\n").length;
  for (const heading of ["A script", "React"]) {
    const lines = codeOf(heading).split("\n").length + resource - 2;
    assert(lines <= 25, `${heading} has ${lines} lines`);
  }
  assert(preactPage().split("\n").length - 1 <= 25, "Preact");
});

Deno.test("the README's script runs in Deno", async () => {
  await using todos = await startTodos();
  const folder = await Deno.makeTempDir();
  try {
    // what `deno add` writes; the link stands for the registry
    await Deno.writeTextFile(
      `${folder}/deno.json`,
      JSON.stringify({
        imports: { "@tessera/client": "jsr:@tessera/client@^0.1.0" },
        links: [repository],
      }),
    );
    await Deno.writeTextFile(
      `${folder}/todos.ts`,
      codeOf("Quick start", todos.url),
    );
    await Deno.writeTextFile(`${folder}/main.ts`, codeOf("A script"));
    await runIn(folder, Deno.execPath(), "check", "main.ts");
    assertEquals(
      await runIn(folder, Deno.execPath(), "run", "--allow-net", "main.ts"),
      "2 todos; the first: delectus aut autem\nthe first is done\n",
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("the README's script runs in Node.js", async () => {
  await using todos = await startTodos();
  const tarball = await packed();
  // the packed package stands for the registry
  await using project = await Project.create({
    "@tessera/client": `file:${tarball.path}`,
  });
  // older releases do not run TypeScript, nor `using`
  for (
    const [file, heading] of [["todos", "Quick start"], ["main", "A script"]]
  ) {
    const code = codeOf(heading!, file === "todos" ? todos.url : undefined);
    const options = { loader: "ts", target: "node20" } as const;
    const { code: script } = await transform(code, options);
    project.write(`${file}.ts`, "");
    project.write(`${file}.mjs`, script.replace("./todos.ts", "./todos.mjs"));
  }
  assertEquals(
    await project.run("node", "main.mjs"),
    "2 todos; the first: delectus aut autem\nthe first is done\n",
  );
});

Deno.test("the guide's script runs in Node.js 20", async () => {
  await using todos = await startTodos();
  const tarball = await packed();
  await using project = await Project.create({
    "@tessera/client": `file:${tarball.path}`,
  });
  project.write("main.mjs", codeOf("Node.js 20", todos.url, "docs/scripts.md"));
  assertEquals(await project.run("node", "main.mjs"), "2 todos\n");
});

for (const [template, name] of [["react", "React"], ["preact", "Preact"]]) {
  Deno.test(`the README's component works in the template for ${name}`, async () => {
    await using todos = await startTodos();
    const tarball = await packed();
    const folder = await Deno.makeTempDir();
    try {
      const project = `${folder}/todos`;
      // what `npm create @tessera` does; the packed package stands for the registry
      writeTemplate(template!, project);
      await install(project, tarball.path);
      await Deno.writeTextFile(
        `${project}/src/todos.ts`,
        codeOf("Quick start", todos.url),
      );
      await Deno.writeTextFile(`${project}/src/app.tsx`, codeOf("React"));
      // `npm run dev` does not end; the build checks the types as well
      await runIn(project, "npm", "run", "build");

      await using site = serveFolder(`${project}/dist`);
      const browser = await launchChromium();
      try {
        const page = await browser.newPage();
        await page.goto(site.url);
        const first = page.getByRole("button", { name: "delectus aut autem" });
        await first.click();
        await page.locator("[aria-pressed=true]").waitFor();
        await page.reload();
        await page.locator("[aria-pressed=true]").waitFor();
        assertEquals(await page.getByRole("button").count(), 2);
      } finally {
        await browser.close();
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  });
}

Deno.test("the guide's page for Preact works without a build", async () => {
  await using todos = await startTodos();
  await using site = servePage(preactPage(todos.url));
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
