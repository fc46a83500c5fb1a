import { runCodemod } from "../program.ts";

/** What a run of the program says. */
export interface Outcome {
  readonly status: number;
  readonly printed: string;
  readonly failed: string;
}

/** Runs the program in a folder of its own; paths in what it says are relative to it. */
export function inFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  action: (
    run: (...args: string[]) => Outcome,
    read: (path: string) => string,
    path: (path: string) => string,
  ) => void,
): void {
  const folder = Deno.makeTempDirSync();
  try {
    for (const [path, text] of Object.entries(files)) {
      const target = `${folder}/${path}`;
      Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), {
        recursive: true,
      });
      if (typeof text === "string") Deno.writeTextFileSync(target, text);
      else Deno.writeFileSync(target, text);
    }
    const run = (...args: string[]): Outcome => {
      const printed: string[] = [];
      const failed: string[] = [];
      const paths = args.map((each) =>
        /^[-*]|^[^./]*$/.test(each) ? each : `${folder}/${each}`
      );
      const status = runCodemod(paths, {
        print: (line) => printed.push(line),
        fail: (line) => failed.push(line),
      });
      const relative = (lines: string[]) =>
        lines.join("\n").replaceAll(`${folder}/`, "");
      return { status, printed: relative(printed), failed: relative(failed) };
    };
    action(
      run,
      (path) => Deno.readTextFileSync(`${folder}/${path}`),
      (path) => `${folder}/${path}`,
    );
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}
