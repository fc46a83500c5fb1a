import { useController, useLoading } from "@tessera/client/react";
import { IssueResource } from "../api/issue.ts";
import { useNavigation } from "../router.tsx";

/** Deletes an issue and leaves its page. */
export function DeleteIssue({ id }: { readonly id: string }) {
  const { fetch } = useController();
  const { navigate } = useNavigation();
  const [remove, isRemoving] = useLoading(async () => {
    await fetch(IssueResource.delete, { id });
    navigate("/");
  }, [fetch, id, navigate]);
  return (
    <button
      type="button"
      className="danger"
      aria-disabled={isRemoving}
      onClick={() => confirm("Delete this issue?") && remove()}
    >
      Delete
    </button>
  );
}
