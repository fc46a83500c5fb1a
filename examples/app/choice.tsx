// @ts-types="npm:@types/react@^19"
import { useId } from "react";

/** One of a few, as a row of buttons; radio buttons to the keyboard. */
export function Choice(
  { label, options, value, onChange }: {
    label: string;
    /** Values, and how they are shown. */
    options: Readonly<Record<string, string>>;
    value: string;
    onChange: (value: string) => void;
  },
) {
  const name = useId();
  return (
    <fieldset className="choice">
      <legend className="visually-hidden">{label}</legend>
      {Object.entries(options).map(([option, text]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            value={option}
            checked={option === value}
            onChange={() => onChange(option)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
