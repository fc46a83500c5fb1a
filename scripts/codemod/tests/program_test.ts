import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { inFolder } from "./in_folder.ts";

const old = `import { createResource } from '@data-client/rest';

export const Users = createResource({ path: '/users/:id', schema: User });
`;
const rewritten = `import { resource } from '@tessera/client';

export const Users = resource({ path: '/users/:id', schema: User });
`;

Deno.test("ts, tsx, js and jsx files are rewritten, others and node_modules are not [endpoint/MOD-1]", () => {
  const names = ["a.ts", "b.tsx", "c/d.js", "c/e.jsx", "f.mts", "g.cjs"];
  const others = ["h.txt", "node_modules/x/i.ts", "c/.hidden/j.ts"];
  const files = [...names, ...others].map((name) => [`src/${name}`, old]);
  inFolder(Object.fromEntries(files), (run, read) => {
    const { status, printed } = run("src/");
    assertEquals(status, 0);
    for (const name of names) assertEquals(read(`src/${name}`), rewritten);
    for (const name of others) assertEquals(read(`src/${name}`), old);
    assertStringIncludes(
      printed,
      "rewrote src/a.ts (resource-name, import-paths)",
    );
    assertStringIncludes(
      printed,
      "6 files rewritten, 0 unchanged, 0 places to do by hand",
    );
  });
});

Deno.test("a second run rewrites nothing [endpoint/MOD-1]", () => {
  inFolder({ "src/a.ts": old, "src/b.ts": "let b = 1" }, (run, read) => {
    run("src/");
    const { status, printed } = run("src/");
    assertEquals(status, 0);
    assertEquals(
      printed,
      "\n0 files rewritten, 2 unchanged, 0 places to do by hand",
    );
    assertEquals(read("src/a.ts"), rewritten);
  });
});

Deno.test("a dry run prints a diff and changes nothing", () => {
  inFolder({ "src/a.ts": old }, (run, read) => {
    const { status, printed } = run("--dry-run", "src/");
    assertEquals(status, 0);
    assertEquals(read("src/a.ts"), old);
    assertEquals(
      printed,
      `--- src/a.ts
+++ src/a.ts
@@ -1,3 +1,3 @@
-import { createResource } from '@data-client/rest';
+import { resource } from '@tessera/client';
 
-export const Users = createResource({ path: '/users/:id', schema: User });
+export const Users = resource({ path: '/users/:id', schema: User });

would rewrite src/a.ts (resource-name, import-paths)

1 file would be rewritten, 0 unchanged, 0 places to do by hand`,
    );
  });
});

const manual = `import { AbortOptimistic, Index } from '@data-client/rest';
import { useCache } from '@data-client/react';
const byName = new Index(User);
export const useNamed = (name) => useCache(byName, { name });
function stop() {
  throw new AbortOptimistic();
}
`;

Deno.test("manual steps have lines of the file as it is then [endpoint/MOD-1]", () => {
  const step = "throw the abort of the snapshot";
  inFolder({ "src/a.js": manual }, (run, read) => {
    assertStringIncludes(run("-n", "src/").printed, `src/a.js:6: ${step}`);
    const { printed } = run("src/");
    assertStringIncludes(printed, "To do by hand:");
    assertStringIncludes(printed, `src/a.js:5: ${step}`);
    assertStringIncludes(printed, "1 place to do by hand");
    assertEquals(
      read("src/a.js").split("\n")[4],
      "  throw new AbortOptimistic();",
    );
  });
});

Deno.test("single-file components are manual steps [endpoint/MOD-26]", () => {
  inFolder({
    "src/View.vue":
      "<template />\n<script>\nimport { useSuspense } from '@data-client/react';\n</script>",
    "src/Plain.vue": "<template />",
  }, (run) => {
    const { status, printed } = run("src/");
    assertEquals(status, 0);
    assertStringIncludes(printed, "src/View.vue:3: single-file components");
    assertStringIncludes(printed, "1 place to do by hand");
  });
});

