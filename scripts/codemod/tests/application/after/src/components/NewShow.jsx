import { useController } from '@tessera/client/react';
import { ShowResource } from '../api/shows.ts';

export function NewShow() {
  const controller = useController();
  const create = title =>
    controller.fetch(ShowResource.create, { title, genre: 'talk' });
  const repeat = title =>
    controller.fetch(ShowResource.create, { title: `${title} (again)` });
  return (
    <p>
      <button onClick={() => create('Night shift')}>New show</button>
      <button onClick={() => repeat('Night shift')}>Repeat</button>
    </p>
  );
}
