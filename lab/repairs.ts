// Breaks values files, one line each, and repairs each with one call of `check_values`. `--show` prints those that are not repaired.
import { parseArgs } from "node:util";
import { Agent } from "../test/mcp/agent.ts";
import { brokenFiles, repairedAtOnce } from "../test/mcp/one-call.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    show: { type: "boolean", default: false },
  },
});
const agent = await Agent.start();
const counts = { repaired: 0, "word is gone": 0, "not repaired": 0, "lost a right setting": 0 };
for (const file of brokenFiles(Number(values.count), Number(values.seed))) {
  const { end, lost, good, text, after, line } = await repairedAtOnce(agent, file);
  counts[end] += 1;
  if (lost.length > 0) counts["lost a right setting"] += 1;
  if (!values.show || (end !== "not repaired" && lost.length === 0)) continue;
  console.log(`--- ${end}; lost: ${lost.join(" ")}`);
  const [before, broken, around] = [good, text, after].map((version) => version.split("\n"));
  console.log(
    [before?.[line], broken?.[line], "->", ...(around?.slice(Math.max(0, line - 2), line + 3) ?? [])].join(
      "\n",
    ),
  );
}
console.table(counts);
await agent.end();
