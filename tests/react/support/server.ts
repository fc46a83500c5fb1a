/**
 * Renders on a server: a place without document.
 *
 * @module
 */
import type { ReactNode } from "react";
import {
  renderToPipeableStream,
  renderToReadableStream,
} from "react-dom/server";
import { Writable } from "node:stream";
import {
  Controller,
  createReducer,
  deserialize,
  type State,
} from "../../../controller/mod.ts";
import { mergeState } from "../../../controller/merge_stored.ts";

/** Errors of components, by the server renderer. */
export type ServerErrors = unknown[];

/** Renders and gives the markup in the pieces in which it is sent. */
export async function* stream(
  content: ReactNode,
  errors: ServerErrors = [],
): AsyncGenerator<string> {
  const rendering = await renderToReadableStream(content, {
    onError: (error: unknown) => void errors.push(error),
  });
  // Preact goes on to write where a test has read enough
  const pieces = (rendering as ReadableStream<Uint8Array>)
    .values({ preventCancel: true });
  for await (const bytes of pieces) yield new TextDecoder().decode(bytes);
}

/**
 * The pieces that the stream for Node.js sends, each at once.
 *
 * @param onShell Runs when the shell is sent.
 */
export function pipe(
  content: ReactNode,
  onShell: () => void = () => {},
): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const pieces: string[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        pieces.push(String(chunk));
        done();
      },
      final(done) {
        done();
        resolve(pieces);
      },
    });
    const { pipe } = renderToPipeableStream(content, {
      onShellReady() {
        pipe(sink);
        onShell();
      },
      onError: reject,
    });
  });
}

/** Renders everything. */
export async function renderToText(
  content: ReactNode,
  errors?: ServerErrors,
): Promise<string> {
  let text = "";
  for await (const piece of stream(content, errors)) text += piece;
  return text;
}

/** Runs what a server runs while the test has a document. */
export async function onServer<T>(run: () => Promise<T>): Promise<T> {
  const names = ["window", "document"] as const;
  const globals = globalThis as Record<string, unknown>;
  const kept = names.map((name) => globals[name]);
  for (const name of names) globals[name] = undefined;
  try {
    return await run();
  } finally {
    names.forEach((name, index) => globals[name] = kept[index]);
  }
}

/** The text of a script element with data; `undefined` if the markup has none. */
export function dataIn(
  html: string,
  id = defaultId,
): string | undefined {
  return new RegExp(`<script[^>]* ?id="${id}"[^>]*>([^<]*)</script>`).exec(
    html,
  )?.[1];
}

/** The texts of the script elements with data, in their order. */
export function scriptsIn(html: string, id?: string): string[] {
  const texts: string[] = [];
  for (;;) {
    const number = texts.length;
    const text = dataIn(html, number ? `${id ?? defaultId}:${number}` : id);
    if (text === undefined) return texts;
    texts.push(text);
  }
}

/** The state that markup carries. */
export function stateIn(html: string, id?: string): State {
  const reduce = createReducer(new Controller());
  const [first, ...later] = scriptsIn(html, id).flatMap((text) => {
    const { later = [], ...first } = JSON.parse(text);
    return [first, ...later];
  });
  return later.reduce(
    (state, patch) =>
      reduce(state, {
        type: "rdc/merge",
        apply: (stored) => mergeState(stored, deserialize(patch), true),
      }),
    deserialize(first),
  );
}

const defaultId = "data-client-data";

/** Markup without what the renderer adds to it. */
export function textIn(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, "").replace(
    /<!--.*?-->|<template[^>]*><\/template>/g,
    "",
  );
}
