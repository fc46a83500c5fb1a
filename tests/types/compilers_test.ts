/** What compilers of applications make of our declarations. */
import { assertEquals, assertMatch } from "@std/assert";
import { Application, type Setup } from "./application.ts";
import { unspokenAny } from "./declared_any.ts";

/** Every two of the choices meet; all combinations would take twice as long. */
const setups: readonly Setup[] = [
  { compiler: "typescript-oldest", react: "react-18", exact: false },
  { compiler: "typescript-oldest", react: "react-19", exact: true },
  { compiler: "typescript-middle", react: "react-18", exact: false },
  { compiler: "typescript-middle", react: "react-19", exact: true },
  { compiler: "typescript-newest", react: "react-18", exact: true },
  { compiler: "typescript-newest", react: "react-19", exact: false },
  { compiler: "typescript-preview", react: "react-19", exact: true },
];

/** With these every compiler meets an old library, and so does each version of React. */
const oldSetups: readonly Pick<Setup, "compiler" | "react">[] = [
  { compiler: "typescript-oldest", react: "react-19" },
  { compiler: "typescript-middle", react: "react-18" },
  { compiler: "typescript-newest", react: "react-19" },
  { compiler: "typescript-preview", react: "react-18" },
];

Deno.test("types hold for every compiler, version of React and strictness [react/TYP-42] [react/TYP-43]", async (t) => {
  await using application = await Application.create();
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
  await t.step("each source gives its declarations alone", async () => {
    assertEquals(await application.complaintsOfIsolation(), "");
  });
  await t.step("no declaration is of type any without saying so", () => {
    const { folder, entries } = application.declarations("react-19");
    const isOurs = (path: string) =>
      path.startsWith(folder) && !path.includes("/node_modules/");
    assertEquals(unspokenAny(entries, isOurs), []);
  });
});
