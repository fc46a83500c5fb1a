import type { ComponentProps } from "react";

interface FieldProps extends ComponentProps<"input"> {
  readonly name: string;
  readonly label: string;
  /** What the server says is wrong with it. */
  readonly problem?: string | undefined;
  /** For a text of several lines. */
  readonly rows?: number;
}

/** A labelled input that says what is wrong with it. */
export function Field({ label, problem, rows, ...input }: FieldProps) {
  const id = `${input.name}-problem`;
  const Input = rows ? "textarea" as "input" : "input";
  return (
    <label className="field">
      {label}
      <Input
        {...input}
        {...rows && { rows }}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && id}
      />
      {problem && <span id={id} role="alert">{problem}</span>}
    </label>
  );
}
