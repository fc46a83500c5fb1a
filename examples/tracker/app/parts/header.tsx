import { useController, useLoading } from "@tessera/client/react";
import { logout } from "../api/session.ts";
import type { User } from "../api/user.ts";
import { Link, useNavigation } from "../router.tsx";
import { Search } from "./search.tsx";
import { useOnline } from "./use_online.ts";

const pages = [
  { href: "/", title: "Issues" },
  { href: "/board", title: "Board" },
];

/** What is at the top of every page. */
export function Header({ user }: { readonly user: User }) {
  const { url, isPending } = useNavigation();
  return (
    <header className="top" aria-busy={isPending}>
      <nav aria-label="Pages">
        {pages.map(({ href, title }) => (
          <Link
            key={href}
            href={href}
            aria-current={url.pathname === href ? "page" : undefined}
          >
            {title}
          </Link>
        ))}
      </nav>
      <Search />
      <p className="user">
        <span>{user.name}</span>
        <Logout />
      </p>
      <Connection />
    </header>
  );
}

function Logout() {
  const { fetch, resetEntireStore } = useController();
  const [leave, isLeaving] = useLoading(async () => {
    await fetch(logout);
    await resetEntireStore(); // nothing of this user is left
  }, [fetch, resetEntireStore]);
  return (
    <button
      type="button"
      aria-disabled={isLeaving}
      onClick={() => leave()}
    >
      Log out
    </button>
  );
}

function Connection() {
  return (
    <p className="connection" role="status">
      {!useOnline() && "You are offline. What you see may be old."}
    </p>
  );
}
