/** The station's server: a few shows, with what it was asked to store. */
export interface StationServer extends AsyncDisposable {
  readonly origin: string;
  /** Requests so far, such as `GET /shows`. */
  readonly requests: string[];
}

const people = [
  { id: "h1", role: "host", username: "ada", name: "Ada", since: 1990 },
  { id: "h2", role: "host", username: "bob", name: "Bob", since: 1985 },
  { id: "g1", role: "guest", username: "eve", name: "Eve", topic: "boats" },
];

const episode = {
  id: "e1",
  showId: "s1",
  title: "Pilot",
  summary: { en: "It begins", de: "Es beginnt" },
  likes: 1,
  revision: 1,
  publishedAt: "2024-02-01T10:00:00Z",
};

/** Starts the server on a free port. */
export function startStationServer(): StationServer {
  const requests: string[] = [];
  const shows = [{
    id: "s1",
    title: "Morning",
    genre: "talk",
    startedAt: "1999-05-01T00:00:00Z",
    cast: [people[0], people[2]],
  }];
  const answers: Record<string, (body: Record<string, unknown>) => unknown> = {
    "GET /shows": () => shows,
    "GET /shows/s1": () => shows[0],
    "POST /shows": (body) => {
      const made = {
        ...shows[0]!,
        ...body,
        id: `s${shows.length + 1}`,
        cast: [],
      };
      shows.push(made as typeof shows[0]);
      return made;
    },
    "GET /shows/s1/episodes": () => [episode, null],
    "POST /shows/s1/episodes/e1/like": () => ({
      ...episode,
      likes: 2,
      revision: 2,
    }),
    "GET /people": () => people,
    "GET /schedule": () => ({ title: "All day long" }),
    "GET /schedule/2024-02-01": () => ({ title: "First day" }),
    "GET /episodes/changes": () => ({
      data: [{ ...episode, id: "e2", title: "Second" }],
      withdrawn: ["e9"],
      total: 2,
    }),
    "POST /bulletins": (body) => ({ id: "b1", ...body }),
    "POST /announcements": (body) => ({ id: "now", ...body }),
  };
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const { pathname } = new URL(request.url);
      const text = await request.text();
      requests.push(`${request.method} ${pathname}`);
      if (!request.headers.has("x-station")) {
        return new Response(null, { status: 400 });
      }
      if (pathname === "/archive/2024/pilot.mp3") {
        return new Response("the sound", {
          headers: { "content-type": "audio/mpeg" },
        });
      }
      const answer = answers[`${request.method} ${pathname}`];
      return answer === undefined
        ? new Response(null, { status: 404 })
        : Response.json(answer(text === "" ? {} : JSON.parse(text)));
    },
  );
  return {
    origin: `http://127.0.0.1:${server.addr.port}`,
    requests,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
