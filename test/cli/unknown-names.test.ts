import assert from "node:assert/strict";
import { test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const folder = folderWith({
  "values.yaml": CLEAN,
  ".cap-operator.yaml":
    "releases:\n  - {name: cop-production, values: [values.yaml]}\n  - {name: cop-staging, values: [values.yaml]}\n",
});

for (const [args, sentence] of [
  [
    "check --release cop-prodction",
    "No release named cop-prodction found in the settings. Did you mean cop-production?",
  ],
  ["effective --release x", "No release named x found in the settings. Known: cop-production, cop-staging."],
  [
    "diff cop-prodction cop-staging",
    "cop-prodction is not a release of the settings or a file. Did you mean cop-production?",
  ],
  ["diff @99 @0.34.0", "The version 99 of the chart is not known. Known versions: 0.0.1 to 0.34.0."],
  [
    "upgrade --to 99 -f values.yaml",
    "99 is not a known version or a chart of the operator. Known versions: 0.0.1 to 0.34.0.",
  ],
  [
    "upgrade --to 0.20.7 -f values.yaml",
    "0.20.7 is not a known version or a chart of the operator. Did you mean 0.20.1 or 0.20.0?",
  ],
  [
    "effective --key controler.dnsTarget",
    "Nothing is set at controler.dnsTarget. Did you mean controller.dnsTarget?",
  ],
  ["check ", "A path is empty. Name a file or folder."],
  ["fix ", "A path is empty. Name a file or folder."],
  ["check --reporter sarfi", "Unknown reporter sarfi. Did you mean sarif?"],
  ["check --reporter x", "Unknown reporter x. Known: text, json, sarif, junit, github, markdown, gitlab."],
  ["fix --rule unknwon-key", 'No rule "unknwon-key" found. Did you mean unknown-key?'],
  ["explain unknwon-key", "No code or key found: unknwon-key. Did you mean unknown-key?"],
  [
    "explain dnsTarget",
    "No code or key found: dnsTarget. Did you mean controller.dnsTarget or subscriptionServer.dnsTarget?",
  ],
  [
    "explain replicaz",
    "No code or key found: replicaz. Did you mean controller.replicas, subscriptionServer.replicas or webhook.replicas?",
  ],
  [
    "explain controler.replicaz",
    "No code or key found: controler.replicaz. Did you mean controller.replicas?",
  ],
  ["explain xyzzy", "No code or key found: xyzzy. All codes are listed by: cap-operator rules"],
  ["help chekc", 'No command "chekc" found. Did you mean check?'],
] as const) {
  test(`${args}: the nearest names are offered`, async () => {
    const { code, out, err } = await run(folder, args.split(" "));
    assert.deepEqual({ code, out, err }, { code: 2, out: "", err: `${sentence}\n` });
  });
}

test("a wrong command and a wrong option have the nearest one", async () => {
  assert.match((await run(folder, ["chekc"])).err, /^\(Did you mean check\?\)$/m);
  assert.match((await run(folder, ["check", "--quite"])).err, /^\(Did you mean --quiet\?\)$/m);
});

test("explain knows the keys of the operator resource", async () => {
  const { code, out } = await run(folder, ["explain", "spec.ingressGatewayLabels"]);
  assert.equal(code, 0);
  assert.match(out, /ingress gateway/);
  assert.match(out, /^In cap-operator 0\.34\.0: default /m);
});

test("explain knows a key that only an old version of the chart has", async () => {
  const { code, out } = await run(folder, ["explain", "webhook.sidecar"]);
  assert.equal(code, 0);
  assert.match(out, /removed in \d+\.\d+\.\d+/);
});
