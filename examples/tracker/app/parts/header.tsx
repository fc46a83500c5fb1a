import type { User } from "../api/user.ts";
import { Link, useNavigation } from "../router.tsx";
import { Connection } from "./connection.tsx";
import { Logout } from "./logout.tsx";
import { Search } from "./search.tsx";
import { WaitingChanges } from "./waiting_changes.tsx";

const pages = [
  { href: "/", title: "Issues" },
  { href: "/board", title: "Board" },
];

/** The top of every page. */
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
      <WaitingChanges />
    </header>
  );
}
