import { assertEquals, assertThrows } from "@std/assert";
import client from "../../../deno.json" with { type: "json" };
import { templates, writeTemplate } from "../templates.ts";

for (const name of Object.keys(templates)) {
  Deno.test(`the template ${name} names this release of the client, and no other placeholder is left`, () => {
    const folder = `${Deno.makeTempDirSync()}/My Todos`;
    const { hasManifest } = writeTemplate(name, folder);
    const manifest = hasManifest ? "package.json" : "deno.json";
    const text = Deno.readTextFileSync(`${folder}/${manifest}`);
    assertEquals(
      /@tessera\/client(?:": "|@)(\^[^"]+)"/.exec(text)?.[1],
      `^${client.version}`,
    );
    if (hasManifest) assertEquals(JSON.parse(text).name, "my-todos");
    assertEquals(text.includes('"*"'), false);
    Deno.removeSync(folder, { recursive: true });
  });
}

Deno.test("a page of a template has an icon, so that browsers do not ask for one", () => {
  for (const name of ["react", "preact", "next"]) {
    const folder = `${Deno.makeTempDirSync()}/todos`;
    writeTemplate(name, folder);
    const icon = name === "next"
      ? Deno.readTextFileSync(`${folder}/app/icon.svg`)
      : /rel="icon"\s+href="data:image\/([^"]+)/.exec(
        Deno.readTextFileSync(`${folder}/index.html`),
      )?.[1];
    assertEquals(icon?.includes("svg"), true, name);
    Deno.removeSync(folder, { recursive: true });
  }
});

Deno.test("hidden files that a folder came with are kept, ours are added", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/.gitignore`, "secrets/\n");
  writeTemplate("react", folder);
  assertEquals(
    Deno.readTextFileSync(`${folder}/.gitignore`),
    "secrets/\n",
  );
  const files = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assertEquals(files.includes(".env.example"), true);
  assertEquals(files.filter((name) => /^(gitignore|env)/.test(name)), []);
  Deno.removeSync(folder, { recursive: true });
});

Deno.test("a folder with a file in it is left alone", () => {
  const folder = Deno.makeTempDirSync();
  Deno.writeTextFileSync(`${folder}/thesis.txt`, "");
  assertThrows(
    () => writeTemplate("react", folder),
    Error,
    "is not empty: it has thesis.txt. Name a new folder: npm create @tessera react FOLDER",
  );
  assertEquals([...Deno.readDirSync(folder)].length, 1);
  Deno.removeSync(folder, { recursive: true });
});
