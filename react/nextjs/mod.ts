/**
 * The provider for the App Router of Next.js: what components request while the
 * server renders is in the page that it sends, so that the client requests nothing
 * twice. Hooks come from `@tessera/client/react`, as everywhere.
 *
 * @example
 * ```ts
 * import { createElement, type ReactNode } from "react";
 * import { DataProvider } from "@tessera/client/react/nextjs";
 *
 * // app/layout.tsx
 * export default function RootLayout({ children }: { children: ReactNode }) {
 *   return createElement(
 *     "html",
 *     { lang: "en" },
 *     createElement("body", null, createElement(DataProvider, null, children)),
 *   );
 * }
 * ```
 *
 * @module
 */
export { DataProvider, type DataProviderProps } from "./data_provider.ts";
