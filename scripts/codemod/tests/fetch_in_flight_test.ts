import { fetchInFlight as transform } from "../transforms/fetch_in_flight.ts";
import { fixtureTest } from "./fixtures.ts";

const passed =
  "this promise was undefined while nothing was in flight: pass !promise.resolved, or test that";

fixtureTest(
  "tests whether useFetch is in flight ask resolved [endpoint/MOD-21]",
  {
    transform,
    before: `import { useFetch } from '@data-client/react';

export function Ship({ id }) {
  const promise = useFetch(getShip, { id }); // early
  const other = useFetch(getPorts);
  if (promise) return <Spinner />;
  if (!other) log('there');
  else if (other !== undefined && !promise) throw other;
  const busy = !!promise, idle = promise == null, both = Boolean(promise);
  while (promise || other) wait();
  promise?.then(show);
  return (
    <p className={promise ? 'loading' : ''}>
      {promise! && <Spinner />}
      {!(promise && other) ? <Ready /> : null}
      {use(promise).name}
    </p>
  );
}
`,
    after: `import { useFetch } from '@data-client/react';

export function Ship({ id }) {
  const promise = useFetch(getShip, { id }); // early
  const other = useFetch(getPorts);
  if (!promise.resolved) return <Spinner />;
  if (other.resolved) log('there');
  else if (!other.resolved && promise.resolved) throw other;
  const busy = !promise.resolved, idle = promise.resolved, both = !promise.resolved;
  while (!promise.resolved || !other.resolved) wait();
  promise?.then(show);
  return (
    <p className={!promise.resolved ? 'loading' : ''}>
      {!promise.resolved && <Spinner />}
      {!(!promise.resolved && !other.resolved) ? <Ready /> : null}
      {use(promise).name}
    </p>
  );
}
`,
  },
);

fixtureTest(
  "where nothing may be asked, there may be no promise [endpoint/MOD-21]",
  {
    transform,
    before: `import * as data from '@data-client/react';
export function Ship({ id, args }) {
  const promise = data.useFetch(getShip, id ? { id } : null);
  const loading = !!data.useFetch(getShip, args);
  if (promise) return null;
  return !promise && loading ? 'ready' : 'state: ' + !promise;
}
`,
    after: `import * as data from '@data-client/react';
export function Ship({ id, args }) {
  const promise = data.useFetch(getShip, id ? { id } : null);
  const loading = data.useFetch(getShip, args)?.resolved === false;
  if (promise?.resolved === false) return null;
  return promise?.resolved !== false && loading ? 'ready' : 'state: ' + (promise?.resolved !== false);
}
`,
  },
);

fixtureTest(
  "promises whose state is asked stay as they are [endpoint/MOD-21]",
  {
    transform,
    before: `import { useFetch as useEarly } from '@tessera/client/react';
import { useFetch } from 'use-http';
export function Ship({ id }) {
  const promise = useEarly(getShip, id && { id });
  if (promise && !promise.resolved) return <Spinner />;
  const request = useFetch('/ships');
  if (request) return <Spinner />;
  const shown = useEarly(getShip, { id });
  const inner = (shown) => shown ? 1 : 2;
  const useShip = (id) => useEarly(getShip, { id });
  return <Show ship={shown}>{use(shown).name}{inner(id)}</Show>;
}
`,
  },
);

fixtureTest(
  "a promise that is handed on to be tested is reported [endpoint/MOD-21]",
  {
    transform,
    before: `import { useFetch } from '@data-client/react';
export function Ship({ id, saving }) {
  const promise = useFetch(getShip, { id });
  const busy = saving || promise;
  return <Button disabled={promise} {...{ isLoading: promise }}>{busy}</Button>;
}
export const useShip = (id) => useFetch(getShip, { id });
`,
    reports: [
      `4: ${passed}`,
      `5: ${passed}`,
      "7: this hook returns a promise at all times now: let its users test promise.resolved",
    ],
  },
);
