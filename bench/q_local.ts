// local measuring, never committed
import { stop } from "esbuild";
import { brotliCompressSync } from "node:zlib";
import { buildProgram } from "./size/build_program.ts";
const P = "/tmp/core/proj";
const mode = Deno.args[0] ?? "bytes";
if (mode === "bytes") {
  const rows: string[] = [];
  for (
    const p of [
      "size/tessera_app",
      "size/tessera_script",
      "size/tessera_resource",
    ]
  ) {
    const { text, modules } = await buildProgram(p, `${P}/node_modules`);
    rows.push(`${p} ${brotliCompressSync(text).length} (min ${text.length})`);
    if (p === "size/tessera_app") {
      Deno.writeTextFileSync("/tmp/core/app.js", text);
      if (Deno.args[1]) {
        for (const [m, b] of [...modules].sort((a, b) => b[1] - a[1])) {
          if (b && m.includes(Deno.args[1]!)) console.log(b, m);
        }
      }
    }
  }
  console.log(rows.join("\n"));
} else {
  const { text } = await buildProgram(
    "budgets/scenarios",
    `${P}/node_modules`,
    true,
  );
  Deno.writeTextFileSync(`${P}/scenarios.js`, text);
  Deno.copyFileSync(
    new URL("./budgets/count_in_node.mjs", import.meta.url),
    `${P}/count_in_node.js`,
  );
  const starts = [...text.matchAll(/^\/\/ (\S+\.(?:[jt]sx?|mjs))$/gm)].map((
    m,
  ) => ({ index: m.index!, module: m[1]! })).reverse();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    () => Response.json({ id: "a1", title: "one" }),
  );
  for (const s of mode.split(",")) {
    const out = await new Deno.Command("node", {
      cwd: P,
      args: [
        "count_in_node.js",
        `file://${P}/scenarios.js`,
        s,
        `http://127.0.0.1:${(server.addr as Deno.NetAddr).port}`,
      ],
    }).output();
    const t = new TextDecoder().decode(out.stdout);
    if (!t) {
      console.log(new TextDecoder().decode(out.stderr));
      continue;
    }
    const calls = JSON.parse(t) as { offset: number; count: number }[];
    let total = 0;
    const list: string[] = [];
    for (const { offset, count } of calls) {
      const module = starts.find((x) => x.index < offset)?.module ?? "";
      if (!/^(schema|endpoint|controller|react)\//.test(module)) continue;
      total += count;
      list.push(
        `${String(count).padStart(4)} ${module} ${
          text.slice(offset, offset + 60).split("\n")[0]
        }`,
      );
    }
    console.log(s, total);
    if (Deno.args[1]) {
      console.log(
        list.filter((l) =>
          l.includes(Deno.args[1] === "all" ? "" : Deno.args[1]!)
        ).join("\n"),
      );
    }
  }
  await server.shutdown();
}
await stop();
