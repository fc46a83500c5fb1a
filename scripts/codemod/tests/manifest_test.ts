// Tried: dependencies, development, peer and optional dependencies, imports of
// Deno; npm:, jsr: and plain ranges; one line, two spaces, tabs, comments, line
// breaks of Windows; ours there already; overrides, aliases; a file beside the
// paths, above them, without the library, broken; a package that a file still
// imports, or that another package needs, installed or not.
import { assertEquals, assertStringIncludes } from "@std/assert";
import configuration from "../../../deno.json" with { type: "json" };
import { ourRange } from "../packages.ts";
import { inFolder } from "./in_folder.ts";

const page = "import { useSuspense } from '@data-client/react';\n";
const install =
  "install @tessera/client, with npm install or what you use for that";

Deno.test("the codemod asks for the version that it belongs to [endpoint/MOD-28]", () => {
  assertEquals(ourRange, `^${configuration.version}`);
});

Deno.test("our package takes the place of those it replaces [endpoint/MOD-28]", () => {
  const manifest = `{
  "name": "app",
  "dependencies": {
    "@data-client/react": "^0.14.0",
    "@data-client/rest": "^0.14.0",
    "react": "^19"
  },
  "devDependencies": {
    "@data-client/test": "^0.14.0"
  },
  "peerDependencies": { "@rest-hooks/rest": "*", "react": "*" }
}
`;
  inFolder({ "package.json": manifest, "src/a.ts": page }, (run, read) => {
    const dry = run("-n", "src/");
    assertStringIncludes(dry.printed, '-    "@data-client/react": "^0.14.0",');
    assertStringIncludes(dry.printed, `package.json:4: ${install}`);
    assertEquals(read("package.json"), manifest);
    const { status, printed } = run("src/");
    assertEquals(status, 0);
    assertStringIncludes(printed, "rewrote package.json (dependencies)");
    assertStringIncludes(printed, `package.json:4: ${install}`);
    assertEquals(
      read("package.json"),
      `{
  "name": "app",
  "dependencies": {
    "@tessera/client": "${ourRange}",
    "react": "^19"
  },
  "devDependencies": {},
  "peerDependencies": { "@tessera/client": "${ourRange}", "react": "*" }
}
`,
    );
    const again = run("src/", "package.json");
    assertStringIncludes(again.printed, "0 files rewritten");
    assertStringIncludes(again.printed, "0 places to do by hand");
  });
});

Deno.test("imports of Deno, comments and other white space are kept [endpoint/MOD-28]", () => {
  inFolder({
    "a/deno.jsonc":
      `{"imports": {/* ours */ "@data-client/rest" : "npm:@data-client/rest@^0.18", "react": "npm:react"}, "x": 1}`,
    "a/x.ts": page,
    "b/deno.json":
      `{\r\n\t"imports": {\r\n\t\t"@data-client/react": "https://esm.test/@data-client/react"\r\n\t}\r\n}`,
    "b/x.ts": page,
    "c/package.json":
      `{"devDependencies":{"@tessera/client":"*","@data-client/rest":"0.18.1"}}`,
    "c/x.ts": page,
    "d/package.json":
      `{ "devDependencies": { "@data-client/rest": "0.18.1", "@data-client/core": "0.18" } }`,
    "d/x.ts": page,
  }, (run, read) => {
    const { printed } = run("./");
    assertEquals(
      read("a/deno.jsonc"),
      `{"imports": {/* ours */ "@tessera/client" : "npm:@tessera/client@${ourRange}", "react": "npm:react"}, "x": 1}`,
    );
    assertEquals(
      read("b/deno.json"),
      `{\r\n\t"imports": {\r\n\t\t"@tessera/client": "jsr:@tessera/client@${ourRange}"\r\n\t}\r\n}`,
    );
    assertEquals(
      read("c/package.json"),
      `{"devDependencies":{"@tessera/client":"*"}}`,
    );
    assertEquals(
      read("d/package.json"),
      `{ "devDependencies": { "@tessera/client": "${ourRange}" } }`,
    );
    assertStringIncludes(printed, "1 place to do by hand");
  });
});

