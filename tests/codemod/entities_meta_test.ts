import { entitiesMeta as transform } from "../../scripts/codemod/transforms/entities_meta.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest("entityMeta of a state becomes entitiesMeta [endpoint/MOD-19]", {
  transform,
  path: "input.ts",
  before: `import { normalize, type State } from "@data-client/normalizr";
export const state = { entities: {}, indexes: {}, entityMeta: {} };
const { entities, entityMeta } = normalize(schema, response);
const { entityMeta: metas = {}, ...rest } = state;
log(state.entityMeta, store.getState()?.entityMeta.User, state["entityMeta"]);
log({ entities, entityMeta });
interface Saved { entities: object; entityMeta?: object }
type Metas = State["entityMeta"];
`,
  after: `import { normalize, type State } from "@data-client/normalizr";
export const state = { entities: {}, indexes: {}, entitiesMeta: {} };
const { entities, entitiesMeta: entityMeta } = normalize(schema, response);
const { entitiesMeta: metas = {}, ...rest } = state;
log(state.entitiesMeta, store.getState()?.entitiesMeta.User, state["entitiesMeta"]);
log({ entities, entitiesMeta: entityMeta });
interface Saved { entities: object; entitiesMeta?: object }
type Metas = State["entitiesMeta"];
`,
});

fixtureTest(
  "an entityMeta of the application keeps its name [endpoint/MOD-19]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from "@data-client/rest";
interface Column { entityMeta: string; width: number }
export const show = (column: Column) => column.entityMeta;
const entityMeta = { width: 1, entitiesMeta: 2 };
`,
  },
);
