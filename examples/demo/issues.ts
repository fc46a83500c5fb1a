import { createResource, Entity, RestEndpoint } from "../../mod.ts";
import { toCamelCase, toSnakeCase } from "./letter_case.ts";
import type { Stage } from "./stage.ts";

class Issue extends Entity {
  id = "";
  title = "";
  assignedTo = "";

  override pk(): string {
    return this.id;
  }

  static override key = "Issue";
}

/** Keys in snake case on the wire, in camel case in the program. */
class SnakeCaseEndpoint extends RestEndpoint {
  override getRequestInit(
    body?: unknown,
  ): RequestInit | Promise<RequestInit> {
    return super.getRequestInit(body && toSnakeCase(body));
  }

  override process(value: unknown): unknown {
    return toCamelCase(value);
  }
}

/** /issues: pages with Link headers, keys in another case, keys of another name. */
export async function playIssues(stage: Stage): Promise<void> {
  const { client } = stage;
  const { controller } = client;
  const urlPrefix = stage.url;

  stage.chapter("Issues: key case, headers, renamed keys, pages");
  stage.scene("POST /issues", "key case: snake_case on the wire");
  const createIssue = new SnakeCaseEndpoint({
    urlPrefix,
    path: "/issues",
    method: "POST",
    body: {} as { title: string; assignedTo: string },
    schema: Issue,
  });
  const created = await stage.sends(() =>
    controller.fetch(createIssue, { title: "Renew", assignedTo: "Ada" })
  );
  stage.yields("assignedTo", created.assignedTo, "Ada");

  stage.scene("GET /issues", "headers: parseResponse returns link and results");
  const getIssues = new RestEndpoint({
    urlPrefix,
    path: "/issues",
    searchParams: {} as { cursor?: string } | undefined,
    schema: { results: [Issue], link: "" },
    async parseResponse(response: Response) {
      const results = await response.json();
      const link = response.headers.get("link");
      return link !== null || Array.isArray(results)
        ? { link, results }
        : results;
    },
  });
  const { link, results } = await stage.sends(() =>
    controller.fetch(getIssues)
  );
  stage.yields("ids", results.map((issue) => issue.id), ["101", "102", "103"]);
  stage.yields(
    "link",
    link,
    `<${urlPrefix}/issues?cursor=3>; rel="next", <${urlPrefix}/issues>; rel="first"`,
  );
  const cursor = /cursor=(\d+)>; rel="next"/.exec(link)?.[1] ?? "";

  stage.scene("GET /issues?cursor=3", "getPage appends to the list");
  const IssueResource = createResource({
    urlPrefix,
    path: "/issues/:id",
    paginationField: "cursor",
    schema: Issue,
  });
  await stage.sends(() => controller.fetch(IssueResource.getList));
  await stage.sends(() =>
    controller.fetch(IssueResource.getList.getPage, { cursor })
  );
  stage.holds(
    "the list",
    client.read(IssueResource.getList).data
      ?.map((issue) => issue.id),
    ["101", "102", "103", "104", "105", "106"],
  );

  stage.scene("PATCH /issues/:id", "key rename: subject is title on the wire");
  const renameIssue = new RestEndpoint({
    urlPrefix,
    path: "/issues/:id",
    method: "PATCH",
    body: {} as { subject: string },
    getRequestInit(body) {
      const { subject, ...rest } = body as { subject: string };
      return RestEndpoint.prototype.getRequestInit.call(this, {
        ...rest,
        title: subject,
      });
    },
    process({ title, ...rest }: { title: string }) {
      return { ...rest, subject: title };
    },
  });
  const renamed = await stage.sends(() =>
    controller.fetch(renameIssue, { id: "101" }, { subject: "Rewritten" })
  );
  stage.yields("renamed", renamed, { id: "101", subject: "Rewritten" });
}
