import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
  useTransition,
} from "react";

/** Where the user is, and how to go elsewhere. */
export interface Navigation {
  readonly url: URL;
  /** Whether the page that is wanted still waits for data. */
  readonly isPending: boolean;
  /** Goes to an address; the present page stays until the next one is there. */
  navigate(to: string): void;
  /** Calls the listener after each arrival, until the result is called. */
  listen(listener: () => void): () => void;
}

const NavigationContext = createContext<Navigation | null>(null);

/** Follows the address of the browser. */
export function Router({ children }: { readonly children: ReactNode }) {
  const [url, setUrl] = useState(currentUrl);
  const [isPending, startTransition] = useTransition();
  const follow = useCallback(
    () => startTransition(() => setUrl(currentUrl())),
    [],
  );
  useEffect(() => {
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, [follow]);
  const navigate = useCallback((to: string) => {
    history.pushState(null, "", to);
    follow();
  }, [follow]);
  const [listeners] = useState(() => new Set<() => void>());
  const listen = useCallback((listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listeners]);
  useEffect(() => {
    for (const listener of listeners) listener();
  }, [url, listeners]);
  const navigation = useMemo(
    () => ({ url, isPending, navigate, listen }),
    [url, isPending, navigate, listen],
  );
  return <NavigationContext value={navigation}>{children}</NavigationContext>;
}

function currentUrl(): URL {
  return new URL(location.href);
}

/** Where the user is, and how to go elsewhere. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext);
  if (!navigation) throw new Error("There is no <Router> around this.");
  return navigation;
}

/** A link that loads no page. */
export function Link(
  { href, onClick, ...props }: ComponentProps<"a"> & { readonly href: string },
) {
  const { navigate } = useNavigation();
  function go(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey &&
      !event.shiftKey && !event.altKey;
    if (event.defaultPrevented || !isPlain) return;
    event.preventDefault();
    navigate(href);
  }
  return <a {...props} href={href} onClick={go} />;
}
