// `npm run test:editor`: the packaged extension in a real VS Code. Arguments are as for `npm run test:unit`. `--smoke` runs one walk only, as
// `npm test` does, and `--without-smoke` all others.
import { globSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { bundleHostTests } from "./host/bundle.ts";
import { repository } from "./repository.ts";
import { runNodeTests, runScript } from "./run-node-tests.ts";
import { bundleWebTests } from "./web/bundle.ts";
import { launchChromium } from "./workbench/chromium.ts";
import { haveCodeServer } from "./workbench/code-server.ts";
import { longestWait } from "./workbench/waits.ts";

try {
  await haveCodeServer();
  await (await launchChromium()).close();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
if (runScript("build/esbuild.ts", "--production") !== 0 || runScript("test/support/package.ts") !== 0) {
  console.error("There is no package to test.");
  process.exit(1);
}
await bundleHostTests();
await bundleWebTests();
await rm(path.join(repository, "artifacts"), { recursive: true, force: true });

const SMOKE = "test/e2e/person/authoring.test.ts";
const all = globSync("test/e2e/**/*.test.ts", { cwd: repository }).sort();
const parts = new Map([
  ["--smoke", [SMOKE]],
  ["--without-smoke", all.filter((file) => path.join(file) !== path.join(SMOKE))],
]);
const given = process.argv.slice(2);
const part = given.map((argument) => parts.get(argument)).find((files) => files !== undefined);
const flags = given.filter((argument) => argument.startsWith("-") && !parts.has(argument));
const asked = given.filter((argument) => !argument.startsWith("-"));
const files = asked.length > 0 ? asked : (part ?? all);
// One workbench at a time: two of them slow each other down more than they save.
process.exitCode = runNodeTests(files, ["--test-concurrency=1", ...flags]);
console.log(longestWait());
