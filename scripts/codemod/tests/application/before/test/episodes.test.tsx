import './dom.js';
import { makeCacheProvider, useCache, useSuspense } from '@data-client/react';
import { makeRenderDataClient } from '@data-client/test';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EpisodeResource, getFeatured } from '../src/api/episodes.ts';

const renderDataClient = makeRenderDataClient(makeCacheProvider);

const list = {
  endpoint: EpisodeResource.getList,
  args: [{ showId: 's1', language: 'de' }],
  response: [
    {
      id: 'e1',
      showId: 's1',
      title: 'Pilot',
      summary: { en: 'It begins', de: 'Es beginnt' },
      likes: 1,
      revision: 2,
      publishedAt: '2024-02-01T10:00:00Z',
    },
  ],
} as const;

test('texts are in the language that was asked for', () => {
  const { result } = renderDataClient(
    () =>
      useSuspense(EpisodeResource.getList, { showId: 's1', language: 'de' }),
    { initialFixtures: [list] },
  );
  assert.equal(result.current[0]?.summary, 'Es beginnt');
  assert.equal(result.current[0]?.publishedAt?.getUTCFullYear(), 2024);
});

test('an older revision changes nothing', async () => {
  const { result, controller } = renderDataClient(
    () => useCache(EpisodeResource.get, { showId: 's1', id: 'e1' }),
    {
      initialFixtures: [list],
      resolverFixtures: [
        {
          endpoint: EpisodeResource.get,
          args: [{ showId: 's1', id: 'e1' }],
          response: { id: 'e1', showId: 's1', title: 'Old', revision: 1 },
        },
      ],
    },
  );
  await controller.fetch(EpisodeResource.get, { showId: 's1', id: 'e1' });
  assert.equal(result.current?.title, 'Pilot');
});

test('a like shows at once, and not for what is unknown', async () => {
  const liked: string[] = [];
  const { result, controller } = renderDataClient(
    () => useCache(EpisodeResource.get, { showId: 's1', id: 'e1' }),
    {
      initialFixtures: [list],
      resolverFixtures: [
        {
          endpoint: EpisodeResource.like,
          response: ({ id }: { id: string | number }) => {
            liked.push(`${id}`);
            return { id, showId: 's1', likes: 5, revision: 3 };
          },
        },
      ],
    },
  );
  assert.equal(result.current?.likes, 1);
  await controller.fetch(EpisodeResource.like, { showId: 's1', id: 'e1' });
  await controller.fetch(EpisodeResource.like, { showId: 's1', id: 'new' });
  assert.deepEqual(liked, ['e1', 'new']);
});

test('featured episodes are found by the name of their show', () => {
  const { result } = renderDataClient(() => useSuspense(getFeatured, {}), {
    initialFixtures: [
      {
        endpoint: getFeatured,
        args: [{}],
        response: { 'Night shift': { id: 'e2', showId: 's2', title: 'Dusk' } },
      },
    ],
  });
  assert.equal(result.current['Night shift']?.title, 'Dusk');
});
