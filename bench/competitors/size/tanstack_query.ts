import {
  QueryClient,
  QueryClientProvider,
  useMutation,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { createElement, Suspense } from "react";
import { getJson, putJson } from "./json.ts";

const client = new QueryClient();

function Row() {
  const article = useSuspenseQuery({
    queryKey: ["article", "a1"],
    queryFn: () => getJson("/articles/a1"),
  }).data;
  const [top] = useSuspenseQuery({
    queryKey: ["top"],
    queryFn: () => getJson("/articles/top"),
  }).data;
  const { mutate } = useMutation({
    mutationFn: () => putJson("/articles/a1", { title: "two" }),
    onSuccess: (data) => client.setQueryData(["article", "a1"], data),
  });
  return createElement(
    "p",
    { onClick: () => mutate() },
    article.title,
    top.title,
  );
}

export const app = createElement(
  QueryClientProvider,
  { client },
  createElement(Suspense, { fallback: "" }, createElement(Row)),
);
