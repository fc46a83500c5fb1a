// Runs one of the scenarios and prints how often each function was called.
// Usage: node count_in_node.mjs PROGRAM SCENARIO ORIGIN
import { Session } from "node:inspector";
import process from "node:process";

const [program, scenario, origin] = process.argv.slice(2);
process.env.NODE_ENV = "production"; // which React to load
const session = new Session();
session.connect();
// before the program is loaded: V8 counts what it compiles from now on
post("Profiler.enable");
post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
const { [scenario]: prepare } = await import(program);
const work = await prepare(origin);
await settled();
post("Profiler.takePreciseCoverage"); // sets all counts to 0
await work();
await settled();
const { result } = post("Profiler.takePreciseCoverage");
const { functions } = result.find(({ url }) => url === program);
const calls = functions.map(({ ranges: [range] }) => ({
  offset: range.startOffset,
  count: range.count,
}));
console.log(JSON.stringify(calls.filter(({ count }) => count > 0)));
process.exit();

/** The session answers before `post` returns. */
function post(method, parameters) {
  let answer;
  session.post(method, parameters, (error, found) => {
    if (error) throw error;
    answer = found;
  });
  return answer;
}

/** Lets whatever is queued run. */
async function settled() {
  for (let turn = 0; turn < 5; turn++) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
