/** What the page tells the user in passing. */
export interface Message {
  readonly id: number;
  readonly text: string;
}

let messages: readonly Message[] = [];
let latest = 0;
const listeners = new Set<() => void>();

/** Shows a text until the user dismisses it. */
export function tell(text: string): void {
  show([...messages, { id: ++latest, text }]);
}

/** Takes a message away. */
export function dismiss(id: number): void {
  show(messages.filter((message) => message.id !== id));
}

/** What is shown now. */
export function getMessages(): readonly Message[] {
  return messages;
}

/** Calls the listener after each change, until the result is called. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

function show(next: readonly Message[]): void {
  messages = next;
  for (const listener of listeners) listener();
}
