/**
 * The reference server, inside of the page of the demo.
 *
 * @module
 */
import { createDatabase } from "../../../../examples/reference_server/database.ts";
import { route } from "../../../../examples/reference_server/router.ts";
import { routes } from "../../../../examples/reference_server/routes.ts";
import { answerInPage } from "../in_page.ts";

const database = createDatabase();

answerInPage(async (request) => {
  const body = await request.text();
  const { method } = request;
  const address = request.url.replace("/api/", "/");
  return route(routes, database, new Request(address, { method }), body);
});
