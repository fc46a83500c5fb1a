import { createResource, Entity, hookifyResource } from '@data-client/rest';
import type { NewGetEndpoint, NewMutateEndpoint } from '@data-client/rest/next';
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

export const AnnouncementBase = createResource({
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

export type ReadAnnouncement = NewGetEndpoint<{
  path: '/announcements/:id';
  schema: typeof Announcement;
}>;

export type WriteAnnouncement = NewMutateEndpoint<{
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
