/**
 * A registry on loopback, as much of JSR as `deno publish` and its users need:
 * takes versions of packages as JSR does, and serves their files.
 *
 * @module
 */

/** A running registry. */
export interface Registry extends AsyncDisposable {
  /** Its address, for the variable `JSR_URL`. */
  readonly url: string;
}

/** Starts a registry that knows nothing, on a free port. */
export function startRegistry(): Registry {
  const packages = new Map<string, Map<string, PublishedVersion>>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    (request) => answer(request, packages),
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}/`,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

/** A version as it was uploaded. */
interface PublishedVersion {
  /** From the configuration of the package. */
  readonly exports: Readonly<Record<string, string>>;
  /** Contents by path, which begins with a slash. */
  readonly files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

type Packages = Map<string, Map<string, PublishedVersion>>;

const managementOfVersion = new URLPattern({
  pathname: "/api/scopes/:scope/packages/:name/versions/:version",
});
const managementOfPackage = new URLPattern({
  pathname: "/api/scopes/:scope/packages/:name",
});
const publicFile = new URLPattern({ pathname: "/@:scope/:name/:file+" });

async function answer(
  request: Request,
  packages: Packages,
): Promise<Response> {
  const { url, method } = request;
  const version = managementOfVersion.exec(url)?.pathname.groups;
  if (version) {
    const name = `${version.scope}/${version.name}`;
    if (method === "POST") {
      const versions = packages.get(name) ?? new Map();
      versions.set(version.version!, await unpack(request));
      packages.set(name, versions);
      return Response.json({ id: "1", status: "success", error: null });
    }
    return packages.get(name)?.has(version.version!)
      ? Response.json(version)
      : notFound("packageVersionNotFound");
  }
  const managed = managementOfPackage.exec(url)?.pathname.groups;
  if (managed) return Response.json({ ...managed, description: "" });
  const { scope, name, file } = publicFile.exec(url)?.pathname.groups ?? {};
  const versions = packages.get(`${scope}/${name}`);
  return versions === undefined || file === undefined
    ? notFound("packageNotFound")
    : await serve(`@${scope}/${name}`, versions, file);
}

async function serve(
  name: string,
  versions: ReadonlyMap<string, PublishedVersion>,
  file: string,
): Promise<Response> {
  if (file === "meta.json") {
    const [scope, bareName] = name.slice(1).split("/");
    const latest = [...versions.keys()].at(-1);
    return Response.json({
      scope,
      name: bareName,
      latest,
      versions: Object.fromEntries(
        [...versions.keys()].map((version) => [version, {}]),
      ),
    });
  }
  for (const [version, published] of versions) {
    if (file === `${version}_meta.json`) {
      const manifest = await manifestOf(published.files);
      return Response.json({ manifest, exports: published.exports });
    }
    const content = file.startsWith(`${version}/`)
      ? published.files.get(file.slice(version.length))
      : undefined;
    if (content !== undefined) {
      return new Response(content, { headers: contentType(file) });
    }
  }
  return notFound("fileNotFound");
}

async function manifestOf(
  files: ReadonlyMap<string, Uint8Array<ArrayBuffer>>,
): Promise<Record<string, { size: number; checksum: string }>> {
  const manifest: Record<string, { size: number; checksum: string }> = {};
  for (const [path, content] of files) {
    const digest = await crypto.subtle.digest("SHA-256", content);
    manifest[path] = {
      size: content.length,
      checksum: `sha256-${new Uint8Array(digest).toHex()}`,
    };
  }
  return manifest;
}

function contentType(file: string): HeadersInit {
  const type = file.endsWith(".json")
    ? "application/json"
    : /\.tsx?$/.test(file)
    ? "application/typescript"
    : "text/plain";
  return { "content-type": type };
}

function notFound(code: string): Response {
  return Response.json({ code, message: code }, { status: 404 });
}

/** Reads what `deno publish` sends: a tar archive of regular files, compressed. */
async function unpack(request: Request): Promise<PublishedVersion> {
  const archive = new Uint8Array(
    await new Response(
      request.body!.pipeThrough(new DecompressionStream("gzip")),
    ).arrayBuffer(),
  );
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  let longPath: string | undefined;
  for (let start = 0; archive[start];) {
    const field = (offset: number, length: number) =>
      textOf(archive.subarray(start + offset, start + offset + length));
    const size = parseInt(field(124, 12), 8);
    const content = archive.slice(start + 512, start + 512 + size);
    const kind = field(156, 1);
    const prefix = field(257, 5) === "ustar" ? field(345, 155) : "";
    // GNU tar has a path of more than 100 characters in an entry before the file
    if (kind === "L") longPath = textOf(content);
    else {
      const path = longPath ??
        (prefix === "" ? field(0, 100) : `${prefix}/${field(0, 100)}`);
      files.set(`/${path.replace(/^\.?\//, "")}`, content);
      longPath = undefined;
    }
    start += 512 + Math.ceil(size / 512) * 512;
  }
  const { exports } = JSON.parse(textOf(files.get("/deno.json")!));
  return {
    exports: typeof exports === "string" ? { ".": exports } : exports,
    files,
  };
}

/** Text up to the first zero. */
function textOf(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
