/**
 * Runs the packed package where applications run it, beside Node.js and the
 * frameworks that have tests of their own.
 */
import { assertEquals, assertStringIncludes } from "@std/assert";
import { Project, runIn } from "./support/project.ts";
import { packTarball, toolFolders } from "./support/tarball.ts";
import { Todos } from "./support/todos.ts";

const printed = "2 todos; the first is done\n";

/** Milliseconds after which a test runner says that a test hangs. */
const patience = 300_000;

Deno.test("the package works in other hosts, test runners and bundlers", async (test) => {
  await using tarball = await packTarball();
  await using lint = await packTarball(toolFolders.get("lint"));
  await using openapi = await packTarball(toolFolders.get("openapi"));
  await using todos = new Todos();
  await using project = await Project.create({
    "@babel/preset-env": "^7",
    "@babel/preset-react": "^7",
    "@rspack/core": "^2",
    "@tessera/client": `file:${tarball.path}`,
    "@tessera/lint": `file:${lint.path}`,
    "@tessera/openapi": `file:${openapi.path}`,
    "@testing-library/react": "^16",
    "@testing-library/dom": "^10",
    "babel-jest": "^30",
    "bun": "^1.4",
    "esbuild": "^0.28",
    "eslint": "^10",
    "jest": "^30",
    "jest-environment-jsdom": "^30",
    "miniflare": "^4",
    "react": "^19",
    "react-dom": "^19",
    "vitest": "^5",
    "webpack": "^5",
  });
  project.write("todos.js", todosModule(todos.url));
  project.write(
    "script.js",
    `import { report } from "./todos.js";\nconsole.log(await report());\n`,
  );
  project.write("page.jsx", page);
  const folder = project.folder;

  await test.step("Bun", async () => {
    const bun = project.script("bun", "bin/bun.exe");
    assertEquals(await project.run(bun, "run", "script.js"), printed);
  });
  await test.step("Deno", async () => {
    assertEquals(
      await project.run(
        Deno.execPath(),
        "run",
        "--allow-net",
        "--allow-read",
        "--allow-env",
        "--node-modules-dir=manual",
        "script.js",
      ),
      printed,
    );
  });
  await test.step("workerd", async () => {
    project.write("worker.js", worker);
    project.write("run_worker.js", runWorker);
    assertEquals(await project.run("node", "run_worker.js"), printed);
  });
  for (const bundler of ["rspack", "webpack"]) {
    await test.step(bundler, async () => {
      project.write(`${bundler}.js`, build(bundler));
      await project.run("node", `${bundler}.js`);
      assertEquals(await project.run("node", `${bundler}/main.cjs`), printed);
    });
  }
  await test.step("Jest, as docs/packaging.md says", async () => {
    project.write("page.test.jsx", pageTest);
    project.write(
      "jest.config.json",
      JSON.stringify({
        testEnvironment: "jsdom",
        ...jestConfiguration(),
        testMatch: ["<rootDir>/page.test.jsx"],
      }),
    );
    project.write(
      "babel.config.json",
      JSON.stringify({
        presets: [
          ["@babel/preset-env", { targets: { node: "current" } }],
          ["@babel/preset-react", { runtime: "automatic" }],
        ],
      }),
    );
    await project.run(
      "npx",
      "jest",
      "--config=jest.config.json",
      "--ci",
      `--testTimeout=${patience}`,
    );
  });
  await test.step("ESLint and deno lint, as docs/lint.md says", async () => {
    const guide = Deno.readTextFileSync(
      new URL("../../docs/lint.md", import.meta.url),
    );
    const [, configuration] = /```js ignore\n([^]*?)```/.exec(guide)!;
    project.write("eslint.config.js", configuration!);
    project.write(
      "mistake.js",
      'import { Entity } from "@tessera/client";\nexport class Ship extends Entity { id = ""; }\n',
    );
    assertStringIncludes(
      await complaintsOf(project, "npx", "eslint", "mistake.js"),
      "tessera/entity-key",
    );
    project.write(
      "deno.json",
      /```json\n([^]*?)```/.exec(guide)![1]!.replace(
        "jsr:@tessera/lint",
        "./node_modules/@tessera/lint/tessera-lint.js",
      ),
    );
    assertStringIncludes(
      await complaintsOf(project, Deno.execPath(), "lint", "mistake.js"),
      "tessera/entity-key",
    );
  });
  await test.step("tessera-openapi, as docs/openapi.md says", async () => {
    const harbour = new URL(
      "../../scripts/openapi/tests/harbour.yaml",
      import.meta.url,
    );
    const [, command] = /npx @tessera\/openapi (.*)/.exec(
      Deno.readTextFileSync(new URL("../../docs/openapi.md", import.meta.url)),
    )!;
    project.write("openapi.yaml", Deno.readTextFileSync(harbour));
    project.write("src/empty.ts", "");
    await project.run("npx", "--no", "tessera-openapi", ...command!.split(" "));
    assertEquals(
      project.read("src/api.ts"),
      Deno.readTextFileSync(new URL("expected/harbour.ts", harbour)),
    );
  });
  await test.step("vitest", async () => {
    project.write(
      "page.vitest.jsx",
      `import { expect, test } from "vitest";\n${pageTest}`,
    );
    project.write(
      "vitest.config.js",
      `export default { test: ${
        JSON.stringify({
          environment: "jsdom",
          include: ["page.vitest.jsx"],
          testTimeout: patience,
        })
      } };`,
    );
    const output = await runIn(
      { cwd: folder, env: { NODE_ENV: "test" } },
      "npx",
      "vitest",
      "run",
    );
    assertStringIncludes(output, "1 passed");
  });
});

