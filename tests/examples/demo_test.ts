import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";

const demo = new URL("../../examples/demo/main.ts", import.meta.url);
const configuration = new URL("../../deno.json", import.meta.url).pathname;

/** A program that runs the demo with a server that answers one path otherwise. */
function withFault(path: string, answer: string): string {
  return `
const { serve } = Deno;
Object.defineProperty(Deno, "serve", {
  value: (options, handler) =>
    serve(options, async (request, info) => {
      const answer = await handler(request, info);
      return new URL(request.url).pathname === ${JSON.stringify(path)}
        ? ${answer}
        : answer;
    }),
});
await import(${JSON.stringify(demo.href)});
`;
}

async function runDemo(
  program: string = `await import(${JSON.stringify(demo.href)})`,
): Promise<{ code: number; stdout: string; stderr: string }> {
  const file = await Deno.makeTempFile({ suffix: ".js" });
  try {
    await Deno.writeTextFile(file, program);
    const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", `--config=${configuration}`, file],
      env: { NO_COLOR: "1" },
    }).output();
    const decoder = new TextDecoder();
    return {
      code,
      stdout: decoder.decode(stdout),
      stderr: decoder.decode(stderr),
    };
  } finally {
    await Deno.remove(file);
  }
}

Deno.test("the demo shows every row of the endpoint table and ends well", async () => {
  const { code, stdout, stderr } = await runDemo();
  assertEquals([code, stderr], [0, ""]);
  const rows = [
    "GET /users ",
    "POST /users ",
    "GET /users/:id ",
    "GET /users/current ",
    "GET /feed ",
    "GET /price/:exchangePair ",
    "GET /:username ",
    "GET /products/:productId/ticker ",
    "GET /files/:id/download ",
    "GET /companies?portfolio=A ",
    "GET /companies/columns?portfolio=B ",
    "POST /todos ",
    "GET /issues?cursor=3 ",
  ];
  for (const row of rows) assertStringIncludes(stdout, `\n${row}`);
  assertMatch(stdout, /\n {2}sent {8}GET \/users\n {2}received {4}200 \[/);
  assertStringIncludes(stdout, "\n  from cache  switching to B, no request\n");
  assertMatch(stdout, /\nAll as expected: \d+ values checked, .* s\n$/);
});

Deno.test("the demo says what differs, and where, and fails", async () => {
  const { code, stderr } = await runDemo(
    withFault("/users", `Response.json([{ id: "1", name: "Ada" }])`),
  );
  assertEquals(code, 1);
  assertStringIncludes(stderr, "Not as expected, at GET /users.\n");
  assertStringIncludes(
    stderr,
    'All(User) is\n  ["Ada"]\nbut should be\n  ["Ada Lovelace","Grace Hopper"]',
  );
});

Deno.test("the demo fails with the error of a request", async () => {
  const { code, stderr } = await runDemo(
    withFault("/users/1", `new Response("", { status: 503 })`),
  );
  assertEquals(code, 1);
  assertStringIncludes(stderr, "Not as expected, at GET /users/:id.\n");
  assertMatch(stderr, /NetworkError: Service Unavailable/);
  assertMatch(stderr, /url: "http:.*\/users\/1"/);
});
