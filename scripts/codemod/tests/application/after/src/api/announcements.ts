import { resource, Entity, hookifyResource } from '@tessera/client';
import type { GetEndpoint, MutateEndpoint } from '@tessera/client';
import { useContext } from 'react';
import { StudioContext } from '../components/studio.ts';
import { StationEndpoint } from './StationEndpoint.ts';

export class Announcement extends Entity {
  id = '';
  text = '';

  override pk() {
    return this.id;
  }

  static override key = 'Announcement';
}

export const AnnouncementBase = resource({
  path: '/announcements/:id',
  schema: Announcement,
  Endpoint: StationEndpoint,
});

/** Says which studio asks. */
function useRequestInit(): RequestInit {
  return { headers: { 'X-Studio': useContext(StudioContext) } };
}

export const AnnouncementResource = hookifyResource(
  AnnouncementBase,
  useRequestInit,
);

export type ReadAnnouncement = GetEndpoint<{
  path: '/announcements/:id';
  schema: typeof Announcement;
}>;

export type WriteAnnouncement = MutateEndpoint<{
  path: '/announcements/:id';
  body: { text: string };
  schema: typeof Announcement;
}>;

/** Reads once and writes what `edit` makes of it. */
export async function rewrite(
  read: ReadAnnouncement,
  write: WriteAnnouncement,
  id: string,
  edit: (text: string) => string,
): Promise<void> {
  const { text } = await read({ id });
  await write({ id }, { text: edit(text) });
}
