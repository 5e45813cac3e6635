// `npm run test:unit`: everything but the editor, the cluster, pipelines, the site, and what asks a real Helm. Arguments are files to run instead, or flags for
// Node's runner.
import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./repository.ts";
import { runNodeTests, runScript } from "./run-node-tests.ts";

const built = [
  "dist/schemas/values.schema.json",
  "dist/schemas/operator.schema.json",
  "dist/schemas/published-chart.json",
  "dist/schemas/objects.schema.json",
  "dist/schemas/rule-examples.json",
  "examples/chart/values.schema.json",
].map((file) => path.join(repository, file));
if (!built.every((file) => existsSync(file)) && runScript("schemas/build.ts") !== 0) {
  console.error("The schemas could not be built, so no test was run.");
  process.exit(1);
}

/** Tests that change what a whole process shares, such as its environment, or count what is run: each file has a process of its own. */
const ALONE =
  /^test\/(?:client\/editor|core\/(?:features\/many-documents|(?:chart|embedded|yaml\/reader)\/linear-work)|lsp\/(?:hot-paths|process)|support)/;

/** Starting a process takes longer than most files, so those of a folder share one: a file that imports them all. */
function sharingProcesses(files: readonly string[]): string[] {
  const folder = path.join(repository, ".tsbuild/unit");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const groups = new Map<string, string[]>();
  for (const file of files) {
    // The first two folders below test/.
    const name = path.posix.dirname(file).split("/").slice(1, 3).join("-");
    const imports = groups.get(name) ?? [];
    groups.set(name, imports);
    imports.push(`import ${JSON.stringify(path.posix.join("../..", file))};\n`);
  }
  return [...groups].map(([name, imports]) => {
    const file = path.join(folder, `${name}.test.mjs`);
    writeFileSync(file, imports.join(""));
    return file;
  });
}

const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith("-"));
const asked = given.filter((argument) => !argument.startsWith("-"));
const all = globSync("test/**/*.test.ts", {
  cwd: repository,
  exclude: ["test/e2e/**", "test/ci/**", "test/site/**", "test/cluster/**", "test/**/*.helm.test.ts"],
})
  .map((file) => file.replaceAll(path.sep, "/"))
  .sort();
const files = () => [
  ...sharingProcesses(all.filter((file) => !ALONE.test(file))),
  ...all.filter((file) => ALONE.test(file)),
];
process.exitCode = runNodeTests(asked.length > 0 ? asked : files(), ["--test-concurrency=2", ...flags]);
