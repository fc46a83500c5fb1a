import { packageFolder, packTarball, toolFolders } from "./tarball.ts";

/** A registry of npm on loopback that has our packages, as they are built here. */
export interface Registry extends AsyncDisposable {
  /**
   * A home folder for users of the registry: npm and Deno find our packages
   * there, and those of others where they always do.
   */
  readonly home: string;
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
  await Deno.writeTextFile(
    `${home}/.npmrc`,
    `@tessera:registry=${address}/\n`,
  );
  return {
    home,
    async [Symbol.asyncDispose]() {
      await server.shutdown();
      await Deno.remove(home, { recursive: true });
    },
  };
}
