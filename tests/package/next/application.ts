import type { Project } from "../support/project.ts";

/** An application that listens. */
export interface Application extends AsyncDisposable {
  /** Without a slash at the end. */
  readonly url: string;
}

/**
 * Starts Next.js.
 *
 * @param command `start`: as it was built. `dev`: as its authors run it.
 */
export async function startNext(
  project: Project,
  command: "start" | "dev",
  env: Record<string, string>,
): Promise<Application> {
  const server = new Deno.Command("node", {
    args: [next(project), command, "--port=0", "--hostname=127.0.0.1"],
    cwd: project.folder,
    env,
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const output = server.stdout.pipeThrough(new TextDecoderStream());
  let text = "";
  const reader = output.getReader();
  while (!/Ready in/.test(text)) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`Next.js has ended:\n${text}`);
    text += value;
  }
  const [, port] = /http:\/\/127\.0\.0\.1:(\d+)/.exec(text)!;
  const drained = drain(reader);
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.kill("SIGTERM");
      await server.status;
      await drained;
    },
  };
}

/** Path of the command of Next.js. */
export function next(project: Project): string {
  return project.script("next", "dist/bin/next");
}

async function drain(reader: ReadableStreamDefaultReader<string>) {
  while (!(await reader.read()).done);
}
