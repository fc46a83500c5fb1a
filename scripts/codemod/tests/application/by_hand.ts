/** A place that the codemod prints, and what the author does there. */
export interface Step {
  /** As printed: file, line and text. */
  readonly printed: string;
  /** Texts to write in place of others, each of which the file has once. */
  readonly changes: readonly (readonly [from: string, to: string])[];
}

/**
 * Everything that is left to do in the application after the codemod, in the
 * order in which it is printed.
 */
export const steps: readonly Step[] = [
  {
    printed:
      'src/api/files.ts:8: content: "blob" does what this parseResponse does, and types the result',
    changes: [[
      `  parseResponse(response: Response) {
    return response.blob();
  },
`,
      `  content: 'blob',
`,
    ]],
  },
  {
    printed:
      "src/api/people.ts:1: Index has no counterpart in @tessera/client (it still comes from @data-client/rest)",
    changes: [["import { Index } from '@data-client/rest';\n", ""]],
  },
  {
    printed:
      "src/api/people.ts:40: there are no Index objects any more: read with useQuery(Entity, ...) and drop this one",
    changes: [[
      `/** Finds a host by the name in an address. */
export const hostByUsername = new Index(Host);

`,
      "",
    ]],
  },
  {
    printed:
      "src/components/HostCard.jsx:7: read this index with useQuery(Host, ...), Host being what it indexes",
    changes: [
      [
        "import { useCache, useFetch, useQuery }",
        "import { useFetch, useQuery }",
      ],
      [
        "getPeople, hostByUsername, hostsBySeniority",
        "getPeople, Host, hostsBySeniority",
      ],
      ["useCache(hostByUsername, ", "useQuery(Host, "],
    ],
  },
  {
    printed:
      "src/components/NewShow.jsx:6: lists add what is created by themselves: take this update out",
    changes: [
      [
        `const createShow = ShowResource.create.extend({
  // the list of its genre shows it, too
  update: newId => ({
    [ShowResource.getList.key({ genre: 'talk' })]: (ids = []) => [...ids, newId],
  }),
});

`,
        "",
      ],
      [
        "controller.fetch(createShow, { title, genre: 'talk' })",
        "controller.fetch(ShowResource.create, { title, genre: 'talk' })",
      ],
    ],
  },
  {
    // the server of the station sends no null
    printed:
      "src/components/ShowList.tsx:24: lists keep the null that a server sends, since 0.10: if yours sends any, filter(Boolean) first",
    changes: [],
  },
  {
    // drafts of others are null
    printed:
      "src/components/ShowPage.tsx:27: lists keep the null that a server sends, since 0.10: if yours sends any, filter(Boolean) first",
    changes: [[
      "{episodes.map(episode => (",
      "{episodes.filter(Boolean).map(episode => (",
    ]],
  },
  {
    printed:
      "src/managers/ticker.js:10: this comment takes a type from @data-client/react: import it from @tessera/client",
    changes: [["import('@data-client/react')", "import('@tessera/client')"]],
  },
  {
    printed:
      "src/schemas/localized.ts:20: what depends on the arguments must say so: read them in a function kept in a constant, and call delegate.argsKey(thatFunction)",
    changes: [
      [
        "const language = delegate.args[0]?.language ?? this.fallback;",
        "const language = delegate.argsKey(languageOf) ?? this.fallback;",
      ],
      [
        "/** Texts in several languages, of which a reader sees one. */",
        `/** Which language a reader asks for. */
const languageOf = (args: readonly any[]): string | undefined =>
  args[0]?.language;

/** Texts in several languages, of which a reader sees one. */`,
      ],
    ],
  },
];
