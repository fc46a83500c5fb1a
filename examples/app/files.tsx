// @ts-types="npm:@types/react@^19"
import { useState } from "react";
import { filenameFromContentDisposition } from "@tessera/client";
import { useController, useLoading } from "@tessera/client/react";
import { AppEndpoint } from "./app_endpoint.ts";

const download = new AppEndpoint({
  path: "/files/:id/download",
  content: "blob",
  dataExpiryLength: 0,
  async parseResponse(response: Response) {
    const header = response.headers.get("content-disposition");
    return {
      blob: await response.blob(),
      filename: filenameFromContentDisposition(header),
    };
  },
  process(value): { blob: Blob; filename: string } {
    return value;
  },
});

const files = [
  { id: "9", title: "Tide table" },
  { id: "11", title: "Tides, as a table" },
  { id: "12", title: "A file without a name" },
];

/** Files that are saved under the name the server gives them. */
export function Files() {
  const { fetch } = useController();
  const [saved, setSaved] = useState("");
  const [save, , error] = useLoading(async (id: string) => {
    const { blob, filename } = await fetch(download, { id });
    saveAs(blob, filename);
    setSaved(filename);
  }, [fetch]);
  return (
    <>
      <ul className="files">
        {files.map(({ id, title }) => (
          <li key={id}>
            {title}
            <button
              type="button"
              aria-label={`Download ${title}`}
              onClick={() => save(id)}
            >
              Download
            </button>
          </li>
        ))}
      </ul>
      <p className="note" role="status">{saved && `Saved as ${saved}`}</p>
      {error && <p className="problem" role="alert">{error.message}</p>}
    </>
  );
}

/** Hands a file to the browser. */
function saveAs(blob: Blob, filename: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = filename;
  link.click();
  URL.revokeObjectURL(link.href);
}
