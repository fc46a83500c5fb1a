import { actionTypes } from '@tessera/client/react';
import type { ActionTypes, Manager, Middleware } from '@tessera/client/react';

/** Remembers what came from the server, for the footer of the page. */
export class ActivityManager implements Manager {
  readonly lines: string[] = [];

  middleware: Middleware = controller =>
    next =>
    async (action: ActionTypes) => {
      if (action.type === actionTypes.SET_RESPONSE) {
        const { showId } = action.args[0] ?? {};
        const count = Array.isArray(action.response) ? action.response.length : 1;
        this.lines.push(
          `${action.key}: ${count}${showId ? ` of show ${showId}` : ''}`,
        );
      }
      await next(action);
    };

  cleanup() {
    this.lines.length = 0;
  }
}
