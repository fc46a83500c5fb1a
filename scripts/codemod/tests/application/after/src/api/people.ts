import { Entity, schema, Union, Collection, Query, All } from '@tessera/client';
import { StationEndpoint } from './StationEndpoint.ts';

/** Anybody who speaks on air. */
export abstract class Person extends Entity {
  id = '';
  username = '';
  name = '';
  readonly role: 'host' | 'guest' = 'guest';

  override pk() {
    return this.id;
  }
}

export class Host extends Person {
  override readonly role = 'host' as const;
  since = 0;

  static override key = 'Host';
  static override indexes = ['username'] as const;
}

export class Guest extends Person {
  override readonly role = 'guest' as const;
  topic = '';

  static override key = 'Guest';
}

export const people = new Union({ host: Host, guest: Guest }, 'role');

export const getPeople = new StationEndpoint({
  path: '/people',
  schema: new Collection(new schema.Array(people)),
});

/** Hosts that are known so far, the longest serving ones first. */
export const hostsBySeniority = new Query(
  new All(Host),
  (hosts, { limit }: { limit?: number } = {}) =>
    [...hosts].sort((a, b) => a.since - b.since).slice(0, limit),
);
