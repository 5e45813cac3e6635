// `npm run test:unit`: everything but the editor and the cluster. Arguments are files to run instead, or flags for Node's runner.
import { existsSync, globSync } from "node:fs";
import path from "node:path";
import { repository } from "./repository.ts";
import { runNodeTests, runScript } from "./run-node-tests.ts";

const built = [
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
  "examples/chart/values.schema.json",
].map((file) => path.join(repository, file));
if (!built.every((file) => existsSync(file)) && runScript("schemas/build.ts") !== 0) {
  console.error("The schemas could not be built, so no test was run.");
  process.exit(1);
}
const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith("-"));
const asked = given.filter((argument) => !argument.startsWith("-"));
const all = globSync("test/**/*.test.ts", {
  cwd: repository,
  exclude: ["test/e2e/**", "test/cluster/**"],
}).sort();
process.exitCode = runNodeTests(asked.length > 0 ? asked : all, flags);
