/**
 * The provider for the App Router of Next.js: what components request while the
 * server renders is in the page that it sends, so that the client requests nothing
 * twice. Hooks come from `@tessera/client/react`, as everywhere.
 *
 * @example
 * ```tsx
 * // app/layout.tsx
 * import type { ReactNode } from "react";
 * import { DataProvider } from "@tessera/client/react/nextjs";
 *
 * export default function RootLayout({ children }: { children: ReactNode }) {
 *   return (
 *     <html lang="en">
 *       <body>
 *         <DataProvider>{children}</DataProvider>
 *       </body>
 *     </html>
 *   );
 * }
 * ```
 *
 * @module
 */
export { DataProvider, type DataProviderProps } from "./data_provider.ts";
