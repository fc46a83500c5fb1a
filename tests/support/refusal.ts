import { visibleText } from "../react/support/visible_text.ts";

/** What the server says to a change, and the page has to show. */
const message = "Not while the tide is out";

/**
 * A user who clicks twice, and a server that refuses with 422 whatever a click
 * sends. It answers after the second click.
 */
export class Refusal {
  /** What was typed, and has to stay. */
  readonly typed: { field: HTMLInputElement; text: string }[] = [];
  /** Whether all changes that were sent are answered, and the page had time to say so. */
  isAnswered = false;
  readonly #sent: string[] = [];
  #clicks: Promise<void> | undefined;
  #pending = 0;
  #said = "";
  #problems: string[] = [];

  constructor() {
    addEventListener("error", (event) => {
      event.preventDefault();
      this.#problems.push(`thrown: ${event.message}`);
    });
    addEventListener("unhandledrejection", (event) => {
      event.preventDefault();
      this.#problems.push(`nobody catches: ${event.reason}`);
    });
    // a check may listen as well
    let listener = (_text: unknown) => {};
    Object.defineProperty(globalThis, "alert", {
      get: () => (text: unknown) => {
        this.#said += ` ${text}`;
        listener(text);
      },
      set: (other) => listener = other,
    });
    const { HTMLFormElement } = globalThis.window as unknown as {
      HTMLFormElement: { prototype: HTMLFormElement };
    };
    const { requestSubmit } = HTMLFormElement.prototype;
    const submitTwice = (form: HTMLFormElement) =>
      this.#twice(() => {
        // a key sends no form whose button is disabled
        if (!form.querySelector("button:disabled")) requestSubmit.call(form);
      });
    HTMLFormElement.prototype.requestSubmit = function () {
      submitTwice(this);
    };
  }

  /** Clicks, and again as soon as the page has followed. */
  clickTwice(element: HTMLElement): void {
    this.#twice(() => {
      if (element.isConnected) element.click();
    });
  }

  #twice(act: () => void): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#clicks = promise;
    setTimeout(() => {
      try {
        act();
      } finally {
        setTimeout(resolve);
      }
    });
    act();
  }

  /** Refuses what was sent by a click; `undefined` for anything else. */
  async answer(
    { method, url }: Request,
    body: string,
  ): Promise<Response | undefined> {
    if (method === "GET" || this.#clicks === undefined) return undefined;
    this.#pending++;
    const { pathname } = new URL(url);
    this.#sent.push(`${method} ${pathname} ${body}`);
    await this.#clicks;
    setTimeout(() => void this.#settle());
    return Response.json({ message }, { status: 422 });
  }

  async #settle(): Promise<void> {
    // the response arrives, rejects a promise, and is rendered
    for (let turn = 0; turn < 20; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (--this.#pending === 0) this.isAnswered = true;
  }

  /** Notes what is wrong with a page whose change was refused. */
  async judge(container: HTMLElement): Promise<void> {
    await this.#clicks;
    while (this.#pending > 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    if (this.#sent.length === 0) return;
    const twice = this.#sent.find((one, index) =>
      this.#sent.indexOf(one) !== index
    );
    if (twice) this.#problems.push(`two clicks send twice: ${twice}`);
    const text = visibleText(container) + this.#said;
    if (!text.includes(message)) {
      this.#problems.push(`no error is shown, but: ${text}`);
    }
    for (const { field, text } of this.typed) {
      if (field.value === text) continue;
      this.#problems.push(`"${text}" that was typed is lost`);
    }
  }

  /** What was wrong, and begins again. */
  takeProblems(): string[] {
    const problems = this.#problems;
    this.#problems = [];
    this.#sent.length = 0;
    this.typed.length = 0;
    this.#clicks = undefined;
    this.#said = "";
    this.isAnswered = false;
    return problems;
  }
}
