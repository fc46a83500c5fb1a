import { assertEquals } from "@std/assert";
import { htmlResponse, withLivePage } from "./support/live_page.ts";

/** A picture of one black point. */
const point = Uint8Array.from(
  atob("R0lGODlhAQABAIAAAAAAAAAAACwAAAAAAQABAAACAkQBADs="),
  (character) => character.charCodeAt(0),
);

const module = `
  import { createElement, useState } from "react";
  import { createRoot } from "react-dom/client";
  import { AsyncBoundary, DataProvider, useController } from "@tessera/client/react";
  import { getImage, Img } from "@tessera/client/react/img";

  function Gallery() {
    const [src, show] = useState("/high.gif");
    const { fetchIfStale } = useController();
    globalThis.show = show;
    globalThis.prefetch = (src) => fetchIfStale(getImage, { src });
    return createElement(
      AsyncBoundary,
      { fallback: "waiting for " + src, key: src },
      createElement(Img, { src, alt: "picture " + src, className: "framed" }),
    );
  }
  createRoot(document.getElementById("root")).render(
    createElement(DataProvider, { devButton: null }, createElement(Gallery)),
  );
`;

Deno.test("a picture is shown when the browser has it [react/IMG-1] [react/IMG-2] [react/IMG-4] [react/NEW-76]", async () => {
  const arrived = Promise.withResolvers<void>();
  const requests: string[] = [];
  const answer = async (path: string) => {
    requests.push(path);
    if (path === "/high.gif") await arrived.promise;
    if (path === "/missing.gif") return new Response(null, { status: 404 });
    return new Response(point, {
      headers: { "content-type": "image/gif", "cache-control": "max-age=60" },
    });
  };
  await withLivePage({
    module,
    answer: (_request, path) => {
      if (path.endsWith(".gif")) return answer(path);
      if (path === "/favicon.ico") return htmlResponse("");
    },
  }, async ({ page, open, complaints }) => {
    await open();
    await page.getByText("waiting for /high.gif").waitFor();
    assertEquals(await page.locator("img").count(), 0);
    arrived.resolve();
    const picture = page.getByAltText("picture /high.gif");
    await picture.waitFor();
    assertEquals(await picture.getAttribute("class"), "framed");
    assertEquals(
      await picture.evaluate((image) =>
        (image as unknown as { naturalWidth: number }).naturalWidth
      ),
      1,
    );
    assertEquals(requests, ["/high.gif"]);

    // loaded before it is shown: no fallback, no request
    await page.evaluate("prefetch('/low.gif')");
    assertEquals(requests, ["/high.gif", "/low.gif"]);
    await page.evaluate("show('/low.gif')");
    await page.getByAltText("picture /low.gif").waitFor();
    assertEquals(requests, ["/high.gif", "/low.gif"]);
    assertEquals(complaints, []);

    // one that cannot be loaded is left to the browser
    await page.evaluate("show('/missing.gif')");
    await page.getByAltText("picture /missing.gif").waitFor();
  });
});
