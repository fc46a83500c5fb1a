import { useController } from "@tessera/client/react";
import { useRef } from "react";

export const money = (amount: number): string => amount.toFixed(2);

/** Sends a change. What the server refuses is taken back by itself. */
export function useChange() {
  const { fetch } = useController();
  const change: typeof fetch = (endpoint, ...args) => {
    const sent = fetch(endpoint, ...args);
    (sent as Promise<unknown>).catch(() => {});
    return sent;
  };
  return change;
}

/** A text to be sent. */
export function TextForm({ label, onSend }: {
  readonly label: string;
  readonly onSend: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSend(input.current!.value);
      }}
    >
      <input ref={input} aria-label={label} />
      <button type="submit">{label}</button>
    </form>
  );
}
