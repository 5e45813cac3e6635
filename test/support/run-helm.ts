// `npm run test:helm`: what asks a real Helm, or needs Go for another reason. Arguments are as for `npm run test:unit`. A test says what it
// is skipped for where there is neither Go nor a Helm that CAP_OPERATOR_HELM3 or CAP_OPERATOR_HELM4 names.
import { globSync } from "node:fs";
import { repository } from "./repository.ts";
import { runNodeTests } from "./run-node-tests.ts";

const given = process.argv.slice(2);
const flags = given.filter((argument) => argument.startsWith("-"));
const asked = given.filter((argument) => !argument.startsWith("-"));
const all = globSync(["test/**/*.helm.test.ts", "lab/**/*.helm.test.ts"], { cwd: repository }).sort();
process.exitCode = runNodeTests(asked.length > 0 ? asked : all, flags);
