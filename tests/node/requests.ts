import { type Client, Entity, RestEndpoint } from "../../mod.ts";

class Ticker extends Entity {
  product_id = "";
  price = 0;
  time = new Date(0);
  override pk(): string {
    return this.product_id;
  }
  static override key = "Ticker";
  static override schema = {
    price: Number,
    time: (iso: string) => new Date(iso),
  };
}
class Issue extends Entity {
  id = "";
  title = "";
  static override key = "Issue";
}

/** Sends the requests and bodies that platforms are known to treat differently, and the remaining transforms. */
export async function useRequests(
  client: Client,
  urlPrefix: string,
): Promise<unknown[]> {
  const { controller } = client;
  const results: unknown[] = [];

  const getTicker = new RestEndpoint({
    urlPrefix: `${urlPrefix}/market`,
    path: "/products/:productId/ticker",
    schema: Ticker,
    process(value, { productId }: { productId: string }) {
      return { ...value, product_id: productId };
    },
  });
  const ticker = await controller.fetch(getTicker, { productId: "btc-usd" });
  results.push([ticker.product_id, ticker.price, ticker.time.toISOString()]);

  const getIssues = new RestEndpoint({
    urlPrefix,
    path: "/issues",
    schema: { results: [Issue], link: "" },
    async parseResponse(response: Response) {
      const results = await response.json();
      const link = response.headers.get("link");
      return link !== null || Array.isArray(results)
        ? { link, results }
        : results;
    },
  });
  const { link, results: issues } = await controller.fetch(getIssues);
  results.push([
    link.replaceAll(urlPrefix, ""),
    issues.map((issue) => issue instanceof Issue && issue.id),
  ]);

  const renameIssue = new RestEndpoint({
    urlPrefix,
    path: "/issues/:id",
    method: "PATCH",
    body: {} as { subject: string },
    getRequestInit(body) {
      const { subject } = body as { subject: string };
      return RestEndpoint.prototype.getRequestInit.call(this, {
        title: subject,
      });
    },
    process({ title, ...rest }: { title: string }) {
      return { ...rest, subject: title };
    },
  });
  results.push(
    await controller.fetch(renameIssue, { id: "101" }, { subject: "Other" }),
  );

  const getBytes = new RestEndpoint({
    urlPrefix,
    path: "/files/:id/download",
    content: "arrayBuffer",
    dataExpiryLength: 0,
  });
  const bytes = await controller.fetch(getBytes, { id: "10" });
  results.push([...new Uint8Array(bytes)]);

  const createUser = new RestEndpoint({
    urlPrefix,
    path: "/users",
    method: "POST",
    body: {} as ReadableStream<Uint8Array> | Blob | string,
  });
  const text = JSON.stringify({ id: "s", name: "Streamed é" });
  const blob = new Blob([text.replace('"s"', '"b"')]);
  for (const body of [new Blob([text]).stream(), blob]) {
    results.push(await controller.fetch(createUser, body));
  }

  const aborter = new AbortController();
  const stopped = getBytes.extend({ signal: aborter.signal });
  const outcome = controller.fetch(stopped, { id: "9" })
    .then(() => "answered", (error) => error.name);
  aborter.abort();
  results.push([await outcome, client.read(getBytes, { id: "9" }).error]);
  return results;
}
