import { useDebounce, useSuspense, useQuery } from '@tessera/client/react';
import { useState } from 'react';
import { countByGenre, ShowResource } from '../api/shows.ts';

interface Props {
  onSelect: (id: string) => void;
}

/** All shows, or those that match what is typed. */
export function ShowList({ onSelect }: Props) {
  const [text, setText] = useState('');
  const [query] = useDebounce(text, 20);
  const shows = useSuspense(ShowResource.getList, query ? { q: query } : {});
  const count = useQuery(countByGenre);
  return (
    <section>
      <input
        type="search"
        aria-label="Search"
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <ul>
        {shows.map(show => (
          <li key={show.id}>
            <button onClick={() => onSelect(show.id)}>
              {show.title} since {show.startedAt.getFullYear()}
            </button>
          </li>
        ))}
      </ul>
      <p className="count">Talk: {count?.talk ?? 0}</p>
    </section>
  );
}
