import { useSyncExternalStore } from "react";
import { dismiss, getMessages, subscribe } from "./messages.ts";

/** The messages, in a corner; screen readers announce each. */
export function MessageList() {
  const messages = useSyncExternalStore(subscribe, getMessages);
  return (
    <ul className="messages" aria-label="Messages" aria-live="polite">
      {messages.map(({ id, text }) => (
        <li key={id}>
          {text}
          <button type="button" onClick={() => dismiss(id)}>Dismiss</button>
        </li>
      ))}
    </ul>
  );
}
