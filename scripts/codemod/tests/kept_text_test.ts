import { assertEquals } from "@std/assert";
import { rewrite } from "../rewrite.ts";
import { transforms } from "../transforms.ts";

/** The text after all transforms. */
function rewritten(text: string, path = "input.tsx"): string {
  const { failed, text: result } = rewrite(path, text, transforms);
  assertEquals(failed, undefined);
  return result;
}

const foreign = [
  "",
  "// '@data-client/rest' is only mentioned\nimport { createResource } from 'other'\ncreateResource( )",
  "import { createResource } from '@data-client-extra/rest';\ncreateResource();",
  "import { createResource } from './@data-client/rest';\ncreateResource();",
  "const text = `import { createResource } from '@data-client/rest'`;",
  "#!/usr/bin/env node\r\n\uFEFFlet  a=1 ;;\r\n",
  "this is no program, '@data-client/rest' or not",
];

Deno.test("a file without an import of the library comes back byte for byte [endpoint/MOD-1]", () => {
  for (const text of foreign.slice(0, -1)) {
    for (const path of ["a.ts", "a.tsx", "a.js", "a.jsx"]) {
      const { text: result, applied, manual } = rewrite(path, text, transforms);
      assertEquals(result, text);
      assertEquals(applied, []);
      assertEquals(manual, []);
    }
  }
});

Deno.test("a file that needs no change comes back byte for byte [endpoint/MOD-1]", () => {
  const text = `\uFEFFimport {resource ,Entity}from "@tessera/client"
import { useSuspense }   from '@tessera/client/react' ;

  /* odd */ class A extends Entity{static  schema={}}
export * from "@tessera/client"; export { resource, useSuspense }`;
  assertEquals(rewritten(text), text);
  const carriage = text.replaceAll("\n", "\r\n");
  assertEquals(rewritten(carriage), carriage);
});

Deno.test("the library is found in imports, re-exports, require and import() [endpoint/MOD-1]", () => {
  const pairs = [
    ["import { Entity } from '@data-client/rest'", "'@tessera/client'"],
    ["import '@data-client/react'", "'@tessera/client/react'"],
    ["export { Entity } from '@data-client/rest'", "'@tessera/client'"],
    ["export * from '@rest-hooks/rest'", "'@tessera/client'"],
    ["const { Entity } = require('@data-client/rest')", "'@tessera/client'"],
    [
      "const rest = await import(`x`), r = import('@data-client/rest')",
      "'@tessera/client'",
    ],
    ["import rest = require('@data-client/rest')", "'@tessera/client'"],
    ["type E = import('@data-client/rest').Entity", "'@tessera/client'"],
  ];
  for (const [text, path] of pairs) {
    assertEquals(
      rewritten(text!, "a.ts"),
      text!.replace(/'@(data-client|rest-hooks)\/\w+'/, path!),
    );
  }
});

const odd = `#!/usr/bin/env node
/* licence */
// @ts-check
import   React,{Suspense}from 'react' // react
import{createResource,// makes resources
Entity}from"@data-client/rest";import {CacheProvider}  from '@data-client/react'

/** A user. */
class   User extends Entity{ static schema={  at:Date /* when */ };
\tpk( ){return\`\${this.id}\`}   // key
}
  export const  Users=createResource ( { path:"/users/:id",
      schema :User,   } )   ; ;

const view=(<CacheProvider   managers = {[ ]}>{/* nothing */}
   text  &nbsp; <b/></CacheProvider>)
label: for(;;){ break label }
/* the end */`;

Deno.test("formatting and comments of untouched code are kept [endpoint/MOD-3]", () => {
  const expected = odd
    .replace("createResource,//", "resource,//")
    .replace("=createResource (", "=resource (")
    .replace('"@data-client/rest"', '"@tessera/client"')
    .replace("'@data-client/react'", "'@tessera/client/react'")
    .replaceAll("CacheProvider", "DataProvider")
    .replace("at:Date", "at:(iso) => new Date(iso)");
  assertEquals(rewritten(odd, "a.jsx"), expected);
  assertEquals(
    rewritten(odd.replaceAll("\n", "\r\n"), "a.jsx"),
    expected.replaceAll("\n", "\r\n"),
  );
  assertEquals(
    rewritten(`\uFEFF${odd.slice(20)}`, "a.jsx"),
    `\uFEFF${expected.slice(20)}`,
  );
});

Deno.test("statements that go leave the comments around them [endpoint/MOD-3]", () => {
  assertEquals(
    rewritten(`// licence
import { Index } from '@data-client/rest'; // gone with its import
// the hooks
import { useCache } from '@data-client/react';

// reads by name
const byName = new Index(User);

/* a view */ export const View = () => useCache(byName /* index */, { name: 'x' });
`),
    `// licence
 // gone with its import
// the hooks
import { useQuery } from '@tessera/client/react';

// reads by name

/* a view */ export const View = () => useQuery(User /* index */, { name: 'x' });
`,
  );
});

Deno.test("names follow aliases and stop at whatever shadows them [endpoint/MOD-2]", () => {
  const shadows = [
    "function f(NAME) { NAME; }",
    "const f = ({ NAME, a: [NAME2 = NAME] }) => NAME;",
    "{ let NAME = 1; NAME; }",
    "{ class NAME {} NAME; }",
    "{ function NAME() {} NAME(); }",
    "for (const NAME of []) NAME;",
    "for (let NAME = 0; NAME < 1; NAME++) NAME;",
    "try {} catch (NAME) { NAME; }",
    "try {} catch ({ NAME }) { NAME; }",
    "function f() { NAME; var NAME = 1; }",
    "const f = function NAME() { NAME; };",
    "const f = class NAME { g() { return NAME; } };",
    "const { ...rest } = {}; switch (1) { case 1: let NAME = 2; NAME; }",
    "(function () { if (1) { var NAME = 1; } return NAME; })();",
    "object.NAME; object?.NAME; ({ NAME: 1 }); class A { NAME = 1; #NAME; get NAME2() { return this.NAME; } }",
    "NAME: for (;;) break NAME;",
  ];
  for (const shadow of shadows) {
    const inside = shadow.replaceAll("NAME2", "other")
      .replaceAll("NAME", "createResource");
    const before =
      `import { createResource } from '@data-client/rest';\ncreateResource({});\n${inside}\n`;
    assertEquals(
      rewritten(before, "a.js"),
      `import { resource } from '@tessera/client';\nresource({});\n${inside}\n`,
    );
    const aliased = before.replace(
      "{ createResource }",
      "{ createResource as made }",
    )
      .replace("\ncreateResource(", "\nmade(");
    assertEquals(
      rewritten(aliased, "a.js"),
      aliased.replace("createResource as", "resource as")
        .replace("@data-client/rest", "@tessera/client"),
    );
  }
});
