import { assertEquals } from "@std/assert";
import { Modules } from "../modules.ts";
import { rewrite } from "../rewrite.ts";
import { transforms } from "../transforms.ts";

/** Rewrites `page.tsx` beside other files; returns its text and what is left to do. */
async function rewriteBeside(
  files: Readonly<Record<string, string>>,
  page: string,
): Promise<[text: string, manual: string[]]> {
  const folder = await Deno.makeTempDir();
  try {
    for (const [path, text] of Object.entries(files)) {
      const target = `${folder}/${path}`;
      await Deno.mkdir(target.slice(0, target.lastIndexOf("/")), {
        recursive: true,
      });
      await Deno.writeTextFile(target, text);
    }
    const path = `${folder}/page.tsx`;
    const result = rewrite(path, page, transforms, new Modules());
    return [
      result.text,
      result.manual.map(({ line, text }) => `${line}: ${text}`),
    ];
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const users =
  `import { createResource, hookifyResource, schema } from '@data-client/rest';
const base = createResource({ path: '/users/:id', schema: User });
export const UserHooks = hookifyResource(base, useInit);
export { base as UserResource };
export const newest = new schema.Query(new schema.All(User), sort);
`;

Deno.test("re-exports of other files are followed, and create of a resource stays [endpoint/MOD-9] [endpoint/MOD-15]", async () => {
  const [text, manual] = await rewriteBeside(
    {
      "api/users.ts": users,
      "api/index.ts": `export * from './users';
export { newest as default, newest as latest } from './users.js';
`,
    },
    `import { useCache, useController } from '@data-client/react';
import latest, { newest, latest as again, UserResource, UserHooks } from './api';
const { create } = UserResource;
use(UserResource.create, UserHooks.useCreate(), create);
useCache(latest), useCache(newest), useCache(again);
`,
  );
  assertEquals(
    text,
    `import { useController, useQuery } from '@tessera/client/react';
import latest, { newest, latest as again, UserResource, UserHooks } from './api';
const { create } = UserResource;
use(UserResource.create, UserHooks.useCreate(), create);
useQuery(latest), useQuery(newest), useQuery(again);
`,
  );
  assertEquals(manual, []);
});

Deno.test("members of objects, resources and whole modules are followed [endpoint/MOD-15]", async () => {
  const [text, manual] = await rewriteBeside(
    {
      "api/index.ts":
        `import { createResource, Query, schema } from '@data-client/rest';
const Base = createResource({ path: '/todos/:id', schema: Todo });
export const Todos = Base.extend((Base) => ({
  queryRemaining: new Query(Base.getList.schema, count),
})).extend({ queryDone: new schema.Query(Base.getList.schema, count) })
  .extend('queryAll', new Query(all, count));
export const api = { todos: Todos, own: { ...Todos, queryDone: 1 }, get lazy() { return Todos; } };
export const circle = { ...round };
export const round = { ...circle };
`,
    },
    `import { useCache } from '@data-client/react';
import * as all from './api';
import { api, Todos, round } from './api';
const { todos } = api;
useCache(Todos.queryRemaining), useCache(all.Todos.queryDone), useCache(api.todos.queryAll);
useCache(api.own.queryDone), useCache(api.own.queryAll), useCache(Todos.other), useCache(round.query);
useCache(api.lazy.queryDone);
`,
  );
  assertEquals(
    text,
    `import { useCache, useQuery } from '@tessera/client/react';
import * as all from './api';
import { api, Todos, round } from './api';
const { todos } = api;
useQuery(Todos.queryRemaining), useQuery(all.Todos.queryDone), useQuery(api.todos.queryAll);
useCache(api.own.queryDone), useQuery(api.own.queryAll), useCache(Todos.other), useCache(round.query);
useCache(api.lazy.queryDone);
`,
  );
  assertEquals(manual, []);
});

Deno.test("queries of other files are known, and what they are not [endpoint/MOD-15]", async () => {
  const [text, manual] = await rewriteBeside(
    {
      "api.ts": users +
        `import { Index } from '@data-client/rest';
export const byName = new Index(User);
`,
    },
    `import { useCache } from '@data-client/react';
import { newest, byName, UserResource } from './api.js';
useCache(newest, { limit: 1 });
useCache(byName, { name });
useCache(UserResource.get, { id });
`,
  );
  assertEquals(
    text,
    `import { useCache, useQuery } from '@tessera/client/react';
import { newest, byName, UserResource } from './api.js';
useQuery(newest, { limit: 1 });
useCache(byName, { name });
useCache(UserResource.get, { id });
`,
  );
  assertEquals(manual, [
    "4: read this index with useQuery(User, ...), User being what it indexes",
  ]);
});

Deno.test("classes of other files are known, whatever they are called [endpoint/MOD-20]", async () => {
  const [text] = await rewriteBeside(
    {
      "api.ts": `import { RestEndpoint } from '@data-client/rest';
export class Signed extends RestEndpoint {}
export class Route {}
`,
    },
    `import { Entity } from '@data-client/rest';
import { Route, Signed } from './api';
use(new Signed({ path: '/a/:b?' }), new Route({ path: '/a/:b?' }));
`,
  );
  assertEquals(
    text,
    `import { Entity } from '@tessera/client';
import { Route, Signed } from './api';
use(new Signed({ path: '/a{/:b}' }), new Route({ path: '/a/:b?' }));
`,
  );
});

Deno.test("files that import each other, or cannot be read, do no harm [endpoint/MOD-2]", async () => {
  const page = `import { useCache } from '@tessera/client/react';
import { A } from './a';
import { B } from './broken';
import { C } from './nowhere';
useCache(A), useCache(B), useCache(C);
`;
  const [text, manual] = await rewriteBeside(
    {
      "a.ts": `export * from './b';`,
      "b.ts": `export * from './a'; export { A } from './a';`,
      "broken.ts": `export const B = {`,
    },
    page,
  );
  assertEquals(text, page);
  assertEquals(manual, []);
});
