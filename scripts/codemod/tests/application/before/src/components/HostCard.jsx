import { useCache, useFetch } from '@data-client/react';
import { getPeople, hostByUsername, hostsBySeniority } from '../api/people.ts';

/** Who speaks, as soon as we know. */
export function HostCard({ username }) {
  const pending = useFetch(getPeople);
  const host = useCache(hostByUsername, { username });
  const seniors = useCache(hostsBySeniority, { limit: 2 });
  if (pending && !host) return <aside>Looking for {username}</aside>;
  return (
    <aside>
      {host?.name}
      {!pending && <em> ({seniors?.map(senior => senior.name).join(', ')})</em>}
    </aside>
  );
}
