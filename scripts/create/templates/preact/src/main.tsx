import { DataProvider } from "@tessera/client/react";
import { render } from "preact";
import { App } from "./app.tsx";

render(
  <DataProvider>
    <App />
  </DataProvider>,
  document.getElementById("root")!,
);
