import { Entity, resource, Query, All } from '@tessera/client';
import { people, Host, Guest } from './people.ts';
import { StationEndpoint } from './StationEndpoint.ts';

export type Genre = 'talk' | 'music' | 'news';

export class Show extends Entity {
  id = '';
  title = '';
  genre: Genre = 'talk';
  startedAt = new Date(0);
  cast: (Host | Guest)[] = [];

  override pk() {
    return this.id;
  }

  static override key = 'Show';

  static override schema = {
    startedAt: (iso: string) => new Date(iso),
    cast: [people],
  };
}

export const ShowResource = resource({
  path: '/shows/:id',
  searchParams: {} as { genre?: Genre; q?: string } | undefined,
  schema: Show,
  Endpoint: StationEndpoint,
});

/** Titles by genre, as far as shows are known. */
export const countByGenre = new Query(
  new All(Show),
  (shows) => {
    const count: Record<string, number> = {};
    for (const { genre } of shows) count[genre] = (count[genre] ?? 0) + 1;
    return count;
  },
);
