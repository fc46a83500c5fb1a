import { packageFolder, packTarball, toolFolders } from "./tarball.ts";

/** A registry of npm on loopback that has our packages, as they are built here. */
export interface Registry extends AsyncDisposable {
  /**
   * Variables of a user of the registry: npm and Deno find our packages there,
   * and those of others where they always do.
   */
  readonly variables: Readonly<Record<string, string>>;
}

/** Packs what is built, and serves it. */
export async function startRegistry(): Promise<Registry> {
  const home = await Deno.realPath(await Deno.makeTempDir());
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const documents = new Map<string, string>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => {
      const path = decodeURIComponent(new URL(url).pathname);
      const body = documents.get(path) ?? files.get(path);
      return new Response(body ?? null, { status: body ? 200 : 404 });
    },
  );
  const address = `http://127.0.0.1:${server.addr.port}`;
  for (const folder of [packageFolder, ...toolFolders.values()]) {
    await using tarball = await packTarball(folder);
    const { name, version } = tarball.manifest;
    const content = await Deno.readFile(tarball.path);
    const digest = await crypto.subtle.digest("SHA-512", content);
    files.set(`/${name}.tgz`, content);
    documents.set(
      `/${name}`,
      JSON.stringify({
        name,
        "dist-tags": { latest: version },
        versions: {
          [version]: {
            ...tarball.manifest,
            dist: {
              tarball: `${address}/${name}.tgz`,
              integrity: `sha512-${new Uint8Array(digest).toBase64()}`,
            },
          },
        },
      }),
    );
  }
  // Deno reads its own of the home folder. npm may have been told another one
  // of the user, as a command that npx runs is, so it gets that of the machine.
  await Deno.writeTextFile(`${home}/.npmrc`, `@tessera:registry=${address}/\n`);
  return {
    variables: {
      HOME: home,
      DENO_DIR: `${home}/deno`,
      npm_config_globalconfig: `${home}/.npmrc`,
      npm_config_userconfig: await npmSetting("userconfig"),
      npm_config_cache: await makeCache(home),
    },
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
    },
  };
}

/** Shares what npm has fetched of others, and none of the commands it made of ours. */
async function makeCache(home: string): Promise<string> {
  const shared = `${await npmSetting("cache")}/_cacache`;
  await Deno.mkdir(shared, { recursive: true });
  await Deno.mkdir(`${home}/npm`);
  await Deno.symlink(shared, `${home}/npm/_cacache`);
  return `${home}/npm`;
}

async function npmSetting(name: string): Promise<string> {
  const { stdout } = await new Deno.Command("npm", {
    args: ["config", "get", name],
  }).output();
  return new TextDecoder().decode(stdout).trim();
}
