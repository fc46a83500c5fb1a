import { useSyncExternalStore } from "react";

/** Says so when there is no network. */
export function Connection() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <p className="connection" role="status">
      {!isOnline && "You are offline. What you see may be old."}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  addEventListener("online", listener);
  addEventListener("offline", listener);
  return () => {
    removeEventListener("online", listener);
    removeEventListener("offline", listener);
  };
}
