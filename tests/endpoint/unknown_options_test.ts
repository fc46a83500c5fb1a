import { assertEquals, assertStringIncludes } from "@std/assert";
import { Entity, resource } from "../../mod.ts";
import { captureConsole } from "../support/capture_console.ts";
import { RestEndpoint } from "./untyped.ts";

class Vessel extends Entity {
  id = "";
}

Deno.test("an option that nearly has the name of one is reported once [endpoint/END-38]", () => {
  const typos: [name: string, meant: string][] = [
    ["dataExpiryLenght", "dataExpiryLength"],
    ["pollFrequencey", "pollFrequency"],
    ["pollfrequency", "pollFrequency"],
    ["schmea", "schema"],
    ["URL", "url"],
    ["getheaders", "getHeaders"],
    ["proces", "process"],
    ["parseReponse", "parseResponse"],
    ["getOptimisticReponse", "getOptimisticResponse"],
    ["searchParam", "searchParams"],
  ];
  for (const [name, meant] of typos) {
    const reports = captureConsole("warn", () => {
      const endpoint = new RestEndpoint({ path: "/v/:id", [name]: 1 });
      endpoint.extend({ [name]: 2, method: "PUT" });
    });
    assertEquals(reports.length, 1, name);
    assertStringIncludes(reports[0]!, `/v/:id: "${name}"`);
    assertStringIncludes(reports[0]!, `"${meant}"`);
  }
});

Deno.test("a resource reports its own options and those of its endpoints, each once [endpoint/END-38]", () => {
  const reports = captureConsole("warn", () => {
    const R = resource({
      path: "/vessels/:id",
      schema: Vessel,
      optimisitc: true,
      paginationfield: "page",
    });
    R.extend("vote", { errorExpiryLenght: 5 } as object);
  });
  assertEquals(
    reports.map((report) => /mean "(.*)"/.exec(report)?.[1]),
    ["optimistic", "paginationField", "errorExpiryLength"],
  );
});

Deno.test("production reports no options [endpoint/END-38]", () => {
  const before = Deno.env.get("NODE_ENV");
  Deno.env.set("NODE_ENV", "production");
  try {
    assertEquals(
      captureConsole("warn", () => {
        new RestEndpoint({ path: "/v", invalidIfStael: true });
      }),
      [],
    );
  } finally {
    if (before === undefined) Deno.env.delete("NODE_ENV");
    else Deno.env.set("NODE_ENV", before);
  }
});