Deno.test("files can be named by globs and left out by globs", () => {
  inFolder({
    "src/a.ts": old,
    "src/b.js": old,
    "src/deep/c.ts": old,
    "src/deep/c.test.ts": old,
    "src/made/d.ts": old,
  }, (run, read) => {
    run("--ignore", "*.test.ts", "--ignore=made", "src/**/*.{ts,tsx}");
    assertEquals(read("src/a.ts"), rewritten);
    assertEquals(read("src/deep/c.ts"), rewritten);
    assertEquals(read("src/b.js"), old);
    assertEquals(read("src/deep/c.test.ts"), old);
    assertEquals(read("src/made/d.ts"), old);
  });
});

Deno.test("single transforms can be chosen", () => {
  inFolder({ "a.ts": old }, (run, read) => {
    run("--only", "resource-name", "a.ts");
    assertEquals(
      read("a.ts"),
      rewritten.replace("@tessera/client", "@data-client/rest"),
    );
    const wrong = run("--only=resource-nam", "a.ts");
    assertEquals(wrong.status, 2);
    assertStringIncludes(wrong.failed, "Unknown transform resource-nam");
  });
});

Deno.test("a file that cannot be parsed fails and the rest is done", () => {
  const broken = "import '@data-client/rest';\n\nclass {{{";
  inFolder({ "src/a.ts": broken, "src/b.ts": old }, (run, read) => {
    const { status, failed } = run("src/", "none.ts");
    assertEquals(status, 1);
    assertStringIncludes(failed, "none.ts: no such file or folder");
    assertStringIncludes(failed, "src/a.ts:3: cannot be parsed");
    assertEquals(read("src/a.ts"), broken);
    assertEquals(read("src/b.ts"), rewritten);
  });
});

Deno.test("a file of another encoding fails and stays as it is", () => {
  const bytes = new TextEncoder().encode(`${old}// caf?`);
  bytes[bytes.length - 1] = 0xe9; // Latin 1
  inFolder({ "a.js": bytes }, (run, _, path) => {
    const { status, failed } = run("a.js");
    assertEquals(status, 1);
    assertStringIncludes(failed, "a.js: ");
    assertEquals(Deno.readFileSync(path("a.js")), bytes);
  });
});

Deno.test("help lists options and transforms; wrong arguments say so", () => {
  inFolder({}, (run) => {
    const { status, printed } = run("--help");
    assertEquals(status, 0);
    for (const part of ["--dry-run", "--ignore", "import-paths"]) {
      assertStringIncludes(printed, part);
    }
    assertEquals(run().status, 2);
    const unknown = run("--dry", "src");
    assertEquals(unknown.status, 2);
    assertStringIncludes(unknown.failed, "Unknown option '--dry'");
    assertEquals(run("src", "--ignore").status, 2);
  });
});

Deno.test("the entry runs in Deno with its arguments", async () => {
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a.tsx`, old);
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", new URL("../main.ts", import.meta.url).href, folder],
    }).output();
    assertEquals(code, 0);
    assert(new TextDecoder().decode(stdout).includes("1 file rewritten"));
    assertEquals(await Deno.readTextFile(`${folder}/a.tsx`), rewritten);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("paths after -- and globs of single characters are taken", () => {
  inFolder({ "src/a.ts": old, "src/bb.ts": old }, (run, read) => {
    assertEquals(run("--", "src/?.ts").status, 0);
    assertEquals(read("src/a.ts"), rewritten);
    assertEquals(read("src/bb.ts"), old);
    assertEquals(run("src/**").status, 0);
    assertEquals(read("src/bb.ts"), rewritten);
    const { status, failed } = run("none/*.ts");
    assertEquals(status, 1);
    assertStringIncludes(failed, "none/*.ts: no such file or folder");
  });
});
