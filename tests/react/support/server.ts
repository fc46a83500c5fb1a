/**
 * Renders on a server: a place without document.
 *
 * @module
 */
import type { ReactNode } from "react";
import { renderToReadableStream } from "react-dom/server";

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
  for await (const bytes of rendering as ReadableStream<Uint8Array>) {
    yield new TextDecoder().decode(bytes);
  }
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
  id = "data-client-data",
): string | undefined {
  return new RegExp(`<script[^>]* ?id="${id}"[^>]*>([^<]*)</script>`).exec(
    html,
  )?.[1];
}

/** Markup without what the renderer adds to it. */
export function textIn(html: string): string {
  return html.replace(/<script[\s\S]*?<\/script>/g, "").replace(
    /<!--.*?-->|<template[^>]*><\/template>/g,
    "",
  );
}
