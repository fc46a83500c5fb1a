import { nextEntries as transform } from "../transforms/next_entries.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("imports from next come from the main entry [endpoint/MOD-4]", {
  transform,
  before: `import { useController } from '@rest-hooks/react/next';
import { createResource } from '@data-client/rest/next';
import { Entity } from '@data-client/rest';
export { RestEndpoint } from "@data-client/rest/next";
const next = require('@data-client/react/next');
`,
  after: `import { useController } from '@rest-hooks/react';
import { createResource, Entity } from '@data-client/rest';
export { RestEndpoint } from "@data-client/rest";
const next = require('@data-client/react');
`,
});

fixtureTest("our own next entries are left alone [endpoint/MOD-4]", {
  transform,
  before: `import { Entity } from "@tessera/client/next";
import { useDLE } from "jsr:@tessera/client@0.1.0/react/next";
`,
});

fixtureTest(
  "other entries that start with next are left alone [endpoint/MOD-4]",
  {
    transform,
    before: `import { DataProvider } from '@data-client/ssr/nextjs';
import { redirect } from 'next/navigation';
import { a } from '../next';
`,
  },
);
