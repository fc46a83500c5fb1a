import { actionTypes } from '@data-client/react';
import type { ActionTypes, Manager, Middleware } from '@data-client/react';

/** Remembers what came from the server, for the footer of the page. */
export class ActivityManager implements Manager {
  readonly lines: string[] = [];

  getMiddleware = (): Middleware =>
    ({ controller }) =>
    next =>
    async (action: ActionTypes) => {
      if (action.type === actionTypes.RECEIVE_TYPE) {
        const { showId } = action.meta.args[0] ?? {};
        const count = Array.isArray(action.payload) ? action.payload.length : 1;
        this.lines.push(
          `${action.meta.key}: ${count}${showId ? ` of show ${showId}` : ''}`,
        );
      }
      await next(action);
    };

  cleanup() {
    this.lines.length = 0;
  }
}
