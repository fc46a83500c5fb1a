/** A request as the page lists it. */
export interface ListedRequest {
  /** Rises with every new row. */
  readonly id: number;
  readonly method: string;
  /** Path with query string, without `/api`. */
  readonly path: string;
  /** `undefined` while it runs, 0 if nothing answered. */
  readonly status: number | undefined;
  /** From sending to the head of the response, of the latest request. */
  readonly milliseconds: number;
  /** How often the same was requested. */
  readonly count: number;
}

const slowness = 1200;

/** What the app sends, for the list on the page, and a brake to see it waiting. */
export class Network {
  /** Holds every request back for a while. */
  isSlow = false;
  #requests: readonly ListedRequest[] = [];
  #latest = 0;
  readonly #listeners = new Set<() => void>();

  /** The requests so far, newest first; another array after every change. */
  readonly requests = (): readonly ListedRequest[] => this.#requests;

  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly forget = (): void => this.#show([]);

  /** Sends a request and lists it. */
  async send(
    method: string,
    path: string,
    send: () => Promise<Response>,
  ): Promise<Response> {
    const id = this.#begin(method, path);
    const started = performance.now();
    let status = 0;
    try {
      if (this.isSlow) {
        await new Promise((resolve) => setTimeout(resolve, slowness));
      }
      const response = await send();
      status = response.status;
      return response;
    } catch (error) {
      status = (error as { status?: number }).status ?? 0;
      throw error;
    } finally {
      const milliseconds = Math.round(performance.now() - started);
      this.#show(
        this.#requests.map((request) =>
          request.id === id ? { ...request, status, milliseconds } : request
        ),
      );
    }
  }

  /** Adds a row, or counts up the one that has the same request. */
  #begin(method: string, path: string): number {
    const same = this.#requests.find((request) =>
      request.method === method && request.path === path
    );
    if (same) {
      this.#show(
        this.#requests.map((request) =>
          request === same
            ? { ...same, status: undefined, count: same.count + 1 }
            : request
        ),
      );
      return same.id;
    }
    const id = ++this.#latest;
    const request: ListedRequest = {
      id,
      method,
      path,
      status: undefined,
      milliseconds: 0,
      count: 1,
    };
    this.#show([request, ...this.#requests]);
    return id;
  }

  #show(requests: readonly ListedRequest[]): void {
    this.#requests = requests;
    for (const listener of this.#listeners) listener();
  }
}

/** The network of this page. */
export const network = new Network();
