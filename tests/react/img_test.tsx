import { assertEquals } from "@std/assert";
import { AsyncBoundary, DataProvider } from "../../react/mod.ts";
import { getImage, Img } from "../../react/img.ts";
import { render, settle } from "./support/render.tsx";

function Avatar({ src, size }: { src?: string; size: "small" | "large" }) {
  return <b title={src}>{size}</b>;
}

Deno.test("without a source nothing is waited for [react/IMG-3] [react/NEW-76]", async () => {
  await using screen = await render(
    <DataProvider devButton={null}>
      <Img alt="nobody" width={3} />
    </DataProvider>,
  );
  assertEquals(screen.container.innerHTML, '<img alt="nobody" width="3">');
});

Deno.test("without images in the host nothing is loaded [react/IMG-1] [react/IMG-2]", async () => {
  const { Image } = globalThis as { Image?: unknown };
  Reflect.deleteProperty(globalThis, "Image");
  try {
    assertEquals(await getImage({ src: "x.gif" }), "x.gif");
    assertEquals(getImage.key({ src: "x.gif" }), "GET x.gif");
    assertEquals(getImage.schema, undefined);
    await using screen = await render(
      <DataProvider devButton={null}>
        <AsyncBoundary fallback="waiting">
          <Img component={Avatar} src="x.gif" size="large" />
        </AsyncBoundary>
      </DataProvider>,
    );
    await settle();
    assertEquals(screen.container.innerHTML, '<b title="x.gif">large</b>');
  } finally {
    if (Image) Object.assign(globalThis, { Image });
  }
});

Deno.test("properties are those of the component [react/TYP-39]", () => {
  const typed = (
    <>
      <Img component={Avatar} src="x" size="large" />
      <Img src="x" alt="y" loading="lazy" />
      {/* @ts-expect-error size is missing */}
      <Img component={Avatar} src="x" />
      {/* @ts-expect-error size is another */}
      <Img component={Avatar} src="x" size="huge" />
      {/* @ts-expect-error a width is a number or a text */}
      <Img src="x" width={{}} />
    </>
  );
  assertEquals(typed.props.children.length, 5);
});
