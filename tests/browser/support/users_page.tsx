// @ts-types="npm:@types/react@^19"
import { type ReactNode, useState } from "react";
import { Entity, resource } from "@tessera/client";
import { AsyncBoundary, useSuspense } from "@tessera/client/react";

class User extends Entity {
  id = "";
  name = "";

  static override key = "User";
}

/** A page that a server renders and a browser takes over. */
export function usersPage(urlPrefix: string): ReactNode {
  const { getList } = resource({ urlPrefix, path: "/users/:id", schema: User });

  function Users() {
    const users = useSuspense(getList);
    const [clicks, setClicks] = useState(0);
    return (
      <>
        <ul>{users.map((user) => <li key={user.pk()}>{user.name}</li>)}</ul>
        <button type="button" onClick={() => setClicks(clicks + 1)}>
          {clicks} clicks
        </button>
      </>
    );
  }

  return (
    <AsyncBoundary fallback="loading">
      <Users />
    </AsyncBoundary>
  );
}
