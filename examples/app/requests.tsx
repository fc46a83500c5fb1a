import { type ListedRequest, network } from "./network.ts";
import { useRequests } from "./use_requests.ts";

/** Everything the page has sent, newest first. */
export function Requests() {
  const requests = useRequests();
  return (
    <aside className="requests" aria-labelledby="requests">
      <div className="row">
        <h2 id="requests">Requests</h2>
        <button type="button" onClick={network.forget}>Clear</button>
      </div>
      {requests.length === 0
        ? <p className="note">None so far</p>
        : (
          <ol tabIndex={0} aria-label="Requests, newest first">
            {requests.map((request) => (
              <Request key={request.id} request={request} />
            ))}
          </ol>
        )}
    </aside>
  );
}

function Request({ request }: { request: ListedRequest }) {
  const { method, path, status, milliseconds, count } = request;
  const isRefused = status === 0 || (status ?? 0) >= 400;
  return (
    <li className={isRefused ? "refused" : undefined}>
      <code>
        <b>{method}</b> {path}
      </code>
      <span className="outcome">
        {count > 1 && <b>×{count}</b>}
        {status === undefined
          ? "…"
          : `${status === 0 ? "failed" : status} in ${milliseconds} ms`}
      </span>
    </li>
  );
}
