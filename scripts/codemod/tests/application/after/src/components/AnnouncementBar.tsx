import { useCache, useController } from '@tessera/client/react';
import {
  AnnouncementBase as Base,
  AnnouncementResource,
} from '../api/announcements.ts';

/** What was announced last, and a button that asks for quiet. */
export function AnnouncementBar() {
  const { fetch } = useController();
  const create = AnnouncementResource.useCreate();
  const now = useCache(Base.get, { id: 'now' });
  return (
    <header>
      <strong>{now?.text ?? 'Nothing to announce'}</strong>
      <button onClick={() => fetch(create, { text: 'Quiet, please' })}>
        Quiet
      </button>
    </header>
  );
}
