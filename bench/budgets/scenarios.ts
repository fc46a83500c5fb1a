/**
 * What is counted in Node.js: each function prepares a piece of work, and
 * returns or resolves with the function that does it.
 *
 * @module
 */
import { createElement, Suspense, useEffect } from "react";
import { create as render } from "react-test-renderer";
import { createClient, Entity, RestEndpoint } from "@tessera/client";
import { DataProvider, useSuspense } from "@tessera/client/react";

class Article extends Entity {
  id = "";
  title = "";
  static override key = "Article";
}

const params = { id: "a1" };

/** Counted: a client is made. */
export function create(): Work {
  return () => createClient();
}

/** Before: a class, an endpoint and a client. Counted: the first fetch. */
export function firstFetch(origin: string): Work {
  const getArticle = endpointAt(origin);
  const client = createClient();
  return async () => {
    const { title } = await client.fetch(getArticle, params);
    expect(title === "one");
  };
}

/** Before: the response was fetched and read. Counted: reading it again. */
export async function readAgain(origin: string): Promise<Work> {
  const getArticle = endpointAt(origin);
  const client = createClient();
  await client.fetch(getArticle, params);
  const { data } = client.read(getArticle, params);
  return () => {
    expect(data !== undefined);
    expect(client.read(getArticle, params).data === data);
  };
}

/** Before: the response was fetched. Counted: a change that nobody reads. */
export async function set(origin: string): Promise<Work> {
  const client = createClient();
  await client.fetch(endpointAt(origin), params);
  return () => client.set(Article, params, { id: "a1", title: "two" });
}

/** Before: a subscriber has the response. Counted: a change, until the subscriber has it. */
export async function setWithSubscriber(origin: string): Promise<Work> {
  const getArticle = endpointAt(origin);
  const client = createClient();
  await client.fetch(getArticle, params);
  let told = (_title: string | undefined) => {};
  const next = () => new Promise<string | undefined>((tell) => told = tell);
  const first = next();
  client.subscribe(getArticle, [params], ({ data }) => told(data?.title));
  expect(await first === "one");
  return async () => {
    const second = next();
    client.set(Article, params, { id: "a1", title: "two" });
    expect(await second === "two");
  };
}

/** Counted: a provider and a component are mounted, which fetches and shows. */
export function mountFetchShow(origin: string): Work {
  const getArticle = endpointAt(origin);
  return async () => {
    const shown = new Promise<string>((tell) => {
      const Title = () => {
        const { title } = useSuspense(getArticle, params);
        useEffect(() => tell(title), [title]);
        return title;
      };
      render(
        createElement(
          DataProvider,
          null,
          createElement(Suspense, null, createElement(Title)),
        ),
      );
    });
    expect(await shown === "one");
  };
}

type Work = () => unknown;

function endpointAt(urlPrefix: string) {
  return new RestEndpoint({
    path: "/articles/:id",
    schema: Article,
    urlPrefix,
  });
}

function expect(holds: boolean): void {
  if (!holds) throw new Error("The work did not do what is counted.");
}
