import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";

navigator.serviceWorker?.register("/service_worker.js").catch(() => {
  // the page works without, as long as there is a network
});

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
