/** Makes each request of a module, to a server that checks it by the document. */
import express from "express";
import { middleware } from "express-openapi-validator";
import { sample } from "openapi-sampler";
import {
  type Document,
  type Method,
  methods,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
} from "../document.ts";
import { template } from "../names.ts";
import { writeModule } from "../module.ts";
import { importWritten } from "./import_written.ts";

/** What became of the requests of a document. */
interface Outcome {
  /** Requests that the server took for valid. */
  readonly valid: string[];
  /** Requests that it did not, and why. */
  readonly refused: string[];
  /** Requests of the document that the module cannot make. */
  readonly missing: string[];
}

/**
 * Calls all endpoints that are written of a document with samples of their arguments.
 *
 * @param step 4 for each fourth: the validator takes long for large documents.
 */
export async function makeRequests(
  described: Document,
  step = 1,
): Promise<Outcome> {
  const document = forOneServer(described);
  const plain = withoutExamples(document);
  const errors = new Map<string, string>();
  const app = express();
  app.use(express.json({ strict: false, type: ["json", "+json", "*/json"] }));
  app.use(express.text({ type: ["text/*", "+xml"], limit: "1mb" }));
  app.use(express.raw({ type: ["application/octet-stream", "image/*"] }));
  app.use(express.urlencoded({ extended: true }));
  app.use(middleware({
    // deno-lint-ignore no-explicit-any -- a document of any version
    apiSpec: plain as any,
    validateApiSpec: false,
    validateSecurity: false,
    validateRequests: {
      allowUnknownQueryParameters: false,
      // forms have texts only
      coerceTypes: /x-www-form-urlencoded|multipart\/form-data/
          .test(JSON.stringify(document))
        ? "array"
        : false,
    },
    validateFormats: false,
    fileUploader: {},
  }));
  // deno-lint-ignore no-explicit-any -- handlers of express
  app.use((_request: any, response: any) => response.status(204).end());
  // deno-lint-ignore no-explicit-any -- handlers of express
  app.use((error: any, request: any, response: any, _next: any) => {
    errors.set(
      request.headers["x-place"],
      JSON.stringify(error.errors ?? error.message),
    );
    response.status(error.status ?? 500).json({ message: error.message });
  });
  const server = app.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  try {
    const text = writeModule({
      ...document,
      servers: [{ url: `http://127.0.0.1:${port}` }],
    });
    const endpoints = endpointsOf(await importWritten(text));
    const outcome: Outcome = { valid: [], refused: [], missing: [] };
    let count = 0;
    for (const { place, key, path, method } of operationsOf(document)) {
      const endpoint = endpoints.get(key)?.shift();
      if (!endpoint) {
        outcome.missing.push(place);
        continue;
      }
      if (count++ % step !== 0) continue;
      const call = endpoint.extend({
        getHeaders: (headers: object) => ({ ...headers, "x-place": place }),
        process: (value: unknown) => value,
        schema: undefined,
      });
      let reason: string | undefined;
      // examples of a document may break its own rules, and what is made up those that are not told
      for (const described of [document, plain]) {
        errors.delete(place);
        reason = await call(...argumentsOf(described, path, method)).then(
          () => undefined,
          (error: Error) => errors.get(place) ?? error.message,
        );
        if (reason === undefined) break;
      }
      if (reason === undefined) outcome.valid.push(place);
      else outcome.refused.push(`${place}: ${reason}`);
    }
    return outcome;
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

/** A document of one server, which does not ask for what only users know. */
function forOneServer(document: Document): Document {
  let isLeft = false;
  const next = changed(document, (part, copy) => {
    // the validator understands references to components alone
    if (Array.isArray(part.parameters)) {
      part.parameters = part.parameters.map((parameter: Parameter) =>
        structuredClone(resolve(document, parameter).target)
      );
    }
    if (/^#\/paths\//.test(part.$ref)) {
      const name = part.$ref.replace(/\W+/g, "_");
      isLeft = true;
      copy.components ??= {};
      copy.components.schemas ??= {};
      copy.components.schemas[name] ??= structuredClone(
        resolve(document, part).target,
      );
      part.$ref = `#/components/schemas/${name}`;
    }
    if (Array.isArray(part.servers)) delete part.servers;
    // the validator refuses what says that anything may be null
    if (!("type" in part)) delete part.nullable;
    if (part.in === "header" || part.in === "cookie") part.required = false;
    if (/^(?:path|query|header|cookie)$/.test(part.in) && part.name) {
      if (!part.schema && !part.content) part.schema = {};
      // what only answers have in an object may be asked for
      if (part.schema) {
        const { readOnly: _, ...schema } =
          resolve(document, part.schema as Schema).target;
        part.schema = schema;
      }
    }
    // a GET has no body, and an empty form need not be sent
    const form = part.requestBody?.content
      ?.["application/x-www-form-urlencoded"];
    if (form && Object.keys(form.schema?.properties ?? {}).length === 0) {
      delete part.requestBody;
    }
    delete part.get?.requestBody;
    // and names with a space
    if (typeof part.$ref === "string") {
      part.$ref = part.$ref.replace(/%20| /g, "_");
    }
    for (const name of Object.keys(part.schemas ?? {})) {
      if (!name.includes(" ")) continue;
      part.schemas[name.replaceAll(" ", "_")] = part.schemas[name];
      delete part.schemas[name];
    }
  });
  // what was copied there may have some, too
  return isLeft ? forOneServer(next) : next;
}

function withoutExamples(document: Document): Document {
  return changed(document, (part) => {
    delete part.example;
    delete part.examples;
    // which texts a server takes, and which of several objects, is not what is tested
    if (typeof part.pattern === "string") delete part.pattern;
    if (part.additionalProperties === false) delete part.additionalProperties;
    if (typeof part.discriminator?.propertyName === "string") {
      delete part.discriminator;
    }
    if (Array.isArray(part.oneOf)) {
      part.anyOf = part.oneOf;
      delete part.oneOf;
    }
    if (typeof part.$ref === "string") {
      part.$ref = part.$ref.replaceAll("/oneOf/", "/anyOf/");
    }
  });
}

/** A copy of a document with a change to each of its parts. */
function changed(
  document: Document,
  // deno-lint-ignore no-explicit-any -- parts of any kind
  change: (part: any, copy: any) => void,
): Document {
  const copy = structuredClone(document);
  const all: unknown[] = [copy];
  const seen = new Set<unknown>();
  while (all.length > 0) {
    const value = all.pop();
    if (typeof value !== "object" || value === null || seen.has(value)) {
      continue;
    }
    seen.add(value);
    change(value, copy);
    all.push(...Object.values(value));
  }
  return copy;
}

// deno-lint-ignore no-explicit-any -- endpoints of any kind
type AnyEndpoint = any;

/** Endpoints of a module by method and path; several of one, in the order of the document. */
function endpointsOf(module: object): Map<string, AnyEndpoint[]> {
  const endpoints = new Map<string, AnyEndpoint[]>();
  const add = (endpoint: AnyEndpoint) => {
    const key = `${endpoint.method.toUpperCase()} ${endpoint.path}`;
    endpoints.set(key, [...endpoints.get(key) ?? [], endpoint]);
  };
  const values = Object.values(module);
  // what is not in a resource has an endpoint of its own
  for (const value of values) {
    if (typeof value === "function" && "path" in value) add(value);
  }
  for (const value of values) {
    if (typeof value !== "object" || !("getList" in value)) continue;
    const { get, getList, update, partialUpdate, delete: remove } = value;
    [get, getList, getList.push, update, partialUpdate, remove].forEach(add);
  }
  return endpoints;
}

function* operationsOf(document: Document) {
  for (const [path, reference] of Object.entries(document.paths ?? {})) {
    const item = resolve(document, reference).target;
    for (const method of methods) {
      const operation = item[method];
      if (!operation) continue;
      const sent = template(path.replace(/#.*/, ""));
      yield {
        place: `${method.toUpperCase()} ${path}`,
        key: `${method.toUpperCase()} ${sent}`,
        path,
        method,
      };
    }
  }
}

function argumentsOf(
  document: Document,
  path: string,
  method: Method,
): unknown[] {
  const item = resolve(document, document.paths![path]!).target;
  const operation = item[method];
  const parameters = new Map<string, Parameter>();
  for (
    const part of [...item.parameters ?? [], ...operation.parameters ?? []]
  ) {
    const parameter = resolve(document, part).target;
    if (parameter.in === "path" || parameter.in === "query") {
      parameters.set(parameter.name, parameter);
    }
  }
  const values = Object.fromEntries(
    [...parameters.values()].flatMap((parameter) => {
      const schema = parameter.schema ??
        Object.values(parameter.content ?? {})[0]?.schema ?? {};
      const value = sampleOf(document, schema);
      return value === undefined || value === null
        ? parameter.in === "path" ? [[parameter.name, "x"]] : []
        : [[parameter.name, value]];
    }),
  );
  for (const [, name] of path.matchAll(/\{([^}]+)\}/g)) {
    values[name!] ??= "x";
    if (typeof values[name!] === "object") values[name!] = "x";
  }
  const body = bodyOf(document, operation);
  return body === undefined ? [values] : [values, body];
}

function bodyOf(document: Document, { requestBody }: Operation): unknown {
  if (!requestBody) return undefined;
  const { content = {} } = resolve(document, requestBody).target;
  const types = Object.keys(content);
  const type = types.find((type) => /[/+]json\b|^\*\/\*/.test(type)) ??
    types.find((type) => /urlencoded/.test(type)) ??
    types.find((type) => /multipart/.test(type)) ?? types[0];
  if (type === undefined) return undefined;
  const schema = content[type]?.schema ?? {};
  if (/multipart/.test(type)) {
    const { properties = {} } = resolve(document, schema).target;
    const values = (sampleOf(document, schema) ?? {}) as Record<
      string,
      unknown
    >;
    for (const [name, property] of Object.entries(properties)) {
      const { format } = resolve(document, property).target;
      if (format === "binary") values[name] = new Blob(["x"]);
    }
    return values;
  }
  if (/[/+]json\b|^\*\/\*|urlencoded/.test(type)) {
    return sampleOf(document, schema);
  }
  return /^text\/|xml/.test(type) ? "text" : new Blob(["x"], { type });
}

function sampleOf(document: Document, schema: Schema): unknown {
  try {
    return sample(
      schema as object,
      { skipReadOnly: true, quiet: true },
      document as object,
    );
  } catch {
    return undefined;
  }
}
