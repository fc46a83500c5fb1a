/**
 * Judges the package in `npm/`, whichever tool built it, as its users have it:
 * packed, and installed into projects of their own.
 */
import { startReferenceServer } from "../../examples/reference_server.ts";
import { checkModes, checkTreeShaking } from "./checks/bundles.ts";
import { checkTypes, compilers } from "./checks/types.ts";
import {
  checkWithAreTheTypesWrong,
  checkWithPublint,
} from "./checks/quality.ts";
import { Project } from "./support/project.ts";
import { packTarball } from "./support/tarball.ts";

Deno.test("the package works as its users have it", async (test) => {
  await using tarball = await packTarball();
  const { manifest } = tarball;
  await using tools = await Project.create({
    ...compilers,
    "@arethetypeswrong/core": "^0.18",
    "publint": "^0.3",
  });
  await using react18 = await Project.create(withReact("18", tarball.path));
  await using react19 = await Project.create({
    ...withReact("19", tarball.path),
    "esbuild": "^0.28",
    "vite": "^8",
  });
  const server = startReferenceServer();
  await using _ = { [Symbol.asyncDispose]: () => server.close() };

  await test.step("publint has nothing to say", () => checkWithPublint(tools));
  await test.step(
    "arethetypeswrong finds only that there is no CommonJS",
    () => checkWithAreTheTypesWrong(tools, tarball),
  );
  await test.step(
    "types hold for every compiler and resolution",
    (test) =>
      checkTypes(test, manifest, tools, { "18": react18, "19": react19 }),
  );
  await test.step(
    "bundles contain nothing that the application does not use",
    (test) => checkTreeShaking(test, react19, server.url),
  );
  await test.step(
    "production bundles contain nothing that is for developers",
    (test) => checkModes(test, react19),
  );
});

function withReact(major: string, tarball: string): Record<string, string> {
  return {
    "@tessera/client": `file:${tarball}`,
    "@types/react": `^${major}`,
    "@types/react-dom": `^${major}`,
    "react": `^${major}`,
    "react-dom": `^${major}`,
  };
}
