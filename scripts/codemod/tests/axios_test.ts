import { assert, assertEquals } from "@std/assert";
import { runIn } from "./application/check.ts";
import { axios } from "../axios/clients.ts";
import { axiosEndpoints } from "../axios/endpoints.ts";
import type { Modules } from "../modules.ts";
import { rewrite } from "../rewrite.ts";
import { SourceFile } from "../source_file.ts";
import { writeMigrated } from "./migrated_module.ts";

/** Checks what becomes of a text, and that a second run changes nothing. */
function check(
  before: string,
  after: string,
  reports: readonly string[] = [],
  { path = "src/users.ts", modules }: { path?: string; modules?: Modules } = {},
): void {
  const run = (text: string) =>
    rewrite(path, text, [axiosEndpoints], modules, axios);
  const result = run(before);
  assertEquals(result.failed, undefined);
  assertEquals(result.text, after);
  assertEquals(
    result.manual.map(({ line, text }) => `${line}: ${text}`),
    reports,
  );
  assertEquals(run(result.text).text, result.text, "a second run");
}

Deno.test("an instance becomes a class, and requests become endpoints [endpoint/MOD-27]", () => {
  check(
    `import axios from 'axios';

// where it is
const api = axios.create({
  baseURL: 'https://api.test/v1/',
  headers: { 'X-App': 'harbour', accept: 'application/json' },
  withCredentials: true,
});

/** One user. */
export const getUser = (id: string) =>
  api.get<User>(\`/users/\${id}\`).then((response) => response.data);

export async function listUsers(params: Filter) {
  const { data } = await api.get('/users', { params });
  return data;
}
export async function createUser(user: NewUser): Promise<User> {
  const response = await api.post('/users', user);
  log(response.data);
  return response.data.user;
}
export const update = async (user: User) =>
  (await api.put(\`/users/\${user.id}/name/\${encodeURIComponent(user.name)}\`, user)).data.id;
export async function remove(id: string) { await api.delete('/users/' + id); }
`,
    `import { RestEndpoint, type RestGenerics } from '@tessera/client';

// where it is
class ApiEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override urlPrefix = 'https://api.test/v1';
  override requestInit: RequestInit = { credentials: 'include' };
  override getHeaders(headers: HeadersInit): HeadersInit {
    return { ...headers, 'X-App': 'harbour', accept: 'application/json' };
  }
}

const getUserEndpoint = new ApiEndpoint({ path: '/users/:id', process: (value: User) => value });
/** One user. */
export const getUser = (id: string) =>
  getUserEndpoint({ id });

const listUsersEndpoint = new ApiEndpoint({ path: '/users', searchParams: {} as Record<string, any> });
export async function listUsers(params: Filter) {
  const data = await listUsersEndpoint({ ...params });
  return data;
}
const createUserEndpoint = new ApiEndpoint({ path: '/users', method: 'POST' });
export async function createUser(user: NewUser): Promise<User> {
  const response = await createUserEndpoint(user);
  log(response);
  return response.user;
}
const updateEndpoint = new ApiEndpoint({ path: '/users/:userId/name/:name', method: 'PUT' });
export const update = async (user: User) =>
  (await updateEndpoint({ userId: user.id, name: user.name }, user)).id;
const removeEndpoint = new ApiEndpoint({ path: '/users/:id', method: 'DELETE' });
export async function remove(id: string) { await removeEndpoint({ id }); }
`,
  );
});

Deno.test("calls of axios itself become endpoints, in every form [endpoint/MOD-27]", () => {
  check(
    `import React from "react";
import axios from "axios";
import { API } from "./settings";

const load = (id, token) => Promise.all([
  axios.get(API + "/ships/" + id).then(({ data }) => data),
  axios.get(\`\${API}/ports/\${id}\`).then((response) => show(response.data)),
  axios("https://tide.test:8080/now?port=aden&day=2"),
]);
class Files {
  async read(name) {
    const { data: file } = await axios.get(\`/files/a+b/\${name}\`, { responseType: "blob", params: { name, as: "x" } });
    return file;
  }
  async end() {
    await axios.request({ method: "post", url: "/logout" });
    axios({ url: "/log", method: "PATCH", data: { end: true }, headers: { "x-a": "b" } }).catch(console.error);
  }
}
const search = async (q) => (await axios.get(\`/search?q=\${encodeURIComponent(q)}\`)).data;
const again = async (q) => (await axios.get(\`/search?q=\${q}\`)).data;
`,
    `import React from "react";
import { RestEndpoint } from "@tessera/client";
import { API } from "./settings";

const getShipsByIdEndpoint = new RestEndpoint({ urlPrefix: API, path: "/ships/:id" });
const getPortsByIdEndpoint = new RestEndpoint({ urlPrefix: API, path: "/ports/:id" });
const getNowEndpoint = new RestEndpoint({ urlPrefix: "https://tide.test:8080", path: "/now" });
const load = (id, token) => Promise.all([
  getShipsByIdEndpoint({ id }),
  getPortsByIdEndpoint({ id }).then((response) => show(response)),
  getNowEndpoint({ port: 'aden', day: '2' }).then((data) => ({ data })),
]);
const readEndpoint = new RestEndpoint({ path: "/files/a\\\\+b/:name2", content: "blob" });
const postLogoutEndpoint = new RestEndpoint({ path: "/logout", method: "POST", body: undefined });
const patchLogEndpoint = new RestEndpoint({
  path: "/log",
  method: "PATCH",
  getHeaders: (headers) => ({ ...headers, "x-a": "b" }),
});
class Files {
  async read(name) {
    const file = await readEndpoint({ name2: name, name, as: "x" });
    return file;
  }
  async end() {
    await postLogoutEndpoint();
    patchLogEndpoint({ end: true }).catch(console.error);
  }
}
const searchEndpoint = new RestEndpoint({ path: "/search" });
const search = async (q) => await searchEndpoint({ q });
const again = async (q) => await searchEndpoint({ q });
`,
    [
      "11: only data is left of the response here: let what reads it take the value itself",
    ],
    { path: "src/load.jsx" },
  );
});

