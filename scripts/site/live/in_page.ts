/** A server, as far as a page needs one. */
export type Answer = (request: Request) => Promise<Response>;

/** What a network takes, in milliseconds. */
const delay = 120;

/**
 * Answers requests inside of the page: the site is static. A reload starts
 * anew.
 */
export function answerInPage(answer: Answer): void {
  globalThis.fetch = async (input, init) => {
    const url = input instanceof Request ? input.url : input;
    const request = new Request(new URL(url, location.origin), init);
    await new Promise((resolve) => setTimeout(resolve, delay));
    request.signal.throwIfAborted();
    return answer(request);
  };
}
