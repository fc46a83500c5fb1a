import { DataProvider } from "@tessera/client/react/nextjs";
import type { ReactNode } from "react";

export const metadata = { title: "Todos" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <DataProvider>{children}</DataProvider>
      </body>
    </html>
  );
}
