/** A project of a user: a folder outside of the repository, with packages from npm. */
export class Project implements AsyncDisposable {
  /** Where it is, without a slash at the end. */
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Makes the folder and installs packages into it.
   *
   * @param dependencies What package.json says; other projects are made without.
   */
  static async create(dependencies: Record<string, string>): Promise<Project> {
    const project = new Project(await Deno.realPath(await Deno.makeTempDir()));
    const manifest = { private: true, type: "module", dependencies };
    project.write("package.json", JSON.stringify(manifest));
    try {
      await install(project.folder);
    } catch (error) {
      await project[Symbol.asyncDispose]();
      throw error;
    }
    return project;
  }

  /**
   * Makes the folder and installs packages into it that are not looked at
   * themselves. Deno takes less time than npm, and shares with other tests
   * what it has fetched.
   *
   * @param dependencies What package.json says.
   */
  static async ofTools(dependencies: Record<string, string>): Promise<Project> {
    const project = new Project(await Deno.realPath(await Deno.makeTempDir()));
    const manifest = { private: true, type: "module", dependencies };
    project.write("package.json", JSON.stringify(manifest));
    try {
      await project.run(Deno.execPath(), "install", "--quiet", "--no-lock");
    } catch (error) {
      await project[Symbol.asyncDispose]();
      throw error;
    }
    return project;
  }

  /** Writes a file, given its path in the folder. */
  write(path: string, text: string): void {
    const file = `${this.folder}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeTextFileSync(file, text);
  }

  /** Text of a file, given its path in the folder. */
  read(path: string): string {
    return Deno.readTextFileSync(`${this.folder}/${path}`);
  }

  /** Path of the script of an installed command. */
  script(packageName: string, path: string): string {
    return `${this.folder}/node_modules/${packageName}/${path}`;
  }

  /**
   * Runs a command in the folder.
   *
   * @returns What it prints.
   * @throws {Error} With everything it prints, if it fails.
   */
  run(command: string, ...args: string[]): Promise<string> {
    return runIn(this.folder, command, ...args);
  }

  /** Removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Deno.remove(this.folder, { recursive: true });
  }
}

/**
 * Installs what package.json says, and more.
 *
 * The registry is asked once for what several projects need, and not again
 * while the cache has something that fits.
 *
 * @param more Names or paths of packages.
 * @throws {Error} With everything npm prints, if it fails.
 */
export async function install(
  folder: string,
  ...more: string[]
): Promise<void> {
  const run = (preference: string) =>
    runIn(
      folder,
      "npm",
      "install",
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--loglevel=error",
      preference,
      ...more,
    );
  // what the cache has may be too old for a range
  await run("--prefer-offline").catch(() => run("--prefer-online"));
}

/** As {@linkcode Project.run}, in any folder, perhaps with variables. */
export async function runIn(
  place: string | { cwd: string; env: Record<string, string> },
  command: string,
  ...args: string[]
): Promise<string> {
  const { cwd, env } = typeof place === "string"
    ? { cwd: place, env: {} }
    : place;
  const { success, stdout, stderr } = await new Deno.Command(command, {
    args,
    cwd,
    env: { NO_COLOR: "1", NODE_ENV: "", ...env },
  }).output();
  const decoder = new TextDecoder();
  const output = decoder.decode(stdout);
  if (success) return output;
  throw new Error(
    `${command} ${args.join(" ")}\n${output}${decoder.decode(stderr)}`,
  );
}
