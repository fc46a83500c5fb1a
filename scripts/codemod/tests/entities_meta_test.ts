import { entitiesMeta as transform } from "../transforms/entities_meta.ts";
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
const kept = normalize(schema, response), typed = (given: State) => [given.entityMeta, kept.entityMeta];
`,
  after: `import { normalize, type State } from "@data-client/normalizr";
export const state = { entities: {}, indexes: {}, entitiesMeta: {} };
const { entities, entitiesMeta: entityMeta } = normalize(schema, response);
const { entitiesMeta: metas = {}, ...rest } = state;
log(state.entitiesMeta, store.getState()?.entitiesMeta.User, state["entitiesMeta"]);
log({ entities, entitiesMeta: entityMeta });
interface Saved { entities: object; entitiesMeta?: object }
type Metas = State["entitiesMeta"];
const kept = normalize(schema, response), typed = (given: State) => [given.entitiesMeta, kept.entitiesMeta];
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

fixtureTest(
  "an entityMeta of what may be something else is reported [endpoint/MOD-19]",
  {
    transform,
    path: "input.ts",
    before: `import { Entity } from "@data-client/rest";
const { entityMeta } = useTable();
log(column.entityMeta);
`,
    reports: [
      "2: if this is of a state, it is entitiesMeta now",
      "3: if this is of a state, it is entitiesMeta now",
    ],
  },
);
