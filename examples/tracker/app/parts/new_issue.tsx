import { useController, useLoading } from "@tessera/client/react";
import { type FormEvent, useState } from "react";
import { fieldErrors } from "../api/field_errors.ts";
import { IssueResource } from "../api/issue.ts";
import { Field } from "./field.tsx";

/** Adds an issue to the lists at once; the text comes back if the server refuses. */
export function NewIssue() {
  const { fetch } = useController();
  const [title, setTitle] = useState("");
  const [create, , error] = useLoading(
    (title: string) =>
      fetch(IssueResource.getList.push, { title, status: "open" }),
    [fetch],
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setTitle("");
    if (!await create(title)) setTitle((typed) => typed || title);
  }
  return (
    <form className="new-issue" onSubmit={submit}>
      <Field
        name="title"
        label="New issue"
        placeholder="What is wrong?"
        autoComplete="off"
        value={title}
        onText={setTitle}
        problem={fieldErrors(error).title}
        required
      />
      <button type="submit">Add</button>
    </form>
  );
}
