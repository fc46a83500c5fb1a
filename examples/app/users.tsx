// @ts-types="npm:@types/react@^19"
import { type FormEvent, useState } from "react";
import { All, Entity, resource } from "@tessera/client";
import {
  useController,
  useLoading,
  useQuery,
  useSuspense,
} from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";

class User extends Entity {
  id = "";
  name = "";

  static override key = "User";
}

const UserResource = resource({
  Endpoint: AppEndpoint,
  path: "/users/:id",
  schema: User,
});

const allUsers = new All(User);

/** A list, and a form that adds to it. */
export function Users() {
  const users = useSuspense(UserResource.getList);
  return (
    <>
      <ul className="people">
        {users.map((user) => (
          <li key={user.pk()}>
            <Initials name={user.name} />
            {user.name}
          </li>
        ))}
      </ul>
      <NewUser />
      <Count />
    </>
  );
}

function NewUser() {
  const { fetch } = useController();
  const [name, setName] = useState("");
  const [create, isCreating, error] = useLoading(
    (name: string) => fetch(UserResource.getList.push, { name }),
    [fetch],
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (isCreating) return;
    if (await create(name.trim())) setName("");
  };
  return (
    <form onSubmit={submit}>
      <label>
        <span className="visually-hidden">Name of a new user</span>
        <input
          value={name}
          placeholder="Mary Shelley"
          autoComplete="off"
          required
          pattern=".*\S.*"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={isCreating}>
        {isCreating ? "Adding…" : "Add"}
      </button>
      {error && <p className="problem" role="alert">{error.message}</p>}
    </form>
  );
}

/** Asks the cache, whoever loaded the users. */
function Count() {
  const known = useQuery(allUsers)?.length ?? 0;
  return <p className="note" role="status">{known} users in the cache</p>;
}

function Initials({ name }: { name: string }) {
  const initials = name.split(/\s+/).map((word) => word[0]).join("").slice(
    0,
    2,
  );
  return <span className="initials" aria-hidden="true">{initials}</span>;
}
