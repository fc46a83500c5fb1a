/**
 * Documents that companies publish: what is written of them, and whether a
 * server that goes by the document takes the requests for valid.
 *
 * Large ones take their time, and are left to the night.
 */
import { assert, assertEquals } from "@std/assert";
import type { readDocument } from "../document.ts";
import { writeModule } from "../module.ts";
import { documentOf, published } from "./documents.ts";
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
}

const expected: Record<keyof typeof published, Expected> = {
  blockfrost: { classes: 14, resources: 0, endpoints: 129 },
  dialogporten: { classes: 45, resources: 0, endpoints: 29 },
  directus: {
    classes: 13,
    resources: 13,
    endpoints: 78,
    // requires a property that it does not describe
    refused: ["POST /fields/{collection}"],
  },
  figma: {
    classes: 10,
    resources: 3,
    endpoints: 44,
    // requires a property that it does not describe
    refused: ["PUT /v2/webhooks/{webhook_id}"],
  },
  galaxy: { classes: 2, resources: 1, endpoints: 4 },
  ideal_postcodes: { classes: 5, resources: 1, endpoints: 26 },
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
  testDocument(name, () => documentOf(published[name]), expected[name]);
}

function testDocument(
  name: string,
  read: () => ReturnType<typeof readDocument>,
  { missing = [], refused = [], ...counts }: Expected,
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
    const { valid, ...others } = await makeRequests(await read());
    assertEquals(others.missing, []);
    assertEquals(
      others.refused.map((line) => line.slice(0, line.indexOf(": "))).sort(),
      [...refused].sort(),
      others.refused.join("\n"),
    );
    assert(valid.length > 0);
  });
}
