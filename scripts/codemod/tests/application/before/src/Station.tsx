import {
  AsyncBoundary,
  CacheProvider,
  NetworkManager,
  PollingSubscription,
  SubscriptionManager,
} from '@data-client/react';
import type { Manager } from '@data-client/react';
import { useState, type ReactNode } from 'react';
import { AnnouncementBar } from './components/AnnouncementBar.tsx';
import { HostCard } from './components/HostCard.jsx';
import { NewShow } from './components/NewShow.jsx';
import { ShowList } from './components/ShowList.tsx';
import { ShowPage } from './components/ShowPage.tsx';
import { ActivityManager } from './managers/activity.ts';
import { TickerManager } from './managers/ticker.js';

export const ticker = new EventTarget();
export const activity = new ActivityManager();

const managers: Manager[] = [
  activity,
  new TickerManager(ticker),
  new NetworkManager(60_000, 2_000),
  new SubscriptionManager(PollingSubscription),
];

export function StationProvider({ children }: { children: ReactNode }) {
  return <CacheProvider managers={managers}>{children}</CacheProvider>;
}

export function Station({ language }: { language: string }) {
  const [showId, setShowId] = useState<string>();
  return (
    <main>
      <AnnouncementBar />
      <AsyncBoundary fallback={<p role="status">Tuning in …</p>}>
        <ShowList onSelect={setShowId} />
        <NewShow />
        {showId && <ShowPage id={showId} language={language} />}
        <HostCard username="ada" />
      </AsyncBoundary>
    </main>
  );
}
