import { useEffect, useRef } from "react";

/** The heading of the page that the browser opened. */
let first: Element | null = null;

/** The heading of a page. It gets the focus, so that a navigation is noticed. */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    first ??= heading.current;
    if (heading.current !== first) heading.current?.focus();
  }, []);
  return (
    <>
      <title>{`${children} · Tracker`}</title>
      <h1 ref={heading} tabIndex={-1}>{children}</h1>
    </>
  );
}
