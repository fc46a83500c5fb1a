import { createElement, Suspense } from "react";
import useSWR, { SWRConfig, useSWRConfig } from "swr";
import { getJson, putJson } from "./json.ts";

function Row() {
  const article = useSWR("/articles/a1", getJson, { suspense: true }).data;
  const [top] = useSWR("/articles/top", getJson, { suspense: true }).data;
  const { mutate } = useSWRConfig();
  const rename = () =>
    mutate("/articles/a1", putJson("/articles/a1", { title: "two" }));
  return createElement("p", { onClick: rename }, article.title, top.title);
}

export const app = createElement(
  SWRConfig,
  { value: {} },
  createElement(Suspense, { fallback: "" }, createElement(Row)),
);
