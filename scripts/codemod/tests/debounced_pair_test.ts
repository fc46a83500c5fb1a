import { debouncedPair as transform } from "../transforms/debounced_pair.ts";
import { fixtureTest } from "./fixtures.ts";

fixtureTest(
  "the value of useDebounce is taken out of the pair [endpoint/MOD-18]",
  {
    transform,
    before: `import { useDebounce, useSuspense } from '@data-client/react';

export function Results({ text, range }) {
  const query = useDebounce(text, 200); // while typing
  let  kind: string = useDebounce( text.kind, 100 );
  const { from, to } = useDebounce(range, 200);
  return useSuspense(search, { query, kind, from, to });
}
`,
    after: `import { useDebounce, useSuspense } from '@data-client/react';

export function Results({ text, range }) {
  const [query] = useDebounce(text, 200); // while typing
  let  [kind]: [string, boolean] = useDebounce( text.kind, 100 );
  const [{ from, to }] = useDebounce(range, 200);
  return useSuspense(search, { query, kind, from, to });
}
`,
  },
);

fixtureTest(
  "useDebounce inside of an expression gives its value [endpoint/MOD-18]",
  {
    transform,
    before: `import * as data from '@data-client/react';
const List = ({ q, kind }) => {
  const found = data.useSuspense(search, { q: data.useDebounce(q, 20) });
  const short = data.useDebounce(q, 20).slice(0, 10);
  const typed = data.useDebounce<Kind>(kind, 20) as Kind;
  return <Shown of={found} kind={data.useDebounce(kind, 20)} short={short} />;
};
`,
    after: `import * as data from '@data-client/react';
const List = ({ q, kind }) => {
  const found = data.useSuspense(search, { q: data.useDebounce(q, 20)[0] });
  const short = data.useDebounce(q, 20)[0].slice(0, 10);
  const typed = data.useDebounce<Kind>(kind, 20)[0] as Kind;
  return <Shown of={found} kind={data.useDebounce(kind, 20)[0]} short={short} />;
};
`,
  },
);

fixtureTest("pairs of useDebounce stay as they are [endpoint/MOD-18]", {
  transform,
  before: `import { useDebounce as useLater } from '@tessera/client/react';
import { useDebounce } from 'use-debounce';
export function Results({ text }) {
  const [query, isPending] = useLater(text, 200);
  const [only] = useLater(text, 200);
  const kind = useLater(text.kind, 200)[0];
  const other = useDebounce(text, 200);
  const inner = (useLater) => { const value = useLater(text); return value; };
  return [query, isPending, only, kind, other, inner];
}
`,
});

fixtureTest("what could be a pair already is reported [endpoint/MOD-18]", {
  transform,
  before: `import { useDebounce } from '@data-client/react';
const useLater = (text) => useDebounce(text, 200);
function useLatest(text) {
  const pair = useDebounce(text, 200);
  log(pair[0], pair[1]);
  return useDebounce(text, 300);
}
`,
  reports: [
    "2: useDebounce returns [value, isPending]: take the value, if this does not",
    "4: useDebounce returns [value, isPending]: take the value, if this does not",
    "6: useDebounce returns [value, isPending]: take the value, if this does not",
  ],
});
