"use client";
/**
 * Images that suspend until the browser has them, so that a page does not jump
 * while they arrive.
 *
 * @example
 * ```tsx
 * import { AsyncBoundary } from "@tessera/client/react";
 * import { Img } from "@tessera/client/react/img";
 *
 * export const portrait = (
 *   <AsyncBoundary fallback={<p>Loading</p>}>
 *     <Img src="/ada.jpg" alt="Ada Lovelace" />
 *   </AsyncBoundary>
 * );
 * ```
 *
 * @module
 */
// @ts-types="npm:@types/react@^19"
import {
  type ComponentProps,
  createElement,
  type ElementType,
  type ReactElement,
} from "react";
import { Endpoint, type EndpointInstance } from "../endpoint/mod.ts";
import { useSuspense } from "./fetching_hooks.ts";

/** Properties of {@linkcode Img}: those of the component it renders. */
export type ImgProps<C extends ElementType = "img"> =
  & {
    /** The address of the image. Without one, nothing is waited for. */
    readonly src?: string | undefined;
    /** The component to render. Default: `img`. */
    readonly component?: C;
  }
  & Omit<ComponentProps<C>, "component" | "src">;

/**
 * Loads an image into the cache of the browser, and resolves with its address.
 * An image that cannot be loaded resolves as well, because the browser has its
 * own way to show that. If there are no images (on a server), it resolves at
 * once.
 *
 * @example Load before it is rendered
 * ```ts
 * import { useController } from "@tessera/client/react";
 * import { getImage } from "@tessera/client/react/img";
 *
 * function usePreview() {
 *   const { fetchIfStale } = useController();
 *   return (src: string) => fetchIfStale(getImage, { src });
 * }
 * ```
 */
export const getImage: EndpointInstance<
  (params: { readonly src: string }) => Promise<string>,
  undefined,
  false
> = new Endpoint(({ src }) =>
  new Promise((resolve) => {
    const done = () => resolve(src);
    if (typeof Image === "undefined") return done();
    const image = new Image();
    image.onload = image.onerror = done;
    image.src = src;
  }), {
  name: "getImage",
  key: ({ src }: { readonly src: string }) => `GET ${src}`,
  // a loaded image is in the cache of the browser, which knows when it is old
  dataExpiryLength: 3_600_000,
});

/**
 * Suspends until the browser has loaded the image, then renders `component`
 * with all other properties, `alt` among them.
 *
 * @param props See {@linkcode ImgProps}.
 *
 * @example
 * ```tsx
 * import { Img } from "@tessera/client/react/img";
 *
 * function Avatar({ src, size }: { src?: string; size: number }) {
 *   return <img src={src} width={size} height={size} alt="" />;
 * }
 *
 * export const avatar = <Img component={Avatar} src="/ada.jpg" size={48} />;
 * ```
 */
export function Img<C extends ElementType = "img">(
  { component, ...rest }: ImgProps<C>,
): ReactElement {
  const { src } = rest;
  useSuspense(getImage, src ? { src } : null);
  return createElement(component ?? "img", rest as object);
}
