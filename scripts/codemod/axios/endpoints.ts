import type * as t from "@babel/types";
import type { SourceFile } from "../source_file.ts";
import { endOf, type Node, nodesOf, startOf } from "../syntax.ts";
import type { Transform } from "../transform.ts";
import { addressOf } from "./address.ts";
import {
  classNameOf,
  type Client,
  clientsOf,
  creationOf,
  nameOfCreation,
} from "./clients.ts";
import {
  argumentsText,
  classText,
  nameOfRequest,
  optionsText,
  type Style,
  styleOf,
} from "./definitions.ts";
import { type Request, requestOf } from "./requests.ts";
import { replaceRequest } from "./results.ts";
import { settleImports } from "./imports.ts";
import { settingsOf } from "./settings.ts";
import { functionAround, startWithComments } from "./surroundings.ts";

/** Clients of axios become classes of endpoints, and requests become endpoints. */
export const axiosEndpoints: Transform = {
  name: "axios-endpoints",
  rule: "MOD-27",
  summary:
    "axios instances and calls become RestEndpoint classes and instances",
  apply(file) {
    const clients = clientsOf(file);
    if (clients.length > 0) new Migration(file, clients).run();
  },
};

class Migration {
  readonly #file: SourceFile;
  readonly #clients: readonly Client[];
  readonly #style: Style;
  /** Endpoints by class and options, so that equal requests share one. */
  readonly #endpoints = new Map<string, string>();
  /** What to write before a statement. */
  readonly #before = new Map<Node, string[]>();
  readonly #names = new Set<string>();
  #requested: readonly Request[] = [];
  /** Uses of clients that go away. */
  readonly #converted = new Set<Node>();
  readonly #needed = new Set<string>();

