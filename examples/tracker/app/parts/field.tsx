import type { ChangeEvent, ComponentProps } from "react";

type InputProps = Pick<
  ComponentProps<"input">,
  | "type"
  | "value"
  | "defaultValue"
  | "placeholder"
  | "autoComplete"
  | "required"
>;

interface FieldProps extends InputProps {
  readonly name: string;
  readonly label: string;
  /** What the server says is wrong with it. */
  readonly problem?: string | undefined;
  /** For a text of several lines. */
  readonly rows?: number;
  onText?(text: string): void;
}

/** A labelled input that says what is wrong with it. */
export function Field(
  { label, problem, rows, type, onText, ...others }: FieldProps,
) {
  const id = `${others.name}-problem`;
  const props = {
    ...others,
    ...onText && {
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        onText(event.currentTarget.value),
    },
    "aria-invalid": problem !== undefined,
    "aria-describedby": problem && id,
  };
  return (
    <label className="field">
      {label}
      {rows
        ? <textarea {...props} rows={rows} />
        : <input {...props} type={type} />}
      {problem && <span id={id} role="alert">{problem}</span>}
    </label>
  );
}
