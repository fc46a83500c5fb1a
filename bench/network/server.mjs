/**
 * Answers `/articles/a17` with that article, in a process of its own, so that
 * serving does not take time from those who are compared, and `/served` with
 * how many articles it has sent. Prints its port.
 * Runs on Node.js.
 *
 * @module
 */
import { createServer } from "node:http";

let served = 0;
const server = createServer((request, response) => {
  if (request.url === "/served") return response.end(`${served}`);
  served++;
  const id = request.url.slice(request.url.lastIndexOf("/") + 1);
  const body = `{"id":"${id}","title":"title of ${id}","views":17}`;
  response.writeHead(200, {
    "content-type": "application/json",
    "content-length": body.length,
  });
  response.end(body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
