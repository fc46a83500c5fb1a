import { useController, useLoading, useSuspense } from "@tessera/client/react";
import type { FormEvent } from "react";
import { fieldErrors } from "../api/field_errors.ts";
import { type Issue, type IssueInput, IssueResource } from "../api/issue.ts";
import { getLabels } from "../api/label.ts";
import { Field } from "./field.tsx";

interface EditIssueProps {
  readonly issue: Issue;
  onDone(): void;
}

/** A form for an issue. What is saved shows at once, and stays if the server agrees. */
export function EditIssue({ issue, onDone }: EditIssueProps) {
  const { id, title, text } = issue;
  const labels = useSuspense(getLabels);
  const { fetch } = useController();
  const [save, isSaving, error] = useLoading(async (input: IssueInput) => {
    const saved = fetch(IssueResource.partialUpdate, { id }, input);
    // without a network it waits in the queue, and the form need not
    if (navigator.onLine) await saved;
    else saved.catch(() => {});
    onDone();
  }, [fetch, id, onDone]);
  const problems = fieldErrors(error);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    save({
      title: String(form.get("title")),
      text: String(form.get("text")),
      labels: form.getAll("labels").map(String),
    });
  }
  return (
    <form className="edit" onSubmit={submit} aria-label="Edit issue">
      <Field
        name="title"
        label="Title"
        defaultValue={title}
        problem={problems.title}
      />
      <Field
        name="text"
        label="Text"
        rows={4}
        defaultValue={text}
        problem={problems.text}
      />
      <fieldset>
        <legend>Labels</legend>
        {labels.map((label) => (
          <label key={label.id}>
            <input
              type="checkbox"
              name="labels"
              value={label.id}
              defaultChecked={issue.labels.includes(label)}
            />
            {label.name}
          </label>
        ))}
      </fieldset>
      <p className="actions">
        <button type="submit" disabled={isSaving}>Save</button>
        <button type="button" onClick={onDone}>Cancel</button>
      </p>
    </form>
  );
}
