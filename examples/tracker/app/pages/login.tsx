import { useController, useLoading } from "@tessera/client/react";
import type { FormEvent } from "react";
import { fieldErrors } from "../api/field_errors.ts";
import { login } from "../api/session.ts";
import { Field } from "../parts/field.tsx";
import { PageTitle } from "../parts/page_title.tsx";

/** Asks who is there. */
export function LoginPage() {
  const { fetch } = useController();
  const [enter, isEntering, error] = useLoading(
    (body: { login: string; password: string }) => fetch(login, body),
    [fetch],
  );
  const problems = fieldErrors(error);
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    enter({
      login: String(form.get("login")),
      password: String(form.get("password")),
    });
  }
  return (
    <main className="login">
      <PageTitle>Log in</PageTitle>
      <form onSubmit={submit}>
        <Field
          name="login"
          label="Name"
          autoComplete="username"
          problem={problems.login}
          required
        />
        <Field
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          problem={problems.password}
          required
        />
        <button type="submit" disabled={isEntering}>Log in</button>
      </form>
      <p className="note">
        Try <code>ada</code>, <code>charles</code> or{" "}
        <code>grace</code>. The password is <code>engine</code>.
      </p>
    </main>
  );
}
