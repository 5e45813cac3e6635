import assert from "node:assert/strict";
import { test } from "node:test";
import { applyFix } from "../support/check-fix.ts";
import { analyse, engine } from "../support/engine.ts";

const PUBLISHED = { chart: "cap-operator", version: "0.34.0" };

async function fixed(text: string, rules?: readonly string[]): Promise<string> {
  const action = await engine.fixAll(analyse(text, "values", PUBLISHED), "likely", rules);
  return action ? applyFix(text, action) : text;
}

const OK = "subscriptionServer:\n  domain: a.c-1.landscape.internal\n  dnsTarget: p.c-1.landscape.internal\n";

for (const [what, text] of Object.entries({
  "labels whose switch is in another file, with their comment":
    "monitoring:\n  # by which it selects\n  serviceMonitorSelectorLabels:\n    release: prom\n",
  "own labels of the gateway beside the default ones": `${OK}  ingressGatewayLabels:\n    app: mine\n`,
  "a block that nobody knows": `${OK}operator:\n  replicas: 2\n`,
  "a misspelled section beside the right one": `${OK}controller:\n  replicas: 2\nsubscriptionServre:\n  tolerations: [{ key: a, operator: Exists }]\n`,
  "a key that nobody knows, with a comment": `${OK}# ours\nzzz: 1\n`,
})) {
  test(`what is likely right does not change ${what}`, async () => assert.equal(await fixed(text), text));
}

test("typing errors are put right", async () => {
  assert.equal(await fixed(`${OK}controller:\n  replicaz: 2\n`), `${OK}controller:\n  replicas: 2\n`);
});

test("keys of the chart in a section that it does not have are moved to their place, with their comments", async () => {
  const wrapped = `${OK}operator: # ours\n  # two\n  controller:\n    replicas: 2 # here\n`;
  assert.equal(await fixed(wrapped), `${OK}# ours\n# two\ncontroller:\n  replicas: 2 # here\n`);
});

test("a rule that is named has its hints mended as well, and no other rule has", async () => {
  const labels = "monitoring:\n  serviceMonitorSelectorLabels:\n    release: prom\n";
  const text = `${OK}controller:\n  replicaz: 2\n${labels}`;
  assert.equal(await fixed(text, ["no-effect"]), `${OK}controller:\n  replicaz: 2\n`);
});

test("a word for a boolean in quotes becomes the boolean", async () => {
  const text = 'controller:\n  detailedOperationalMetrics: "yes"\n';
  const action = await engine.fixAll(analyse(text, "values", PUBLISHED));
  assert.ok(action);
  assert.equal(applyFix(text, action), "controller:\n  detailedOperationalMetrics: true\n");
});
