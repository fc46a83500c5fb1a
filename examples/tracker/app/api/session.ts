import { Entity } from "@tessera/client";
import { TrackerEndpoint } from "./tracker_endpoint.ts";
import { User } from "./user.ts";

/** Who is logged in. There is one, so its primary key is a constant. */
export class Session extends Entity {
  user: User | null = null;

  override pk(): string {
    return "current";
  }

  static override key = "Session";
  static override schema = { user: User };
}

export const getSession = new TrackerEndpoint({
  path: "/session",
  schema: Session,
});

/** Its response is the session, too, so all that read `getSession` show the new one. */
export const login = getSession.extend({
  method: "POST",
  body: {} as { login: string; password: string },
});

export const logout = getSession.extend({ method: "DELETE" });
