/** A script on a server: requests, writes, and markup of components. */
import { Entity, resource } from "@tessera/client";
import { createClient } from "@tessera/client/controller";
import { AsyncBoundary, useSuspense } from "@tessera/client/react";
import {
  createPersistedStore,
  getInitialData,
  ServerData,
} from "@tessera/client/react/ssr";
import process from "node:process";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { renderToPipeableStream, renderToStaticMarkup } from "react-dom/server";

class User extends Entity {
  id = "";
  name = "";
  static override key = "User";
}

const UserResource = resource({
  urlPrefix: process.argv[2]!,
  path: "/users/:id",
  schema: User,
});

const client = createClient();
const users = await client.fetch(UserResource.getList);
await client.fetch(UserResource.getList.push, { name: "Mary Shelley" });
await client.allSettled();
const now = client.read(UserResource.getList).data ?? [];
console.log(users.length, "then", now.map(({ name }) => name).join(", "));
console.log(now[0] instanceof User, now[0] === client.get(User, { id: "1" }));
client.dispose();

function Name({ id }: { readonly id: string }) {
  return <p>{useSuspense(UserResource.get, { id }).name}</p>;
}

const [ServerDataProvider, , , store] = createPersistedStore();
const markup = new PassThrough();
const { pipe } = renderToPipeableStream(
  <ServerDataProvider>
    <AsyncBoundary fallback="loading">
      <Name id="2" />
    </AsyncBoundary>
  </ServerDataProvider>,
  { onAllReady: () => pipe(markup) },
);
console.log(/<p>(.*?)<\/p>/.exec(await text(markup))?.[1]);
const data = renderToStaticMarkup(<ServerData data={store.getState()} />);
console.log(data.includes("Grace Hopper"), typeof getInitialData);