/** Runs a linter on a module with a mistake. */
async function complaintsOf(
  project: Project,
  command: string,
  ...args: string[]
): Promise<string> {
  try {
    await project.run(command, ...args);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${command} finds nothing`);
}

/** What the guide tells users of Jest to write into package.json. */
function jestConfiguration(): Record<string, unknown> {
  const guide = Deno.readTextFileSync(
    new URL("../../docs/packaging.md", import.meta.url),
  );
  const [, text] = /```json\n(\{\n {2}"jest"[^]*?)```/.exec(guide)!;
  return JSON.parse(text!).jest;
}

function todosModule(url: string): string {
  return `
    import { createClient, Entity, resource } from "@tessera/client";

    class Todo extends Entity {
      id = 0;
      title = "";
      completed = false;
      static key = "Todo";
    }
    export const TodoResource = resource({
      urlPrefix: ${JSON.stringify(url)},
      path: "/todos/:id",
      schema: Todo,
    });

    export async function report() {
      const client = createClient();
      await client.fetch(TodoResource.getList);
      await client.fetch(TodoResource.partialUpdate, { id: 1 }, { completed: true });
      const { data } = client.read(TodoResource.getList);
      client.dispose();
      return data.length + " todos; the first is " +
        (data[0].completed ? "done" : "open");
    }
  `;
}

const worker = `
  import { report } from "./todos.js";
  export default {
    async fetch() {
      return new Response(await report());
    },
  };
`;

const runWorker = `
  import { build } from "esbuild";
  import { Miniflare } from "miniflare";
  await build({
    entryPoints: ["worker.js"],
    outfile: "worker.bundle.js",
    bundle: true,
    format: "esm",
    conditions: ["workerd", "worker", "production", "module"],
    logLevel: "error",
  });
  const host = new Miniflare({
    modules: true,
    scriptPath: "worker.bundle.js",
    compatibilityDate: "2025-01-01",
  });
  const response = await host.dispatchFetch("http://localhost/");
  console.log(await response.text());
  await host.dispose();
`;

function build(bundler: string): string {
  const name = bundler === "rspack" ? "@rspack/core" : "webpack";
  return `
    import bundler from "${name}";
    const compiler = (bundler.rspack ?? bundler)({
      mode: "production",
      target: "node",
      entry: "./script.js",
      output: { path: import.meta.dirname + "/${bundler}", filename: "main.cjs" },
    });
    compiler.run((error, stats) => {
      if (error) throw error;
      if (stats.hasErrors() || stats.hasWarnings()) {
        console.error(stats.toString());
        process.exitCode = 1;
      }
      compiler.close(() => {});
    });
  `;
}

const page = `
  import { useController, useSuspense } from "@tessera/client/react";
  import { TodoResource } from "./todos.js";
  export function Page() {
    const todos = useSuspense(TodoResource.getList);
    const { fetch } = useController();
    return todos.map((todo) => (
      <button
        key={todo.id}
        onClick={() =>
          fetch(TodoResource.partialUpdate, { id: todo.id }, { completed: true })}
      >
        {todo.title + (todo.completed ? ": done" : ": open")}
      </button>
    ));
  }
`;

const pageTest = `
  import { Entity } from "@tessera/client";
  import { AsyncBoundary, DataProvider } from "@tessera/client/react";
  import { MockResolver } from "@tessera/client/testing";
  import { configure, fireEvent, render, screen } from "@testing-library/react";
  import { Page } from "./page.jsx";
  import { TodoResource } from "./todos.js";

  // one second is not enough for a busy machine
  configure({ asyncUtilTimeout: ${patience} });

  test("a press is shown", async () => {
    const fixtures = [
      {
        endpoint: TodoResource.getList,
        args: [],
        response: [{ id: 1, title: "Find the moth", completed: false }],
      },
      {
        endpoint: TodoResource.partialUpdate,
        args: [{ id: 1 }, { completed: true }],
        response: { id: 1, title: "Find the moth", completed: true },
      },
    ];
    render(
      <DataProvider>
        <MockResolver fixtures={fixtures}>
          <AsyncBoundary fallback="loading"><Page /></AsyncBoundary>
        </MockResolver>
      </DataProvider>,
    );
    fireEvent.click(await screen.findByText("Find the moth: open"));
    expect(await screen.findByText("Find the moth: done")).toBeTruthy();
    expect(Entity.name).toBe("Entity");
  });
`;
