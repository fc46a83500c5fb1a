/** Server, backend and browser as processes of their own, connected by HTTP. */
import { assert, assertEquals } from "@std/assert";

const folder = new URL("./support/fleet/", import.meta.url);

for (const environment of ["development", "production"]) {
  Deno.test(`a page is streamed over HTTP and taken over without a request, in ${environment} [react/SSR-13] [react/SSR-3] [react/SSR-2]`, async () => {
    await using server = await startServer(environment);
    const pieces = await piecesOf(`${server.pages}/?captain=Ada`);
    const position = (text: string) =>
      pieces.findIndex((piece) => piece.includes(text));
    assertEquals(position("Fleet of"), position("waiting for vessels"));
    assert(position("waiting for vessels") < position("waiting for log"));
    assert(position("waiting for log") < position("log Ada1"));
    assert(position("log Ada1") <= position("data-client-data"));
    assert(!pieces.join("").includes("</script>Vessel"));

    await server.asked();
    const captains = ["Ada", "Bob"];
    const results = await Promise.all(
      captains.map((captain) =>
        browse(environment, `${server.pages}/?captain=${captain}`, server.api)
      ),
    );
    const asked = await server.asked();
    results.forEach(({ before, after, clicked, complaints }, index) => {
      const captain = captains[index]!;
      assertEquals(complaints, []);
      assertEquals(after, before);
      assertEquals(clicked, before.replace(" 0</button>", " 1</button>"));
      assert(before.includes(`Vessel 2 of ${captain} 1892`), before);
      assert(before.includes(`log ${captain}1 of `), before);
      assert(!before.includes(captains[1 - index]!));
      assertEquals(
        asked.filter((path) => path.includes(captain)).sort(),
        [
          `/logs/${captain}1`,
          `/logs/${captain}2`,
          `/vessels?captain=${captain}`,
        ],
        "by the server, and not again by the client",
      );
    });
  });
}

interface RunningServer extends AsyncDisposable {
  readonly api: string;
  readonly pages: string;
  /** What the backend was asked for since the last time. */
  asked(): Promise<string[]>;
}

async function startServer(environment: string): Promise<RunningServer> {
  const process = run("server.tsx", environment, []);
  const output = process.stdout.pipeThrough(new TextDecoderStream());
  let text = "";
  for await (const piece of output.values({ preventCancel: true })) {
    text += piece;
    if (text.includes("\n")) break;
  }
  const { api, pages } = JSON.parse(text);
  return {
    api,
    pages,
    asked: async () => (await fetch(`${api}/asked`)).json(),
    async [Symbol.asyncDispose]() {
      await process.stdin.close();
      await output.cancel();
      await process.status;
    },
  };
}

async function piecesOf(address: string): Promise<string[]> {
  const pieces: string[] = [];
  const { body } = await fetch(address);
  for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
    pieces.push(piece);
  }
  return pieces;
}

interface Visit {
  readonly before: string;
  readonly after: string;
  readonly clicked: string;
  readonly complaints: string[];
}

async function browse(environment: string, ...args: string[]): Promise<Visit> {
  const process = run("browser.tsx", environment, args);
  await process.stdin.close();
  const { stdout } = await process.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

function run(file: string, environment: string, args: string[]) {
  return new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--no-check", new URL(file, folder).href, ...args],
    env: { NODE_ENV: environment },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
}
