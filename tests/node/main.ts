import { runScenario } from "./scenario.ts";

const { process } = globalThis as unknown as { process: { argv: string[] } };

console.log(JSON.stringify(await runScenario(process.argv[2]!)));
