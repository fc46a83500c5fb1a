import {
  Collection,
  Entity,
  filenameFromContentDisposition,
} from "@tessera/client";
import { TrackerEndpoint } from "./tracker_endpoint.ts";

/** A file of an issue. */
export class Attachment extends Entity {
  id = "";
  name = "";
  size = 0;

  static override key = "Attachment";
}

/** The files inside of an issue. The arguments of `upload` name the same issue. */
export const attachments = new Collection([Attachment], {
  nestKey: (issue: { id: string }) => ({ issue: issue.id }),
});

/** Sends a form with a file as it is. */
export const upload = new TrackerEndpoint({
  path: "/issues/:issue/attachments",
  method: "POST",
  body: {} as FormData,
  schema: attachments.push,
});

export const download = new TrackerEndpoint({
  path: "/attachments/:id/file",
  dataExpiryLength: 0, // do not keep large files in memory
  async parseResponse(response: Response) {
    const header = response.headers.get("content-disposition");
    return {
      file: await response.blob(),
      name: filenameFromContentDisposition(header),
    };
  },
  process(value): { file: Blob; name: string } {
    return value;
  },
});
