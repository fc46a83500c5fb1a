import { RestEndpoint, RestGenerics } from '@tessera/client';
import { settings } from '../settings.js';

/** Every request to the API of the station. */
export class StationEndpoint<
  O extends RestGenerics = any,
> extends RestEndpoint<O> {
  override urlPrefix = settings.apiUrl;

  override async getRequestInit(body: any): Promise<RequestInit> {
    const init = (await super.getRequestInit(body));
    // the server counts listeners per station
    return {
      ...init,
      headers: { ...init.headers, 'X-Station': settings.stationId },
    };
  }
}

/** Requests of the news desk. */
export class NewsEndpoint<
  O extends RestGenerics = any,
> extends StationEndpoint<O> {
  override getRequestInit(body: any): Promise<RequestInit> {
    if (body === undefined) return super.getRequestInit(body);
    return super.getRequestInit({ ...body, desk: 'news' });
  }
}
