/**
 * Judges the package as applications of React Native have it: compiled by the
 * presets of React Native, bundled by its bundler, and run in its test
 * environment.
 */
import { assertEquals } from "@std/assert";
import { Project } from "./support/project.ts";
import { packTarball } from "./support/tarball.ts";

const reactNative = "~0.87.1";

Deno.test("the package works in React Native", async (test) => {
  await using tarball = await packTarball();
  await using project = await Project.create({
    "@react-native/babel-preset": reactNative,
    "@react-native/jest-preset": reactNative,
    "@react-native/metro-config": reactNative,
    "@react-navigation/native": "^7",
    "@tessera/client": `file:${tarball.path}`,
    "jest": "^29",
    "react": "~19.2.3",
    "react-native": reactNative,
    "react-test-renderer": "~19.2.3",
  });
  for (const [path, text] of Object.entries(files)) project.write(path, text);
  project.write(
    "application.test.js",
    Deno.readTextFileSync(
      new URL("react_native/application.jsx", import.meta.url),
    ),
  );

  await test.step(
    "its components, and screens of React Navigation [react/NAT-1] [react/NAT-2] [react/NAT-3]",
    async () => {
      await project.run("node", project.script("jest", "bin/jest.js"));
    },
  );
  await test.step(
    "a bundle contains React Navigation if it is installed",
    async () => assertEquals(await bundle(project, "ios"), true),
  );
  await test.step(
    "a bundle is made without React Navigation just as well [react/NAT-4]",
    async () => {
      const folder = `${project.folder}/node_modules/@react-navigation`;
      await Deno.remove(folder, { recursive: true });
      assertEquals(await bundle(project, "android"), false);
    },
  );
});

/** Bundles an application; tells whether React Navigation is in the bundle. */
async function bundle(project: Project, platform: string): Promise<boolean> {
  const output = await project.run("node", "bundle.cjs", platform);
  // It says so where it finds something of a package only by luck.
  const complaints = output.split("\n").filter((line) =>
    /warn|error/i.test(line) && /tessera|react-navigation/.test(line)
  );
  assertEquals(complaints, []);
  const text = project.read("bundle.js");
  assertEquals(text.includes("outside any Suspense boundary"), true);
  return text.includes("@react-navigation/native/");
}

const files = {
  "babel.config.cjs":
    `module.exports = { presets: ["@react-native/babel-preset"] };`,
  "jest.config.cjs": `module.exports = {
    preset: "@react-native/jest-preset",
    // the first test compiles most of React Native
    testTimeout: 60_000,
    transformIgnorePatterns: [
      "node_modules/(?!(@?react-native|@react-navigation|@tessera|path-to-regexp|standard-navigation|nanoid)/)",
    ],
  };`,
  "metro.config.cjs": `
    const { getDefaultConfig } = require("@react-native/metro-config");
    module.exports = getDefaultConfig(__dirname);
  `,
  "index.js": `
    import { AppRegistry, Text } from "react-native";
    import { AsyncBoundary, DataProvider } from "@tessera/client/react";
    function Application() {
      return (
        <DataProvider>
          <AsyncBoundary><Text>content</Text></AsyncBoundary>
        </DataProvider>
      );
    }
    AppRegistry.registerComponent("application", () => Application);
  `,
  "bundle.cjs": `
    const Metro = require("metro");
    Metro.loadConfig({ cwd: __dirname, resetCache: true }).then((config) =>
      Metro.runBuild(config, {
        entry: "index.js",
        platform: process.argv[2],
        dev: true,
        minify: false,
        out: __dirname + "/bundle.js",
      })
    ).catch((error) => {
      console.error(error);
      process.exitCode = 1;
    });
  `,
};
