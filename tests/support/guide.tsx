/**
 * What the checks of guides use: a document, a REST server on loopback that
 * answers in place of every host, and a page that is read and clicked.
 *
 * @module
 */
import "../react/support/dom.ts";
import { assert, assertEquals } from "@std/assert";
import { DataProvider } from "@tessera/client/react";
import type { ReactNode } from "react";
import { createRoot } from "react-dom/client";
import { visibleText } from "../react/support/visible_text.ts";
import { Refusal } from "./refusal.ts";

export { assert, assertEquals };

// checks wait for the screen as users do
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
const { fetch: request, FormData: NativeFormData } = globalThis;
const { FormData: FormDataOfPage } = globalThis.window as unknown as {
  FormData: typeof FormData;
};
// fetch of Deno sends its own forms only, and these do not know the document
globalThis.FormData = class extends NativeFormData {
  constructor(form?: HTMLFormElement, submitter?: HTMLElement | null) {
    super();
    if (form === undefined) return;
    for (const [name, value] of new FormDataOfPage(form, submitter)) {
      this.append(name, value);
    }
  }
};

/** With `GUIDE_REFUSES`: every change is clicked twice, and refused. */
const refusal = Deno.env.has("GUIDE_REFUSES") ? new Refusal() : undefined;

/** What was wrong with the last page when its change was refused. */
export function refused(): string[] {
  return refusal?.takeProblems() ?? [];
}

/** A row of a table of {@linkcode serve}. */
export interface Row {
  id: string;
  [field: string]: unknown;
}

/** What a server answers beside its tables; `undefined` leaves it to them. */
export type Answer = (
  request: Request,
  body: Record<string, unknown>,
) => unknown;

/** A running server. */
export interface Server extends AsyncDisposable {
  /** `GET /todos?page=2` and so on, oldest first. */
  readonly requests: string[];
  readonly tables: Record<string, Row[]>;
}

/** Answers every `fetch` until it is disposed. */
export function serve(
  tables: Record<string, Row[]> = {},
  answer: Answer = () => undefined,
): Server {
  const requests: string[] = [];
  const stop = new AbortController();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {}, signal: stop.signal },
    async (request) => {
      const { pathname, search } = new URL(request.url);
      requests.push(`${request.method} ${pathname}${search}`);
      const text = await request.clone().text();
      const body = text.startsWith("{") ? JSON.parse(text) : {};
      const refused = await refusal?.answer(request, text);
      if (refused) return refused;
      const own = await answer(request, body);
      if (own instanceof Response) return own;
      return own === undefined
        ? fromTables(tables, request, body)
        : Response.json(own);
    },
  );
  globalThis.fetch = (input, init) => {
    const { pathname, search } = new URL(String(input), "http://localhost");
    return request(
      `http://127.0.0.1:${server.addr.port}${pathname}${search}`,
      init,
    );
  };
  return {
    requests,
    tables,
    async [Symbol.asyncDispose]() {
      globalThis.fetch = request;
      stop.abort(); // does not wait for an answer that a failed check holds back
      await server.finished;
    },
  };
}

function fromTables(
  tables: Record<string, Row[]>,
  { method, url }: Request,
  body: Record<string, unknown>,
): Response {
  const { pathname, searchParams } = new URL(url);
  const [name = "", id] = pathname.slice(1).split("/");
  const rows = tables[name];
  const row = rows?.find((row) => row.id === id);
  if (!rows || (id !== undefined && !row)) {
    return Response.json({ message: "Not found" }, { status: 404 });
  }
  switch (method) {
    case "POST": {
      const created = { ...body, id: String(rows.length + 1) };
      rows.push(created);
      return Response.json(created, { status: 201 });
    }
    case "PUT":
    case "PATCH":
      return Response.json(Object.assign(row!, body));
    case "DELETE":
      rows.splice(rows.indexOf(row!), 1);
      return new Response(null, { status: 204 });
    default:
      return Response.json(
        row ??
          rows.filter((row) =>
            [...searchParams].every(([field, value]) =>
              !(field in row) || String(row[field]) === value
            )
          ),
      );
  }
}

/** A page that is on screen. */
export interface Page extends AsyncDisposable {
  /** All that is to be seen now. */
  readonly text: string;
  /** Waits until a text is to be seen. */
  sees(text: string): Promise<void>;
  /** Waits until a text is to be seen no more. */
  misses(text: string): Promise<void>;
  /** The element with this label or text. */
  find(name: string): HTMLElement;
  click(name: string): void;
  type(label: string, text: string): void;
}

/** Renders below a provider, unless the content has one of its own. */
export function show(
  content: ReactNode,
  { provider = true }: { provider?: boolean } = {},
): Page {
  const container = document.createElement("div");
  document.body.append(container);
  const root = createRoot(container, { onCaughtError() {} });
  root.render(provider ? <DataProvider>{content}</DataProvider> : content);
  function find(name: string): HTMLElement {
    const found = [...container.querySelectorAll<HTMLElement>("*")].filter(
      (element) =>
        element.getAttribute("aria-label") === name ||
        element.getAttribute("name") === name ||
        element.textContent?.trim() === name,
    ).at(-1);
    assert(found, `"${name}" is not on the page: ${container.innerHTML}`);
    return found.matches("label")
      ? found.querySelector<HTMLElement>("input, select, textarea") ?? found
      : found;
  }
  return {
    get text() {
      return visibleText(container);
    },
    sees: (text) =>
      until(
        () => visibleText(container).includes(text),
        () => `"${text}" in "${visibleText(container)}"`,
      ),
    misses: (text) =>
      until(
        () => !visibleText(container).includes(text),
        () => `no "${text}" in "${visibleText(container)}"`,
      ),
    find,
    click(name) {
      if (refusal) refusal.clickTwice(find(name));
      else find(name).click();
    },
    type(label, text) {
      const field = find(label) as HTMLInputElement;
      refusal?.typed.push({ field, text });
      const { set } = Object.getOwnPropertyDescriptor(
        Object.getPrototypeOf(field),
        "value",
      )!;
      set!.call(field, text); // as React does not see it
      const { Event } = globalThis.window as unknown as {
        Event: typeof globalThis.Event;
      };
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
    async [Symbol.asyncDispose]() {
      await refusal?.judge(container);
      root.unmount();
      await new Promise((resolve) => setTimeout(resolve));
      container.remove();
    },
  };
}

/** Milliseconds that a check waits; a check whose change is refused fails in any case. */
const patience = refusal ? 1000 : 10_000;

/** Waits until something holds, at most ten seconds. */
export async function until(
  condition: () => boolean,
  what: () => string = () => String(condition),
): Promise<void> {
  for (const end = Date.now() + patience; !condition();) {
    assert(!refusal?.isAnswered, "a change was refused");
    assert(Date.now() < end, `waited for ${what()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
