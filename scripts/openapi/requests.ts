import {
  type Content,
  type Document,
  type MediaType,
  type Method,
  methods,
  type Operation,
  type Parameter,
  resolve,
  type Schema,
  type Server,
} from "./document.ts";

/** A request that the document describes. */
export interface Request {
  readonly path: string;
  readonly method: Method;
  readonly operation: Operation;
  readonly parameters: readonly Parameter[];
  /** Address of the server. */
  readonly server: string;
  readonly body: Body | undefined;
  readonly answer: Answer;
}

/** What a request sends. */
export interface Body {
  readonly kind: "json" | "form" | "multipart" | "text" | "binary";
  /** The media type. */
  readonly type: string;
  readonly schema: Schema;
  readonly encoding: NonNullable<MediaType["encoding"]>;
  readonly isOptional: boolean;
}

/** What a request that succeeds is answered with. */
export interface Answer {
  readonly kind: "json" | "text" | "blob" | "nothing";
  readonly schema?: Schema | undefined;
}

/** Told of what was left out: where in the document, and why. */
export type Report = (place: string, reason: string) => void;

/** All requests of a document, in its order; those that cannot be made are reported. */
export function requestsOf(document: Document, report: Report): Request[] {
  const requests: Request[] = [];
  for (const [path, reference] of Object.entries(document.paths ?? {})) {
    attempt(report, path, () => {
      const { target: item } = resolve(document, reference);
      for (const method of unknownMethods) {
        if (Object.hasOwn(item, method)) {
          report(
            `${method.toUpperCase()} ${path}`,
            "an answer to this method has no data",
          );
        }
      }
      for (const method of methods.filter((method) => item[method])) {
        const place = `${method.toUpperCase()} ${path}`;
        attempt(report, place, () => {
          const operation = item[method];
          const parameters = new Map(
            [...item.parameters ?? [], ...operation.parameters ?? []]
              .map((parameter) => resolve(document, parameter).target)
              .map((parameter) => [
                `${parameter.in} ${parameter.name}`,
                parameter,
              ]),
          );
          const reason = refusal([...parameters.values()]);
          if (reason !== undefined) return report(place, reason);
          const servers = operation.servers ?? item.servers ?? document.servers;
          requests.push({
            path,
            method,
            operation,
            parameters: [...parameters.values()],
            server: addressOf(servers?.[0]),
            body: bodyOf(
              document,
              method,
              operation,
              (reason) => report(place, reason),
            ),
            answer: answerOf(document, operation),
          });
        });
      }
    });
  }
  return requests;
}

const unknownMethods = ["head", "options", "trace"] as const;

/** Does something; what it throws becomes a report. */
export function attempt(
  report: Report,
  place: string,
  act: () => void,
): void {
  try {
    act();
  } catch (error) {
    report(place, (error as Error).message);
  }
}

/** Why no endpoint can make a request. */
function refusal(parameters: readonly Parameter[]): string | undefined {
  const style = parameters.find((parameter) =>
    parameter.in === "path" && /^(?:label|matrix)$/.test(parameter.style ?? "")
  );
  return style && `parameters of a path in the style "${style.style}"`;
}

function addressOf(server: Server | undefined): string {
  const url = (server?.url ?? "").replace(
    /\{([^}]+)\}/g,
    (_, name) => server?.variables?.[name]?.default ?? "",
  );
  return url.replace(/\/$/, "");
}

function bodyOf(
  document: Document,
  method: Method,
  { requestBody }: Operation,
  report: (reason: string) => void,
): Body | undefined {
  if (!requestBody) return undefined;
  const { content = {}, required } = resolve(document, requestBody).target;
  const types = Object.keys(content);
  const type = types.find((type) => isJson.test(type)) ??
    types.find((type) => isForm.test(type)) ??
    types.find((type) => isMultipart.test(type)) ?? types[0];
  if (type === undefined) return undefined;
  const { encoding = {} } = content[type] ?? {};
  const schema = content[type]?.schema ?? {};
  const { properties, allOf } = resolve(document, schema).target;
  // documents of one generator have an empty form everywhere
  const isEmpty = isForm.test(type) && !allOf &&
    Object.keys(properties ?? {}).length === 0;
  if (isEmpty && !required) return undefined;
  if (method === "get") {
    report("its body: a GET has none");
    return undefined;
  }
  return {
    kind: isJson.test(type)
      ? "json"
      : isForm.test(type)
      ? "form"
      : isMultipart.test(type)
      ? "multipart"
      : isText.test(type)
      ? "text"
      : "binary",
    type: type.split(";")[0]!.trim(),
    schema,
    encoding,
    // many documents leave `required` out and mean it
    isOptional: required === false || method === "delete" && !required,
  };
}

function answerOf(
  document: Document,
  { responses = {} }: Operation,
): Answer {
  const contents = Object.keys(responses)
    // of 204 and 205 some documents describe a content, which these never have
    .filter((status) => /^2/.test(status) && !/^20[45]$/.test(status)).sort()
    .map((status) => contentOf(document, responses[status]!))
    .filter((content) => Object.keys(content).length > 0);
  for (const content of contents) {
    const json = Object.keys(content).find((type) => isJson.test(type));
    if (json !== undefined) {
      return { kind: "json", schema: content[json]?.schema };
    }
  }
  const [type] = Object.keys(contents[0] ?? {});
  return {
    kind: type === undefined ? "nothing" : isText.test(type) ? "text" : "blob",
  };
}

function contentOf(document: Document, content: Content) {
  return resolve(document, content).target.content ?? {};
}

// a server that says nothing of its format, as those of springdoc do, means JSON
const isJson = /[/+]json\b|^\*\/\*$/;
const isForm = /^application\/x-www-form-urlencoded\b/;
const isMultipart = /^multipart\//;
const isText = /^text\/|[/+]xml\b/;
