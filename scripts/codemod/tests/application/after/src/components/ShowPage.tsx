import { useController, useFetch, useSuspense } from '@tessera/client/react';
import { EpisodeResource } from '../api/episodes.ts';
import { getDay } from '../api/files.ts';
import { ShowResource } from '../api/shows.ts';

interface Props {
  id: string;
  language: string;
}

/** A show with its episodes. */
export function ShowPage({ id, language }: Props) {
  const show = useSuspense(ShowResource.get, { id });
  const episodes = useSuspense(EpisodeResource.getList, {
    showId: id,
    language,
  });
  // the schedule is on the next page: ask early
  const schedule = useFetch(getDay);
  const { fetch } = useController();
  return (
    <article>
      <h1>{show.title}</h1>
      <p className="cast">{show.cast.map(({ name }) => name).join(', ')}</p>
      {!schedule.resolved ? <small>Loading the schedule</small> : <small>Ready</small>}
      <ol>
        {episodes.filter(Boolean).map(episode => (
          <li key={episode.id}>
            {episode.title}: {episode.summary}
            <button
              onClick={() =>
                fetch(EpisodeResource.like, { showId: id, id: episode.id })
              }
            >
              {episode.likes} likes
            </button>
          </li>
        ))}
      </ol>
    </article>
  );
}
