import { useController } from '@data-client/react';
import { ShowResource } from '../api/shows.ts';

const createShow = ShowResource.create.extend({
  // the list of its genre shows it, too
  update: newId => ({
    [ShowResource.getList.key({ genre: 'talk' })]: (ids = []) => [...ids, newId],
  }),
});

export function NewShow() {
  const controller = useController();
  const create = title =>
    controller.fetch(createShow, { title, genre: 'talk' });
  const repeat = title =>
    controller.fetch(ShowResource.create, { title: `${title} (again)` });
  return (
    <p>
      <button onClick={() => create('Night shift')}>New show</button>
      <button onClick={() => repeat('Night shift')}>Repeat</button>
    </p>
  );
}
