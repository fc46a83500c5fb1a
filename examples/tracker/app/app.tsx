import {
  AsyncBoundary,
  DataProvider,
  useSuspense,
} from "@tessera/client/react";
import { getSession } from "./api/session.ts";
import { managers } from "./managers.ts";
import { LoginPage } from "./pages/login.tsx";
import { FailedPage } from "./parts/failure.tsx";
import { Header } from "./parts/header.tsx";
import { MessageList } from "./parts/message_list.tsx";
import { Waiting } from "./parts/waiting.tsx";
import { Router, useNavigation } from "./router.tsx";
import { Routes } from "./routes.tsx";

export function App() {
  return (
    <DataProvider managers={managers}>
      <Router>
        <AsyncBoundary fallback={<Waiting />} errorComponent={FailedPage}>
          <Main />
        </AsyncBoundary>
        <MessageList />
      </Router>
    </DataProvider>
  );
}

/** The login page for strangers, and all the others for those who are known. */
function Main() {
  const { user } = useSuspense(getSession);
  const { listen } = useNavigation();
  if (!user) return <LoginPage />;
  return (
    <>
      <Header user={user} />
      <main tabIndex={-1}>
        <AsyncBoundary
          fallback={<Waiting />}
          errorComponent={FailedPage}
          listen={listen}
          manageFocus
        >
          <Routes />
        </AsyncBoundary>
      </main>
    </>
  );
}
