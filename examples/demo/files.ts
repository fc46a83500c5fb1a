import { filenameFromContentDisposition, RestEndpoint } from "../../mod.ts";
import type { Stage } from "./stage.ts";

/** /files/:id/download: binary content and the name it is to be saved under. */
export async function playFiles(stage: Stage): Promise<void> {
  const { controller } = stage.client;
  const urlPrefix = stage.url;
  const path = "/files/:id/download" as const;

  stage.chapter("Files: downloads");
  stage.scene("GET /files/:id/download", "content 'blob'");
  const downloadBlob = new RestEndpoint({
    urlPrefix,
    path,
    content: "blob",
    dataExpiryLength: 0,
  });
  const blob = await stage.sends(() =>
    controller.fetch(downloadBlob, { id: "9" })
  );
  stage.yields("blob", [blob.size, blob.type], [20, "application/pdf"]);

  stage.scene("GET /files/:id/download", "content 'arrayBuffer'");
  const downloadBytes = new RestEndpoint({
    urlPrefix,
    path,
    content: "arrayBuffer",
    dataExpiryLength: 0,
  });
  const bytes = await stage.sends(() =>
    controller.fetch(downloadBytes, { id: "10" })
  );
  stage.yields("bytes", [...new Uint8Array(bytes)], [0, 1, 2, 253, 254, 255]);

  stage.scene("GET /files/:id/download", "the file name from the headers");
  const downloadFile = new RestEndpoint({
    urlPrefix,
    path,
    content: "blob",
    dataExpiryLength: 0,
    async parseResponse(response: Response) {
      const disposition = response.headers.get("content-disposition");
      return {
        blob: await response.blob(),
        filename: filenameFromContentDisposition(disposition),
      };
    },
    process(value): { blob: Blob; filename: string } {
      return value;
    },
  });
  const names = {
    "9": "tide table.pdf",
    "11": "Gezeiten €.csv",
    "12": "download",
  };
  for (const [id, name] of Object.entries(names)) {
    const { filename } = await stage.sends(() =>
      controller.fetch(downloadFile, { id })
    );
    stage.yields("filename", filename, name);
  }
}
