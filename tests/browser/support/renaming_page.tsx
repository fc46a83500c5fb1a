// @ts-types="npm:@types/react@^19"
import { type ReactNode, useActionState, useState, useTransition } from "react";
import { Entity, resource } from "@tessera/client";
import {
  AsyncBoundary,
  useController,
  useSuspense,
} from "@tessera/client/react";

class User extends Entity {
  id = "";
  name = "";

  static override key = "User";
}

/** A page that renames the first user in the action of a form. */
export function renamingPage(urlPrefix: string): ReactNode {
  const UserResource = resource({
    urlPrefix,
    path: "/users/:id",
    schema: User,
    optimistic: true,
  });

  function Users() {
    const [user] = useSuspense(UserResource.getList);
    const controller = useController();
    const [renames, rename, isPending] = useActionState(
      async (renames: number, form: FormData) => {
        const name = String(form.get("name"));
        await controller.fetch(
          UserResource.partialUpdate,
          { id: user!.id },
          { name },
        );
        await controller.expireAll(UserResource.getList);
        return renames + 1;
      },
      0,
    );
    const [clicks, setClicks] = useState(0);
    const [, startTransition] = useTransition();
    return (
      <form action={rename}>
        <h1 aria-busy={isPending}>{user!.name}</h1>
        <input name="name" aria-label="Name" />
        <button type="submit">Rename</button>
        <button
          type="button"
          onClick={() => startTransition(() => setClicks(clicks + 1))}
        >
          Click
        </button>
        <output>{renames} renames, {clicks} clicks</output>
      </form>
    );
  }

  return (
    <AsyncBoundary fallback="loading">
      <Users />
    </AsyncBoundary>
  );
}
