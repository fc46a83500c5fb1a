/**
 * Documents that companies publish: what is written of them, and whether a
 * server that goes by the document takes the requests for valid.
 *
 * Large ones take their time, and are left to the night, as are two of three
 * requests of the others: the validator goes through the document for each.
 */
import { assert, assertEquals } from "@std/assert";
import type { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";
import { documentOf, installLarge, large, published } from "./documents.ts";
import { makeRequests } from "./requests_of_module.ts";

/** What is expected of a document. */
interface Expected {
  readonly classes: number;
  readonly resources: number;
  readonly endpoints: number;
  /** What cannot be generated. */
  readonly missing?: readonly string[];
  /** Requests whose samples break a rule of the document, because it contradicts itself or says too little. */
  readonly refused?: readonly string[];
  /** Which requests are made: 4 for each fourth. */
  readonly step?: number;
}

const expected: Record<keyof typeof published, Expected> = {
  blockfrost: { classes: 14, resources: 0, endpoints: 129 },
  directus: {
    classes: 13,
    resources: 13,
    endpoints: 78,
    refused: [
      // requires a property that it does not describe
      "POST /fields/{collection}",
      // has no body here, of which the validator asks for the type
      "POST /items/{collection}",
    ],
  },
  rclone: {
    classes: 0,
    resources: 0,
    endpoints: 101,
    // has objects in a list in the query, which no style says how to write
    refused: ["POST /job/batch"],
  },
  shipengine: {
    classes: 9,
    resources: 6,
    endpoints: 52,
    refused: [
      // the sampler sends a read-only status
      "POST /v1/labels",
      "POST /v1/shipments",
      "PUT /v1/shipments/recognize",
      "PUT /v1/shipments/{shipment_id}",
      // require properties that it does not describe
      "POST /v1/rates",
      "POST /v1/rates/estimate",
    ],
  },
};

for (const name of Object.keys(expected) as (keyof typeof expected)[]) {
  testDocument(name, () => documentOf(published[name]), {
    step: Deno.env.has("REPEAT_ALL") ? 1 : 3,
    ...expected[name],
  });
}

const expectedOfLarge: Record<keyof typeof large, Expected> = {
  adyen: { classes: 8, resources: 1, endpoints: 23 },
  asana: {
    classes: 26,
    resources: 3,
    endpoints: 158,
    refused: [
      // require a property that it does not describe
      "POST /projects/{project_gid}/sections",
      "PUT /sections/{section_gid}",
      // the sampler sends a read-only property
      "POST /tasks",
      "PUT /tasks/{task_gid}",
      "POST /tasks/{task_gid}/subtasks",
    ],
  },
  box: {
    classes: 59,
    resources: 18,
    endpoints: 199,
    missing: [
      "OPTIONS /events: an answer to this method has no data",
      "OPTIONS /files/content: an answer to this method has no data",
      "header digest: 2 requests need it: add it in ApiEndpoint.getHeaders",
      "header content-range: 1 request needs it: add it in ApiEndpoint.getHeaders",
      "header boxapi: 3 requests need it: add it in ApiEndpoint.getHeaders",
    ],
    refused: [
      // require properties that it does not describe
      "POST /invites",
      "PUT /files/{file_id}",
      // has objects in a list in the query, which no style says how to write
      "GET /search",
      // tells requests apart by what follows #, which the validator does not
      "GET /web_links/{web_link_id}#get_shared_link",
      "PUT /metadata_templates/enterprise/securityClassification-6VMVochwUWo/schema#add",
      "PUT /metadata_templates/enterprise/securityClassification-6VMVochwUWo/schema#delete",
      "PUT /metadata_templates/enterprise/securityClassification-6VMVochwUWo/schema#update",
      "PUT /web_links/{web_link_id}#add_shared_link",
      "PUT /web_links/{web_link_id}#remove_shared_link",
      "PUT /web_links/{web_link_id}#update_shared_link",
    ],
  },
  digitalocean: {
    classes: 27,
    resources: 1,
    endpoints: 287,
    missing: [
      "header X-Dangerous: 1 request needs it: add it in ApiEndpoint.getHeaders",
    ],
    refused: [
      // take for a parameter what is read-only in an answer
      "DELETE /v2/account/keys/{ssh_key_identifier}",
      "GET /v2/account/keys/{ssh_key_identifier}",
      "PUT /v2/account/keys/{ssh_key_identifier}",
      // the sampler leaves out a required property
      "POST /v2/apps",
      "POST /v2/apps/propose",
      "POST /v2/uptime/checks",
      "PUT /v2/apps/{id}",
    ],
  },
  github: {
    // what may be null is the same class
    classes: 147,
    resources: 107,
    endpoints: 849,
    step: 16,
    // the validator understands no parameter of a path with a hyphen
    refused: [
      "DELETE /enterprises/{enterprise}/teams/{enterprise-team}/organizations/{org}",
    ],
  },
  kubernetes: {
    classes: 0,
    resources: 0,
    endpoints: 833,
    step: 16,
    missing: [
      "namespaces/{namespace}/pods",
      "namespaces/{namespace}/services",
      "nodes",
    ]
      .flatMap((
        kind,
      ) => [`${kind}/{name}/proxy`, `${kind}/{name}/proxy/{path}`])
      .flatMap((path) =>
        ["HEAD", "OPTIONS"].map((method) =>
          `${method} /api/v1/${path}: an answer to this method has no data`
        )
      ),
  },
  spotify: {
    classes: 22,
    resources: 7,
    endpoints: 74,
    refused: [
      // require a property that it does not describe
      "PUT /me/episodes",
      "PUT /me/tracks",
      // the server of the test reads bytes as no text
      "PUT /playlists/{playlist_id}/images",
    ],
  },
  stripe: {
    classes: 116,
    resources: 78,
    endpoints: 228,
    refused: [
      // have objects in lists and in objects in the query, which no style says how to write
      "GET /v1/credit_notes/preview",
      "GET /v1/credit_notes/preview/lines",
      "GET /v1/invoices/upcoming",
      "GET /v1/invoices/upcoming/lines",
    ],
  },
  twilio: { classes: 40, resources: 0, endpoints: 195 },
};

if (Deno.env.has("REPEAT_ALL")) {
  for (
    const name of Object.keys(expectedOfLarge) as (keyof typeof large)[]
  ) {
    const read = async () => {
      await installLarge();
      return documentOf(large[name]);
    };
    testDocument(name, read, expectedOfLarge[name]);
  }

  Deno.test("modules of large documents compile", async () => {
    await installLarge();
    const folder = await Deno.makeTempDir({ dir: import.meta.dirname! });
    const files: string[] = [];
    for (const [name, path] of Object.entries(large)) {
      files.push(`${folder}/${name}.ts`);
      await Deno.writeTextFile(
        files.at(-1)!,
        writeModule(await documentOf(path)),
      );
    }
    const { success, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["check", "--quiet", ...files],
      env: { NO_COLOR: "1" },
    }).output();
    await Deno.remove(folder, { recursive: true });
    assert(success, new TextDecoder().decode(stderr));
  });
}

function testDocument(
  name: string,
  read: () => ReturnType<typeof readDocument>,
  { missing = [], refused = [], step = 1, ...counts }: Expected,
): void {
  Deno.test(`of the document of ${name} all is written that it has`, async () => {
    const reasons = new Set<string>();
    const text = writeModule(
      await read(),
      [],
      (place, reason) => reasons.add(`${place}: ${reason}`),
    );
    assertEquals({
      classes: text.match(/^ *(?:export class .*)?extends Entity \{/gm)
        ?.length ?? 0,
      resources: text.match(/ = resource\(/g)?.length ?? 0,
      endpoints: text.match(/ = new \w+Endpoint\(/g)?.length ?? 0,
    }, counts);
    assertEquals([...reasons], missing);
  });

  Deno.test(`requests that are written of the document of ${name} are valid by it`, async () => {
    const { valid, ...others } = await makeRequests(await read(), step);
    assertEquals(others.missing, []);
    const places = others.refused.map((line) =>
      line.slice(0, line.indexOf(": "))
    );
    const made = new Set([...valid, ...places]);
    assertEquals(
      places.sort(),
      refused.filter((place) => step === 1 || made.has(place)).sort(),
      others.refused.join("\n"),
    );
    assert(valid.length > 0);
  });
}
