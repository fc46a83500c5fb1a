// @ts-types="npm:@types/react@^19"
import { StrictMode } from "react";
// @ts-types="npm:@types/react-dom@^19/client"
import { createRoot } from "react-dom/client";
import { DataProvider } from "@tessera/client/react";
import { Application } from "./application.tsx";

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <DataProvider>
      <Application />
    </DataProvider>
  </StrictMode>,
);
