import { isTemporaryPk } from "@tessera/client";
import { useController, useLoading } from "@tessera/client/react";
import { type FormEvent, useState } from "react";
import { createComment } from "../api/comment.ts";
import { fieldErrors } from "../api/field_errors.ts";
import type { Issue } from "../api/issue.ts";
import { Field } from "./field.tsx";

/** What people say of an issue. */
export function Comments({ issue }: { readonly issue: Issue }) {
  return (
    <section className="comments" aria-labelledby="comments">
      <h2 id="comments">Comments</h2>
      <ol>
        {issue.comments.map(({ id, text, author, createdAt }) => (
          <li key={id} className={isTemporaryPk(id) ? "saving" : ""}>
            <p>{text}</p>
            <small>
              {author.name}, {createdAt.toLocaleDateString("en")}
            </small>
          </li>
        ))}
      </ol>
      <NewComment issue={issue.id} />
    </section>
  );
}

function NewComment({ issue }: { readonly issue: string }) {
  const { fetch } = useController();
  const [text, setText] = useState("");
  const [create, , error] = useLoading(
    (text: string) => fetch(createComment, { issue }, { text }),
    [fetch, issue],
  );
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setText("");
    if (!await create(text)) setText((typed) => typed || text);
  }
  return (
    <form onSubmit={submit}>
      <Field
        name="comment"
        label="New comment"
        rows={3}
        value={text}
        onText={setText}
        problem={fieldErrors(error).text}
      />
      <button type="submit">Comment</button>
    </form>
  );
}