Deno.test("packages stay that a file or another package needs [endpoint/MOD-28]", () => {
  inFolder({
    "package.json": `{
  "dependencies": {
    "@anansi/core": "^0.20",
    "@data-client/core": "^0.14",
    "@data-client/react": "^0.14",
    "@data-client/rest": "^0.14",
    "table-of-data": "1"
  }
}`,
    "node_modules/table-of-data/package.json":
      `{ "dependencies": { "@data-client/core": "^0.14" } }`,
    "src/a.ts": page,
    "test/b.ts": "import { Entity } from '@data-client/rest';\n",
  }, (run, read) => {
    const { printed } = run("src/");
    assertEquals(
      read("package.json"),
      `{
  "dependencies": {
    "@anansi/core": "^0.20",
    "@tessera/client": "${ourRange}",
    "@data-client/react": "^0.14",
    "@data-client/rest": "^0.14",
    "table-of-data": "1"
  }
}`,
    );
    for (
      const step of [
        "3: @anansi/core depends on @data-client/react: its data spout provides",
        "5: @data-client/react stays: @anansi/core needs it",
        "6: @data-client/rest stays: test/b.ts names it",
        "7: table-of-data depends on @data-client/core: it cannot read the store of Tessera",
      ]
    ) assertStringIncludes(printed, `package.json:${step}`);
    run("test/");
    assertEquals(
      read("package.json").match(/"@[^"]*"/g),
      ['"@anansi/core"', '"@tessera/client"', '"@data-client/react"'],
    );
  });
});

Deno.test("our package stands beside those that all stay [endpoint/MOD-28]", () => {
  inFolder({
    "package.json":
      `{\n  "dependencies": {\n    "@data-client/react": "^0.18"\n  }\n}`,
    "src/a.ts": page,
    "vite.config.ts": "export default { exclude: ['@data-client/react'] };\n",
  }, (run, read) => {
    run("src/");
    assertEquals(
      read("package.json"),
      `{\n  "dependencies": {\n    "@tessera/client": "${ourRange}",\n    "@data-client/react": "^0.18"\n  }\n}`,
    );
  });
});

Deno.test("other places that name a package are manual steps, other files stay [endpoint/MOD-28]", () => {
  const other = `{ "dependencies": { "react": "^19" } }`;
  inFolder({
    "package.json":
      `{\n"overrides": { "@data-client/core": "0.14.1" },\n"dependencies": {\n"data": "npm:@data-client/rest@0.14" },\n"jest": {\n"transformIgnorePatterns": ["node_modules/(?!@data-client)"] },\n"workspaces": ["@data-client-like"]\n}`,
    "broken/package.json": "{ nothing",
    "broken/a.ts": page,
    "other/package.json": other,
    "untouched/package.json":
      `{ "dependencies": { "@data-client/rest": "^0.14" } }`,
    "untouched/a.ts": "export {};\n",
  }, (run, read) => {
    const { printed, failed, status } = run("package.json", "broken/");
    for (
      const place of [
        "2: name @tessera/client in place of @data-client/core",
        "4: name @tessera/client in place of npm:@data-client/rest@0.14",
        "6: name @tessera/client in place of node_modules/(?!@data-client)",
      ]
    ) assertStringIncludes(printed, `package.json:${place}`);
    assertEquals(printed.includes("package.json:7"), false);
    assertStringIncludes(failed, "broken/package.json: ");
    assertEquals(status, 1);
    run("untouched/a.ts", "other/");
    assertStringIncludes(read("untouched/package.json"), "@data-client/rest");
    assertEquals(read("other/package.json"), other);
    assertEquals(run("--only=import-paths", "untouched/").status, 0);
    assertEquals(
      read("untouched/package.json"),
      `{ "dependencies": { "@tessera/client": "${ourRange}" } }`,
    );
  });
});
