import { RestEndpoint } from '@tessera/client';
import { NewsEndpoint, StationEndpoint } from './StationEndpoint.ts';

/** The sound of an episode, by the path of the file in the archive. */
export const getRecording = new StationEndpoint({
  path: '/archive/*path',
  schema: undefined,
  content: 'blob',
});

export const getWaveform = new RestEndpoint({
  urlPrefix: 'https://sound.example.com',
  path: `/v2/waveforms/:id.:format\\?width=:width`,
  schema: undefined,
});

export const getDay = new StationEndpoint({
  path: '/schedule{/:day}',
  schema: undefined,
});

export const postBulletin = new NewsEndpoint({
  path: '/bulletins',
  method: 'POST',
  body: {} as { text: string },
  schema: undefined,
  process(value: { id: string; text: string; desk: string }) {
    return value;
  },
});