/** Files by path, for those that import them. */
function modulesOf(files: Readonly<Record<string, string>>): Modules {
  const modules: Modules = {
    find(_from, specifier) {
      const path = specifier.replace(/^[./]+/, "");
      const text = files[path];
      return text === undefined
        ? undefined
        : new SourceFile(`src/${path}.ts`, text, modules);
    },
  };
  return modules;
}

Deno.test("an instance that other files use stays until they are changed [endpoint/MOD-27]", () => {
  check(
    `import axios, { AxiosError } from 'axios';
export const apiClient = axios.create({ baseURL: import.meta.env.API });
apiClient.interceptors.request.use((config) => config);
`,
    `import axios, { AxiosError } from 'axios';
import { RestEndpoint, type RestGenerics } from '@tessera/client';
export class ApiEndpoint<O extends RestGenerics = any> extends RestEndpoint<O> {
  override urlPrefix = import.meta.env.API;
}
export const apiClient = axios.create({ baseURL: import.meta.env.API });
apiClient.interceptors.request.use((config) => config);
`,
    [
      "6: take apiClient out as soon as nothing uses it; ApiEndpoint is in its place",
      "7: interceptors are methods of ApiEndpoint: getHeaders or getRequestInit before, parseResponse or process after the response",
    ],
  );
  check(
    `import axios from 'axios';
export default axios.create({ baseURL: '/api', timeout: 1000 });
`,
    `import axios from 'axios';
import { RestEndpoint } from '@tessera/client';
export class HttpEndpoint extends RestEndpoint {
  urlPrefix = '/api';
}
export default axios.create({ baseURL: '/api', timeout: 1000 });
`,
    [
      "6: timeout of this client: write it into HttpEndpoint",
      "6: take this default out as soon as nothing uses it; HttpEndpoint is in its place",
    ],
    { path: "src/http.js" },
  );
});

Deno.test("instances of other files are known [endpoint/MOD-27]", () => {
  const modules = modulesOf({
    "api": `import axios from 'axios';
export const api = axios.create();`,
    "http": `import axios from 'axios';
const made = axios.create();
export default made;`,
  });
  check(
    `import { api, other } from './api';
import again, { more } from './api';
import made from './http';
export const getUsers = () => api.get('/users').then((r) => r.data);
export const getPorts = (kind) => made.get(\`/ports/\${kind.id}\`);
const status = await made.get('/ports').then((r) => r.status);
give(made);
`,
    `import { ApiEndpoint, other } from './api';
import again, { more } from './api';
import made, { MadeEndpoint } from './http';
const getUsersEndpoint = new ApiEndpoint({ path: '/users' });
export const getUsers = () => getUsersEndpoint();
const getPortsEndpoint = new MadeEndpoint({ path: '/ports/:kindId' });
export const getPorts = (kind) => getPortsEndpoint({ kindId: kind.id }).then((data) => ({ data }));
const status = await made.get('/ports').then((r) => r.status);
give(made);
`,
    [
      "7: only data is left of the response here: let what reads it take the value itself",
      "8: more than the data of this response is read: write an endpoint with a parseResponse",
      "9: made is handed on: use MadeEndpoint there",
    ],
    { path: "src/users.js", modules },
  );
});