  constructor(file: SourceFile, clients: readonly Client[]) {
    this.#file = file;
    this.#clients = clients;
    const source = file.program.body.find((node) =>
      node.type === "ImportDeclaration"
    );
    this.#style = styleOf(
      file,
      source?.type === "ImportDeclaration" ? file.textOf(source.source) : "'",
    );
  }

  run(): void {
    const requests = this.#clients.flatMap((client) => this.#requests(client));
    this.#requested = requests;
    for (const request of requests) {
      const isInner = requests.some(({ call }) =>
        call !== request.call && startOf(call) <= startOf(request.call) &&
        endOf(call) >= endOf(request.call)
      );
      if (isInner) {
        this.#file.report(
          request.call,
          "a request within a request: run this again",
        );
      } else this.#convert(request);
    }
    for (const client of this.#clients) this.#settleClient(client);
    this.#settleDefaultExport();
    for (const [statement, texts] of this.#before) {
      this.#file.edits.insert(
        startWithComments(this.#file, statement),
        texts.map((text) => this.#lines(text) + this.#file.lineBreak).join(""),
      );
    }
    settleImports(
      this.#file,
      this.#clients,
      this.#needed,
      (use) => this.#isConverted(use),
    );
  }

  #requests(client: Client): Request[] {
    const requests: Request[] = [];
    for (const use of client.binding.references) {
      if (this.#isHandled(use, client)) continue;
      const request = requestOf(this.#file, client, use);
      if (typeof request === "string") this.#file.report(use, request);
      else requests.push(request);
    }
    return requests;
  }

  /** Creations are dealt with on their own; exports stay. */
  #isHandled(use: Node, client: Client): boolean {
    const parent = this.#file.parentOf(use);
    const call = parent && this.#file.parentOf(parent);
    if (client.kind === "axios" && creationOf(this.#file, call)) return true;
    return parent?.type === "ExportSpecifier" ||
      parent?.type === "ExportDefaultDeclaration" ||
      parent?.type === "TSTypeQuery";
  }

  #convert(request: Request): void {
    const { call, client } = request;
    const settings = settingsOf(this.#file, request.config);
    const address = addressOf(
      this.#file,
      request.url,
      settings.search.map(({ name }) => name),
    );
    if (!address) {
      return this.#file.report(
        request.url,
        "this address is put together elsewhere: write an endpoint with a path by hand",
      );
    }
    if (settings.left.length > 0) {
      return this.#file.report(
        call,
        `${
          settings.left.join(", ")
        } of this request: write an endpoint by hand`,
      );
    }
    const options = optionsText(request, address, settings, this.#style);
    const given = argumentsText(this.#file, request, address, settings);
    const otherwise = nameOfRequest(request, address);
    const name = this.#endpoints.get(`${client.className} ${options}`) ??
      this.#nameFor(request, otherwise);
    const replaced = replaceRequest(this.#file, call, `${name}(${given})`);
    if (replaced === "left") {
      return this.#file.report(
        call,
        "more than the data of this response is read: write an endpoint with a parseResponse",
      );
    }
    if (replaced === "wrapped") {
      this.#file.report(
        call,
        "only data is left of the response here: let what reads it take the value itself",
      );
    }
    this.#define(request, options, name);
    this.#needed.add(client.className);
    this.#converted.add(call);
  }

  #define(request: Request, options: string, name: string): void {
    const { className } = request.client;
    const key = `${className} ${options}`;
    if (this.#endpoints.has(key)) return;
    this.#endpoints.set(key, name);
    this.#names.add(name);
    const statement = this.#statementFor(request);
    const texts = this.#before.get(statement) ?? [];
    texts.push(`const ${name} = new ${className}(${options});`);
    this.#before.set(statement, texts);
  }

  /** The statement before which an endpoint can be defined: all it needs is there. */
  #statementFor({ call, client, url, config }: Request): Node {
    const { body } = this.#file.program;
    const indexOf = (node: Node) =>
      body.findIndex((each) =>
        startOf(each) <= startOf(node) && endOf(each) >= endOf(node)
      );
    const own = indexOf(call);
    const needed = [
      client.binding.declaration,
      ...[url, config].flatMap((node) => node ? [...nodesOf(node)] : [])
        .map((node) => this.#file.bindingOf(node))
        .filter((binding) => binding?.isTopLevel)
        .map((binding) => binding!.declaration),
    ].map((declaration) => indexOf(declaration) + 1);
    return body[Math.max(own, ...needed)] ?? body[own]!;
  }

  #nameFor(request: Request, otherwise: string): string {
    const isTaken = (name: string) =>
      this.#names.has(name) || !this.#file.library.isFree(name);
    const around = functionAround(this.#file, request.call);
    const isAlone =
      this.#requested.filter(({ call }) =>
        functionAround(this.#file, call)?.node === around?.node
      ).length === 1;
    const preferred = isAlone && around ? around.name : otherwise;
    let name = `${preferred}Endpoint`;
    if (isTaken(name)) name = `${otherwise}Endpoint`;
    for (let number = 2; isTaken(name); number++) {
      name = `${otherwise}Endpoint${number}`;
    }
    return name;
  }

  #settleClient(client: Client): void {
    const { creation, binding, className } = client;
    if (!creation) return;
    const declaration = [...this.#file.ancestorsOf(creation)].find((node) =>
      node.type === "VariableDeclaration"
    );
    if (declaration?.type !== "VariableDeclaration") return;
    if (this.#file.scopes.lookup(className, this.#file.program)) return;
    const holder = this.#file.parentOf(declaration);
    const isExported = holder?.type === "ExportNamedDeclaration" ||
      binding.references.some((use) =>
        this.#file.parentOf(use)?.type.startsWith("Export")
      );
    const text = this.#classOf(creation, className);
    const isGone = !isExported && declaration.declarations.length === 1 &&
      binding.references.every((use) => this.#isConverted(use));
    if (isGone) {
      this.#file.replace(declaration, this.#lines(text));
      this.#converted.add(creation);
    } else {
      this.#write(
        holder?.type === "Program" ? declaration : holder!,
        isExported ? `export ${text}` : text,
      );
      this.#file.report(
        declaration,
        `take ${binding.name} out as soon as nothing uses it; ${className} is in its place`,
      );
    }
  }

  /** `export default axios.create(...)`. */
  #settleDefaultExport(): void {
    for (const node of this.#file.program.body) {
      if (node.type !== "ExportDefaultDeclaration") continue;
      const creation = creationOf(this.#file, node.declaration);
      if (!creation) continue;
      const [client] = this.#clients;
      if (!client) continue;
      const className = classNameOf(nameOfCreation(this.#file, creation));
      if (this.#file.scopes.lookup(className, this.#file.program)) continue;
      this.#write(node, `export ${this.#classOf(creation, className)}`);
      this.#file.report(
        node,
        `take this default out as soon as nothing uses it; ${className} is in its place`,
      );
    }
  }

  #classOf(creation: t.CallExpression, className: string): string {
    const [options] = creation.arguments;
    const settings = settingsOf(
      this.#file,
      options?.type === "ObjectExpression" ? options : undefined,
    );
    const left = [
      ...settings.left,
      ...settings.search.length > 0 || settings.searchObject ? ["params"] : [],
      ...options && options.type !== "ObjectExpression" ? ["all"] : [],
    ];
    if (left.length > 0) {
      this.#file.report(
        creation,
        `${left.join(", ")} of this client: write it into ${className}`,
      );
    }
    this.#needed.add("RestEndpoint");
    if (this.#style.typescript) this.#needed.add("RestGenerics");
    return classText(className, settings, this.#style);
  }

  #write(statement: Node, text: string): void {
    const texts = this.#before.get(statement) ?? [];
    texts.unshift(text);
    this.#before.set(statement, texts);
  }

  #isConverted(use: Node): boolean {
    return [use, ...this.#file.ancestorsOf(use)].some((node) =>
      this.#converted.has(node)
    );
  }

  #lines(text: string): string {
    return text.replaceAll("\n", this.#file.lineBreak);
  }
}
