// Tried: releases before, of and after a change; ranges with ^, ~, >=, ||, exact
// ones, tags, catalogs; several packages; package.json beside, above, in Deno's
// form; Rest Hooks; nothing that says it; files that import ours alone; a release
// that is given by hand, rightly and wrongly; every transform that has a release.
import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { Manifest } from "../manifest.ts";
import { rewrite } from "../rewrite.ts";
import { transforms } from "../transforms.ts";
import { inFolder } from "./in_folder.ts";

/** Means something else, or nothing, in each release. */
const list = `import { useSuspense } from '@data-client/react';
import { Users } from './users';
export const names = () => useSuspense(Users.getList).map(({ name }) => name);
`;
const nullItems = "3: lists keep the null that a server sends";

function packageOf(dependencies: Record<string, string>): string {
  return JSON.stringify({ dependencies });
}

Deno.test("nothing is said of releases before that of package.json [endpoint/MOD-29]", () => {
  for (
    const [range, isSaid] of [
      ["^0.9.3", true],
      ["^0.10.0", false],
      ["~0.18.2", false],
      ["0.8 || ^0.14", true],
      [">=0.11 <0.19", false],
      ["workspace:*", true],
      ["latest", true],
      ["1.2.0", false],
    ] as const
  ) {
    const text = packageOf({ "@data-client/react": range });
    inFolder({ "package.json": text, "src/deep/a.ts": list }, (run) => {
      const { printed } = run("src/");
      assertEquals(
        printed.includes(`src/deep/a.ts:${nullItems}`),
        isSaid,
        `${range}: ${printed}`,
      );
    });
  }
});

Deno.test("the oldest of several packages counts, and the nearest package.json [endpoint/MOD-29]", () => {
  const release = (dependencies: Record<string, string>) =>
    new Manifest("package.json", packageOf(dependencies)).release;
  assertEquals(
    release({ "@data-client/rest": "^0.16", "@data-client/react": "^0.14.1" }),
    14,
  );
  // is numbered by itself
  assertEquals(
    release({ "@data-client/img": "^0.2", "@data-client/react": "^0.14.1" }),
    14,
  );
  assertEquals(
    release({ "@rest-hooks/rest": "^6.1", "@data-client/react": "^0.14" }),
    0,
  );
  assertEquals(
    new Manifest(
      "deno.json",
      `{ "imports": { "@data-client/rest": "npm:@data-client/rest@^0.18.1" } }`,
    ).release,
    18,
  );
  inFolder({
    "package.json": packageOf({ "@data-client/react": "^0.9" }),
    "packages/app/package.json": packageOf({ "@data-client/react": "^0.18" }),
    "packages/app/a.ts": list,
    "packages/old/package.json": packageOf({ react: "^19" }),
    "packages/old/a.ts": list,
  }, (run) => {
    const { printed } = run("packages/");
    assertStringIncludes(printed, `packages/old/a.ts:${nullItems}`);
    assert(!printed.includes(`packages/app/a.ts:${nullItems}`), printed);
  });
});

Deno.test("a release can be given, and files of ours are of today [endpoint/MOD-29]", () => {
  const ours = `import { RestEndpoint } from '@tessera/client';
export const get = new RestEndpoint({ path: '/users/' + version });
`;
  const dynamic = "2: this path is put together";
  inFolder({ "a.ts": ours, "b.ts": list }, (run) => {
    assert(!run("-n", "a.ts").printed.includes(dynamic));
    assertStringIncludes(
      run("-n", "--release=0.14.2", "a.ts").printed,
      dynamic,
    );
    assertStringIncludes(run("-n", "b.ts").printed, nullItems);
    assert(!run("-n", "--release=0.18", "b.ts").printed.includes(nullItems));
    const { status, failed } = run("--release", "next", "a.ts");
    assertEquals(status, 2);
    assertStringIncludes(failed, "--release takes 0.14, not next");
  });
});

Deno.test("an application of 0.18 keeps its paths, its managers and its schemas [endpoint/MOD-29]", () => {
  const text = `import { resource } from '@data-client/rest';
import { useDebounce, useFetch } from '@data-client/react';
export const Users = resource({ path: \`/\${kind}/:id\`, schema: User });
class Text { denormalize(input, delegate) { return delegate.args[0]; } }
export const create = Users.getList.push.extend({ method: 'POST', update: (id) => ({}) });
export function useFound(query) {
  const promise = useFetch(Users.getList, { query });
  return { pair: useDebounce(query, 100), isLoading: promise };
}
`;
  const today = rewrite("a.js", text, transforms, undefined, 18);
  assertEquals(today.manual, []);
  assertEquals(today.applied, ["import-paths"]);
  assert(rewrite("a.js", text, transforms).manual.length >= 4);
});
