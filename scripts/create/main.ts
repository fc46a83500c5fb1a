#!/usr/bin/env node
/**
 * Starts an application of Tessera from a template:
 * `npm create @tessera react`, `deno create npm:@tessera/create deno`.
 *
 * @module
 */
import { spawnSync } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline/promises";
import { type Start, templates, writeTemplate } from "./templates.ts";

const usage = `npm create @tessera@latest [template] [folder]

Writes an application into the folder, which is the current one if left out,
and installs its packages. The templates:

${
  Object.entries(templates)
    .map(([name, { about }]) => `  ${name.padEnd(8)} ${about}`).join("\n")
}

  --no-install   leaves that to you
  -h, --help     prints this
`;

process.exitCode = await create(process.argv.slice(2));

/** Runs the command with its arguments; returns the exit code. */
async function create(args: readonly string[]): Promise<number> {
  const isOption = (arg: string) => arg.startsWith("-");
  const options = args.filter(isOption);
  const unknown = options.filter((option) =>
    !["--no-install", "-h", "--help"].includes(option)
  );
  if (unknown.length > 0) {
    return complain(`There is no option ${unknown[0]}.\n\n${usage}`);
  }
  if (options.includes("-h") || options.includes("--help")) {
    process.stdout.write(usage);
    return 0;
  }
  const [given, folder = "."] = args.filter((arg) => !isOption(arg));
  const name = given ?? await ask();
  if (name === undefined || !Object.hasOwn(templates, name)) {
    return complain(
      name === undefined ? usage : `There is no template ${name}.\n\n${usage}`,
    );
  }
  let start: Start;
  try {
    start = writeTemplate(name, folder);
  } catch (error) {
    return complain(`${(error as Error).message}\n`);
  }
  const manager = packageManager();
  const isToInstall = start.hasManifest && !options.includes("--no-install");
  const isInstalled = !start.hasManifest ||
    isToInstall && install(manager, folder);
  const steps = [
    ...(folder === "." ? [] : [`cd ${folder}`]),
    ...(isInstalled ? [] : [`${manager} install`]),
    start.hasManifest ? `${manager} run ${start.command}` : start.command,
  ];
  process.stdout.write(
    `\nYour application is there. It starts with:\n\n${
      steps.map((step) => `  ${step}\n`).join("")
    }`,
  );
  // the package manager has said what did not work
  return isToInstall && !isInstalled ? 1 : 0;
}

/** Asks for a template, if there is somebody to ask. */
async function ask(): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface(process.stdin, process.stdout);
  const answer = await terminal.question(
    `Which template? (${Object.keys(templates).join(", ")}) `,
  );
  terminal.close();
  return answer.trim() || undefined;
}

/** The package manager that runs this: each sets the same variable. */
function packageManager(): string {
  const agent = process.env.npm_config_user_agent ?? "npm";
  return /^(pnpm|yarn|bun|deno)\b/.exec(agent)?.[1] ?? "npm";
}

/** Says whether it went well. */
function install(manager: string, folder: string): boolean {
  const { status } = spawnSync(manager, ["install"], {
    cwd: folder,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  return status === 0;
}

function complain(message: string): number {
  process.stderr.write(message);
  return 2;
}
