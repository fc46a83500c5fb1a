import {
  resource,
  Entity,
  type SnapshotInterface,
  Values,
} from '@tessera/client';
import { Envelope } from '../schemas/envelope.js';
import { Localized } from '../schemas/localized.ts';
import { StationEndpoint } from './StationEndpoint.ts';

export class Episode extends Entity {
  id = '';
  showId = '';
  title = '';
  summary = '';
  likes = 0;
  revision = 0;
  publishedAt: Date | null = null;

  override pk() {
    return `${this.id}`;
  }

  static override key = 'Episode';

  static override schema = {
    // drafts have no date
    publishedAt: (iso: string) => new Date(iso),
    summary: new Localized('en'),
  };

  static override shouldUpdate(
    existingMeta: any,
    incomingMeta: any,
    existing: any,
    incoming: any,
  ) {
    return (existing.revision ?? 0) <= (incoming.revision ?? 0);
  }
}

const base = resource({
  path: '/shows/:showId/episodes/:id',
  searchParams: {} as { language?: string } | undefined,
  schema: Episode,
  Endpoint: StationEndpoint,
});

export const EpisodeResource = {
  ...base,
  partialUpdate: base.partialUpdate.extend({
    getOptimisticResponse: (
      snap: SnapshotInterface,
      { id, showId }: { id: string; showId: string },
      body: Partial<Episode>,
    ) => ({ id, showId, ...body }),
  }),
  like: base.get.extend({
    path: '/shows/:showId/episodes/:id/like',
    method: 'POST',
    body: undefined,
    getOptimisticResponse(snapshot, { showId, id }) {
      const episode = snapshot.get(Episode, { id });
      if (!episode) throw snapshot.abort;
      return { id, showId, likes: episode.likes + 1 };
    },
  }),
  /** What has changed since the last look, deletions included. */
  getChanges: new StationEndpoint({
    path: '/episodes/changes{/:since}',
    schema: new Envelope(Episode),
  }),
};

/** Episodes by the name of their show. */
export const getFeatured = new StationEndpoint({
  path: '/featured{/:region}/episodes',
  schema: new Values(Episode),
});
