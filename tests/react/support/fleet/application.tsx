/**
 * An application that is rendered by a server and taken over by a browser, in
 * processes of their own.
 *
 * @module
 */
import { Suspense, useId, useState } from "react";
import { Entity, resource, RestEndpoint } from "../../../../mod.ts";
import { AsyncBoundary, useDLE, useSuspense } from "../../../../react/mod.ts";

class Vessel extends Entity {
  id = "";
  name = "";
  launched = new Date(0);

  static override key = "Vessel";
  static override schema = { launched: (text: string) => new Date(text) };
}

/** The requests of the application, to a backend. */
function requestsTo(urlPrefix: string) {
  const vessels = resource({
    urlPrefix,
    path: "/vessels/:id",
    schema: Vessel,
    searchParams: {} as { captain: string } | undefined,
  });
  const getLog = new RestEndpoint({
    urlPrefix,
    path: "/logs/:id",
    dataExpiryLength: 60_000,
  });
  return {
    getVessels: vessels.getList.extend({ dataExpiryLength: 60_000 }),
    getVessel: vessels.get.extend({ dataExpiryLength: 60_000 }),
    getLog,
  };
}

type Requests = ReturnType<typeof requestsTo>;

/** The vessels of a captain, with what is known of each. */
export function Fleet({ api, captain }: { api: string; captain: string }) {
  const [requests] = useState(() => requestsTo(api));
  return (
    <main>
      <h1>Fleet of {captain}</h1>
      <AsyncBoundary fallback={<i>waiting for vessels</i>}>
        <Vessels requests={requests} captain={captain} />
      </AsyncBoundary>
    </main>
  );
}

function Vessels(
  { requests, captain }: { requests: Requests; captain: string },
) {
  const vessels = useSuspense(requests.getVessels, { captain });
  return (
    <ul>
      {vessels.map(({ id, name, launched }) => (
        <li key={id}>
          {name} {launched.getUTCFullYear()}
          <Suspense fallback={<i>waiting for log</i>}>
            <Log requests={requests} id={id} />
          </Suspense>
        </li>
      ))}
    </ul>
  );
}

function Log({ requests, id }: { requests: Requests; id: string }) {
  const log = useSuspense(requests.getLog, { id }) as { text: string };
  const { data } = useDLE(requests.getVessel, { id });
  const [count, setCount] = useState(0);
  return (
    <button id={useId()} type="button" onClick={() => setCount(count + 1)}>
      {log.text} of {data?.name} {count}
    </button>
  );
}
