import { Entity, Index, schema } from '@data-client/rest';
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

export const people = new schema.Union({ host: Host, guest: Guest }, 'role');

export const getPeople = new StationEndpoint({
  path: '/people',
  schema: new schema.Collection(new schema.Array(people)),
});

/** Finds a host by the name in an address. */
export const hostByUsername = new Index(Host);

/** Hosts that are known so far, the longest serving ones first. */
export const hostsBySeniority = new schema.Query(
  new schema.All(Host),
  (hosts, { limit }: { limit?: number } = {}) =>
    [...hosts].sort((a, b) => a.since - b.since).slice(0, limit),
);
