/** Does what the README says for Next.js. */
import { assertMatch } from "@std/assert";
import { next, startNext } from "./next/application.ts";
import { codeOf } from "./readme/sections.ts";
import { startTodos } from "./readme/todos.ts";
import { Project, runIn } from "./support/project.ts";
import { packTarball } from "./support/tarball.ts";

const templates = new URL("../../scripts/create/templates/", import.meta.url);

Deno.test("the README's page works in the template for Next.js", async () => {
  await using todos = await startTodos();
  await using tarball = await packTarball();
  await using project = await Project.create({
    "@tessera/client": `file:${tarball.path}`,
    "next": "^16",
    "react": "^19",
    "react-dom": "^19",
    // Next.js installs these itself, but not where CI is set
    "@types/node": "^24",
    "@types/react": "^19",
    "typescript": "^7",
  });
  const layout = new URL("next/app/layout.tsx", templates);
  project.write("app/layout.tsx", Deno.readTextFileSync(layout));
  project.write("app/todos.ts", codeOf("Quick start", todos.url));
  project.write(
    "app/page.tsx",
    codeOf("A page of Next.js", undefined, "docs/ssr.md"),
  );
  const env = { NEXT_TELEMETRY_DISABLED: "1" };
  await runIn(
    { cwd: project.folder, env: { ...env, NODE_ENV: "production" } },
    "node",
    next(project),
    "build",
  );
  await using application = await startNext(project, "start", env);
  const html = await (await fetch(application.url)).text();
  assertMatch(html, /<p>delectus aut autem<\/p>/);
});
