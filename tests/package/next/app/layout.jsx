import { DataProvider } from "@tessera/client/react/nextjs";

export const metadata = { title: "Harbour", icons: "data:," };

export default function RootLayout({ children }) {
  return (
    <html lang="en">
      <body>
        <DataProvider>{children}</DataProvider>
      </body>
    </html>
  );
}
