/** What compilers of applications make of our declarations. */
import { assertEquals, assertMatch } from "@std/assert";
import { Application, type Setup } from "./application.ts";
import { unspokenAny } from "./declared_any.ts";

/**
 * With these the oldest and the newest compiler meet both versions of React and
 * both kinds of strictness. `deno task check` shows the types to TypeScript 6,
 * with React 19 and exact.
 */
const setups: Setup[] = [
  { compiler: "typescript-oldest", react: "react-18", exact: false },
  { compiler: "typescript-newest", react: "react-18", exact: true },
  { compiler: "typescript-newest", react: "react-19", exact: false },
];

/** With these every compiler meets an old library, and so does each version of React. */
const oldSetups: OldSetup[] = [
  { compiler: "typescript-oldest", react: "react-19" },
  { compiler: "typescript-middle", react: "react-18" },
  { compiler: "typescript-newest", react: "react-19" },
];

type OldSetup = Pick<Setup, "compiler" | "react">;

// every two of the choices meet, and there is what is not released yet; as at night
if (Deno.env.get("COMPILERS") === "all") {
  setups.push(
    { compiler: "typescript-oldest", react: "react-19", exact: true },
    { compiler: "typescript-middle", react: "react-18", exact: false },
    { compiler: "typescript-middle", react: "react-19", exact: true },
    { compiler: "typescript-preview", react: "react-19", exact: true },
  );
  oldSetups.push({ compiler: "typescript-preview", react: "react-18" });
}

Deno.test("types hold for every compiler, version of React and strictness [react/TYP-42] [react/TYP-43]", async (t) => {
  await using application = await Application.create(
    [...new Set([...setups, ...oldSetups].map(({ compiler }) => compiler))],
  );
  await t.step("each source gives its declarations alone", () => {
    assertEquals(application.complaintsOfIsolation, "");
  });
  for (const setup of setups) {
    const { compiler, react, exact } = setup;
    const name = `${compiler}, ${react}, ${exact ? "exact" : "loose"}`;
    await t.step(name, async () => {
      assertEquals(await application.complaints(setup), "");
    });
  }
  for (const setup of oldSetups) {
    const { compiler, react } = setup;
    await t.step(`${compiler}, ${react}, lib of ES2022`, async () => {
      assertEquals(await application.complaintsWithLibOf2022(setup), "");
    });
  }
  await t.step(
    "types of calls are the same without strictNullChecks [endpoint/TYP-30]",
    async () => {
      assertEquals(await application.complaintsWithLooseNull("a.ts", ""), "");
      const broken = "export const broken: string = 5;\n";
      assertMatch(
        await application.complaintsWithLooseNull("b.ts", broken),
        /^\S*b\.ts\(\d+,14\): error TS2322: [^\n]*\n$/,
      );
    },
  );
  await t.step("no declaration is of type any without saying so", () => {
    const { folder, entries } = application.declarations("react-19");
    const isOurs = (path: string) =>
      path.startsWith(folder) && !path.includes("/node_modules/");
    assertEquals(unspokenAny(entries, isOurs), []);
  });
});
