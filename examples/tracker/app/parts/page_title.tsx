import { useEffect, useRef } from "react";

/** Whether this is not the page that the browser opened. */
let hasNavigated = false;

/** The heading of a page. It gets the focus, so that a navigation is noticed. */
export function PageTitle({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasNavigated) heading.current?.focus();
    hasNavigated = true;
  }, []);
  return (
    <>
      <title>{`${children} · Tracker`}</title>
      <h1 ref={heading} tabIndex={-1}>{children}</h1>
    </>
  );
}
