import { useFetch, useQuery } from '@tessera/client/react';
import { getPeople, Host, hostsBySeniority } from '../api/people.ts';

/** Who speaks, as soon as we know. */
export function HostCard({ username }) {
  const pending = useFetch(getPeople);
  const host = useQuery(Host, { username });
  const seniors = useQuery(hostsBySeniority, { limit: 2 });
  if (!pending.resolved && !host) return <aside>Looking for {username}</aside>;
  return (
    <aside>
      {host?.name}
      {pending.resolved && <em> ({seniors?.map(senior => senior.name).join(', ')})</em>}
    </aside>
  );
}
