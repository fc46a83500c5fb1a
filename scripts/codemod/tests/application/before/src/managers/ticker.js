import { NetworkError } from '@data-client/rest';
import { AnnouncementBase } from '../api/announcements.ts';

/** Puts announcements from the ticker of the building into the store. */
export class TickerManager {
  /** @param {EventTarget} ticker */
  constructor(ticker) {
    this.ticker = ticker;
    this.listener = undefined;
    /** @type {import('@data-client/react').Middleware} */
    this.middleware = ({ controller }) => {
      this.listener = ({ detail }) => {
        if (detail instanceof NetworkError) {
          controller.receiveError(AnnouncementBase.get, { id: 'now' }, detail);
        } else {
          controller.receive(AnnouncementBase.get, { id: detail.id }, detail);
        }
      };
      return next => action => next(action);
    };
  }

  getMiddleware() {
    return this.middleware;
  }

  init() {
    this.ticker.addEventListener('announcement', this.listener);
  }

  cleanup() {
    this.ticker.removeEventListener('announcement', this.listener);
  }
}
