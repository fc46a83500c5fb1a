import { useController, useLoading } from "@tessera/client/react";
import { logout } from "../api/session.ts";

/** Ends the session; nothing of this user is left in the browser. */
export function Logout() {
  const { fetch, resetEntireStore } = useController();
  const [leave, isLeaving] = useLoading(async () => {
    await fetch(logout);
    await resetEntireStore();
  }, [fetch, resetEntireStore]);
  return (
    <button
      type="button"
      disabled={isLeaving}
      onClick={() => leave()}
    >
      Log out
    </button>
  );
}
