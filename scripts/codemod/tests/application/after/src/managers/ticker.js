import { NetworkError } from '@tessera/client';
import { AnnouncementBase } from '../api/announcements.ts';

/** Puts announcements from the ticker of the building into the store. */
export class TickerManager {
  /** @param {EventTarget} ticker */
  constructor(ticker) {
    this.ticker = ticker;
    this.listener = undefined;
    /** @type {import('@tessera/client').Middleware} */
    this.middleware = controller => {
      this.listener = ({ detail }) => {
        if (detail instanceof NetworkError) {
          controller.setError(AnnouncementBase.get, { id: 'now' }, detail);
        } else {
          controller.setResponse(AnnouncementBase.get, { id: detail.id }, detail);
        }
      };
      return next => action => next(action);
    };
  }


  init() {
    this.ticker.addEventListener('announcement', this.listener);
  }

  cleanup() {
    this.ticker.removeEventListener('announcement', this.listener);
  }
}
