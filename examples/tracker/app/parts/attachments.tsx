import { useController, useLoading } from "@tessera/client/react";
import type { FormEvent } from "react";
import { type Attachment, download, upload } from "../api/attachment.ts";
import { fieldErrors } from "../api/field_errors.ts";
import type { Issue } from "../api/issue.ts";
import { Field } from "./field.tsx";

/** The files of an issue. */
export function Attachments({ issue }: { readonly issue: Issue }) {
  return (
    <section className="attachments" aria-labelledby="attachments">
      <h2 id="attachments">Files</h2>
      <ul>
        {issue.attachments.map((attachment) => (
          <li key={attachment.id}>
            <Download attachment={attachment} />
          </li>
        ))}
      </ul>
      <Upload issue={issue.id} />
    </section>
  );
}

function Download({ attachment }: { readonly attachment: Attachment }) {
  const { id, name, size } = attachment;
  const { fetch } = useController();
  const [save, isSaving, error] = useLoading(async () => {
    const { file, name } = await fetch(download, { id });
    saveAs(file, name);
  }, [fetch, id]);
  return (
    <>
      <button type="button" disabled={isSaving} onClick={() => save()}>
        {name}
      </button>{" "}
      <small>{size} bytes</small>
      {error && <span role="alert">{error.message}</span>}
    </>
  );
}

/** Hands a file to the browser. */
function saveAs(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

function Upload({ issue }: { readonly issue: string }) {
  const { fetch } = useController();
  const [send, isSending, error] = useLoading(
    (form: FormData) => fetch(upload, { issue }, form),
    [fetch, issue],
  );
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    if (await send(new FormData(form))) form.reset();
  }
  return (
    <form onSubmit={submit}>
      <Field
        name="file"
        label="New file"
        type="file"
        problem={fieldErrors(error).file}
      />
      <button type="submit" disabled={isSending}>Upload</button>
    </form>
  );
}
