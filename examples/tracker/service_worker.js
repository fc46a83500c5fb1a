/**
 * Lets the page start without a network: keeps the files that it consists of,
 * and gives them when the server cannot be reached.
 */
const files = ["/", "/main.js", "/style.css"];

addEventListener("install", (event) => {
  event.waitUntil(
    caches.open("page").then((cache) => cache.addAll(files)),
  );
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  // the data is the matter of the library
  if (request.method !== "GET" || pathname.startsWith("/api/")) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const file = request.mode === "navigate" ? "/" : request;
  try {
    const response = await fetch(request);
    const cache = await caches.open("page");
    await cache.put(file, response.clone());
    return response;
  } catch {
    return await caches.match(file) ?? Response.error();
  }
}
