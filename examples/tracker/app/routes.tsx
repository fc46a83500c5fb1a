import { BoardPage } from "./pages/board.tsx";
import { IssuePage } from "./pages/issue.tsx";
import { IssuesPage } from "./pages/issues.tsx";
import { NothingPage } from "./pages/nothing.tsx";
import { useNavigation } from "./router.tsx";

/** The page of the address. */
export function Routes() {
  const { url: { pathname } } = useNavigation();
  const [, id] = /^\/issues\/(\w+)$/.exec(pathname) ?? [];
  if (id !== undefined) return <IssuePage key={id} id={id} />;
  switch (pathname) {
    case "/":
      return <IssuesPage />;
    case "/board":
      return <BoardPage />;
    default:
      return <NothingPage />;
  }
}
