// `npm run test:cluster`: what needs a real API server, a real registry and a real Helm. Arguments are as for
// `npm run test:unit`. All files share one cluster, or the running one that CAP_OPERATOR_TEST_CLUSTER names.
import { globSync } from "node:fs";
import { type Cluster, haveCluster, RUNNING_CLUSTER } from "../cluster/cluster.ts";
import { clusterPrograms } from "../cluster/programs.ts";
import { repository } from "./repository.ts";
import { runNodeTests } from "./run-node-tests.ts";

const isRunning = Boolean(process.env[RUNNING_CLUSTER]);
let cluster: Cluster;
try {
  if (!isRunning && (await clusterPrograms()) === undefined) {
    console.log("Go is not installed, so the tests against a real cluster are left out.");
    process.exit(0);
  }
  cluster = await haveCluster();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
process.env[RUNNING_CLUSTER] = cluster.addressesFile;

const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith("-"));
const asked = given.filter((argument) => !argument.startsWith("-"));
const all = globSync(["test/cluster/**/*.test.ts", "lab/**/*.cluster.test.ts"], { cwd: repository }).sort();
// One file at a time: what one of them installs for the whole cluster, the others would see.
process.exitCode = runNodeTests(asked.length > 0 ? asked : all, ["--test-concurrency=1", ...flags]);
await cluster.stop();
