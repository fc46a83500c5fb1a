/** An answer that is no success; routes throw it. */
export class Refusal extends Error {
  /**
   * @param status The status of the answer.
   * @param message For people.
   * @param errors By the name of a field, where it is about fields.
   */
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: Readonly<Record<string, string>>,
  ) {
    super(message);
  }

  /** The answer. */
  toResponse(): Response {
    const { message, errors, status } = this;
    return Response.json({ message, errors }, { status });
  }
}

/** What a route is given. */
export interface Call<Context> {
  readonly request: Request;
  readonly url: URL;
  /** Parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly context: Context;
}

/** Answers to requests, by `GET /api/issues/:id`. */
export type Routes<Context> = Readonly<
  Record<string, (call: Call<Context>) => Response | Promise<Response>>
>;

/** Finds the route of a request and lets it answer; the first that matches. */
export async function answer<Context>(
  routes: Routes<Context>,
  request: Request,
  context: Context,
): Promise<Response> {
  const url = new URL(request.url);
  for (const [pattern, route] of Object.entries(routes)) {
    const [method, pathname = ""] = pattern.split(" ");
    if (method !== request.method) continue;
    const groups = new URLPattern({ pathname }).exec(url)?.pathname.groups;
    if (!groups) continue;
    const params = groups as Record<string, string>;
    try {
      return await route({ request, url, params, context });
    } catch (error) {
      if (error instanceof Refusal) return error.toResponse();
      throw error;
    }
  }
  return new Refusal(404, `There is nothing at ${url.pathname}.`).toResponse();
}
