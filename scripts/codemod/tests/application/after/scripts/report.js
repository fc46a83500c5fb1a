// Prints what is on, without a page: node scripts/report.js
import { denormalize, MemoCache, normalize } from '@tessera/client/schema';
import { EpisodeResource, Episode } from '../src/api/episodes.ts';
import { getDay, getRecording, postBulletin } from '../src/api/files.ts';
import { hostsBySeniority } from '../src/api/people.ts';
import { Show, ShowResource } from '../src/api/shows.ts';

const shows = await ShowResource.getList();
const state = normalize([Show], shows);
console.log('shows:', Object.keys(state.entitiesMeta.Show).join(' '));

const memo = new MemoCache();
const hosts = memo.query(hostsBySeniority, [{}], state);
console.log('hosts:', (hosts.data ?? hosts).map(host => host.name).join(' '));

const changes = await EpisodeResource.getChanges();
const { result, entities } = normalize(EpisodeResource.getChanges.schema, changes);
const { rows, total } = denormalize(
  EpisodeResource.getChanges.schema,
  result,
  entities,
);
console.log('changes:', rows.map(row => row.title).join(' '), 'of', total);
console.log('withdrawn:', typeof entities[Episode.key].e9);

console.log('today:', (await getDay()).title);
console.log('then:', (await getDay({ day: '2024-02-01' })).title);

const recording = await getRecording({ path: ['2024', 'pilot.mp3'] });
console.log('recording:', await recording.text());

const { desk } = await postBulletin({ text: 'Fog' });
console.log('bulletin from:', desk);