Deno.test("what cannot be rewritten is reported and left alone [endpoint/MOD-27]", () => {
  const text = `import axios from 'axios';
const load = (url, options) => [
  axios.get(url),
  axios.get(\`\${options.host}/a\`),
  axios.get('/a', options),
  axios.get('/a', { signal }),
  axios.get('/a', { headers: { token: options.token } }),
  axios({ method: options.method, url: '/a' }),
  axios.head('/a'),
];
try { load(); } catch (error) { if (axios.isAxiosError(error)) show(error); }
axios.defaults.baseURL = '/api';
function inner(axios) { return axios.get('/a'); }
`;
  const address =
    "this address is put together elsewhere: write an endpoint with a path by hand";
  const options =
    "the options of this request are put together elsewhere: write an endpoint by hand";
  check(text, text, [
    `3: ${address}`,
    `4: ${address}`,
    `5: ${options}`,
    "6: signal of this request: write an endpoint by hand",
    "7: headers of this request: write an endpoint by hand",
    "8: the method of this request is not fixed: write an endpoint for each",
    "9: head has no counterpart: write an endpoint by hand",
    "11: a failed request rejects with a NetworkError, which has status and response",
    "12: defaults are members of RestEndpoint: urlPrefix, getHeaders, requestInit",
  ], { path: "src/load.js" });
});

Deno.test("what is left to the body or read of the response is known [endpoint/MOD-27]", () => {
  check(
    `import axios from 'axios';
const api = axios.create({
  baseURL: process.env.API || 'http://localhost:3000',
  headers: { 'Content-Type': 'application/json', accept: 'x/y' },
});
async function upload(form) {
  const { data } = await api.post('/files', form, { headers: { 'content-type': 'multipart/form-data' } });
  const { data: list, headers } = await api.get('/files');
  const kept = await api.get('/kept', { params: { a: 1, ...list, } });
  return [data, list, headers, (await api.get('/state')).status, kept];
}
`,
    `import axios from 'axios';
import { RestEndpoint } from '@tessera/client';
class ApiEndpoint extends RestEndpoint {
  urlPrefix = process.env.API || 'http://localhost:3000';
  getHeaders(headers) {
    return { ...headers, accept: 'x/y' };
  }
}
const api = axios.create({
  baseURL: process.env.API || 'http://localhost:3000',
  headers: { 'Content-Type': 'application/json', accept: 'x/y' },
});
const postFilesEndpoint = new ApiEndpoint({ path: '/files', method: 'POST' });
const getKeptEndpoint = new ApiEndpoint({ path: '/kept' });
async function upload(form) {
  const data = await postFilesEndpoint(form);
  const { data: list, headers } = await api.get('/files');
  const kept = await getKeptEndpoint({ a: 1, ...list }).then((data) => ({ data }));
  return [data, list, headers, (await api.get('/state')).status, kept];
}
`,
    [
      "9: take api out as soon as nothing uses it; ApiEndpoint is in its place",
      "17: more than the data of this response is read: write an endpoint with a parseResponse",
      "18: only data is left of the response here: let what reads it take the value itself",
      "19: more than the data of this response is read: write an endpoint with a parseResponse",
    ],
    { path: "src/files.js" },
  );
});

Deno.test("files without axios are left alone [endpoint/MOD-27]", () => {
  check(
    `import { axios, get } from './axios';
import ky from 'ky';
axios.get('/a'); ky.get('/b').then((r) => r.data); get('/c');
`,
    `import { axios, get } from './axios';
import ky from 'ky';
axios.get('/a'); ky.get('/b').then((r) => r.data); get('/c');
`,
    [],
    {
      modules: modulesOf({ "axios": "export const axios = {}, get = 1;" }),
    },
  );
});

Deno.test("endpoints come after what they need [endpoint/MOD-27]", () => {
  check(
    `import axios from 'axios';

export function load(id) {
  return axios.get(\`\${API}/ships/\${id}\`).then((response) => response.data);
}
const API = 'https://harbour.test';
start();
`,
    `import { RestEndpoint } from '@tessera/client';

export function load(id) {
  return loadEndpoint({ id });
}
const API = 'https://harbour.test';
const loadEndpoint = new RestEndpoint({ urlPrefix: API, path: '/ships/:id' });
start();
`,
    [],
    { path: "src/load.js" },
  );
});

// `deno task check` checks its types
Deno.test("a migrated module does what it did [endpoint/MOD-27]", async () => {
  const seen: string[] = [];
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      seen.push(
        `${request.method} ${pathname}${search} ${body} ${
          request.headers.get("x-app")
        }`,
      );
      return pathname.startsWith("/v1/users/")
        ? Response.json({
          id: decodeURIComponent(pathname.slice(10)),
          name: "Ada",
        })
        : Response.json([{ id: "1", name: "Ada" }]);
    },
  );
  const folder = await Deno.makeTempDir();
  try {
    const origin = `http://127.0.0.1:${server.addr.port}`;
    await writeMigrated(folder, origin);
    const { success, output } = await runIn(folder, "after", [
      "run",
      "--no-check",
      "-A",
      "users.ts",
    ]);
    assert(success, output + await Deno.readTextFile(`${folder}/users.ts`));
    assertEquals(output, 'Ada a/b [ "Ada" ] 1\n');
    assertEquals(seen, [
      "GET /v1/users/a%2Fb  harbour",
      "GET /v1/users?page=2&q=x  harbour",
      'PATCH /v1/users?by=a%2Fb {"name":"Ada"} harbour',
    ]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
