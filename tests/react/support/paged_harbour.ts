/**
 * A backend whose list comes page by page, and whose answers the test decides.
 *
 * @module
 */
import {
  Collection,
  Entity,
  NetworkError,
  RestEndpoint,
} from "../../../mod.ts";
import { settle } from "./render.tsx";

export class Ship extends Entity {
  id = "";
  name = "";
  static override key = "PagedShip";
}

/** A request that waits for its answer. */
interface Pending {
  readonly page: string;
  answer(): void;
  fail(): void;
}

/**
 * Pages by their number; each letter of a page is the id of a ship. Responses
 * name the page after and the page before.
 */
export class PagedHarbour {
  /** Pages that were asked for, with their flag; the first page is `1` unless it is asked for by its number. */
  readonly asked: string[] = [];
  /** Whether requests wait for the test. */
  isSlow = true;
  #pending: Pending[] = [];

  constructor(public pages: Record<string, string>) {}

  readonly getShips = new RestEndpoint({
    urlPrefix: "http://harbour",
    path: "/ships",
    searchParams: {} as { flag?: string },
    paginationField: "page",
    schema: { items: new Collection([Ship]), next: "", previous: "" },
    fetchResponse: (input): Promise<Response> => this.#fetch(String(input)),
  });

  readonly createShip = this.getShips.push;

  #fetch(address: string): Promise<Response> {
    const { searchParams } = new URL(address);
    const page = searchParams.get("page") ?? "1";
    const flag = searchParams.get("flag") ?? "";
    this.asked.push(flag + page);
    const answer = () => Response.json(this.#responseOf(flag, page));
    if (!this.isSlow) return Promise.resolve(answer());
    return new Promise((resolve, reject) => {
      this.#pending.push({
        page: flag + page,
        answer: () => resolve(answer()),
        fail: () =>
          reject(new NetworkError(new Response(`no ${page}`, { status: 400 }))),
      });
    });
  }

  /** Answers the oldest request of a page. */
  answer(page: string): Promise<void> {
    return settle(() => this.#take(page).answer());
  }

  /** Fails the oldest request of a page. */
  fail(page: string): Promise<void> {
    return settle(() => this.#take(page).fail());
  }

  #take(page: string): Pending {
    const pending = this.#pending.find((pending) => pending.page === page);
    if (pending === undefined) {
      throw new Error(`${page} was not asked for: ${this.asked.join()}`);
    }
    this.#pending = this.#pending.filter((other) => other !== pending);
    return pending;
  }

  #responseOf(flag: string, page: string): unknown {
    const number = Number(page);
    const known = (number: number) =>
      `${flag}${number}` in this.pages ? `${number}` : "";
    return {
      items: [...this.pages[flag + page] ?? ""]
        .map((id) => ({ id, name: `Ship ${id}` })),
      next: known(number + 1),
      previous: known(number - 1),
    };
  }
}
