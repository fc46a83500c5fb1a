import { useSyncExternalStore } from "react";
import { offline } from "../managers.ts";

/** Says how many changes wait for the network. */
export function WaitingChanges() {
  const { length } = useSyncExternalStore(offline.subscribe, offline.entries);
  return (
    <p className="connection" role="status">
      {length > 0 &&
        `${length} ${
          length === 1 ? "change waits" : "changes wait"
        } to be sent.`}
    </p>
  );
}
