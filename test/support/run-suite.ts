// `npm run test:helm`, `npm run test:ci`: the tests of a suite. Further arguments are as for `npm run test:unit`.
import { globSync } from "node:fs";
import { repository } from "./repository.ts";
import { runNodeTests } from "./run-node-tests.ts";

const SUITES: Readonly<Record<string, readonly string[]>> = {
  // Tests that ask a real Helm, or need Go for another reason. A test says why it is skipped if there is neither Go nor a Helm that
  // CAP_OPERATOR_HELM3 or CAP_OPERATOR_HELM4 names.
  helm: ["test/**/*.helm.test.ts", "lab/**/*.helm.test.ts"],
  // The documentation as a site, in a browser. `npm run test:site` builds it first.
  site: ["test/site/**/*.test.ts"],
  // Tests of the parts that pipelines run: the packages, and the action, templates and hooks with npm, Git and shells.
  ci: ["test/ci/**/*.test.ts"],
};

const [suite = "", ...given] = process.argv.slice(2);
const files = globSync([...(SUITES[suite] ?? [])], { cwd: repository }).sort();
const flags = given.filter((argument) => argument.startsWith("-"));
const asked = given.filter((argument) => !argument.startsWith("-"));
process.exitCode = runNodeTests(asked.length > 0 ? asked : files, flags);
