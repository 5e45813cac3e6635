import assert from "node:assert/strict";
import { test } from "node:test";
import { upgradeValues } from "../../../client/commands/upgrade-values.ts";
import type { FileChart, UpgradedFile, ValuesUpgrade } from "../../../server/lsp/protocol.ts";
import { fakePorts, OTHER_FILE, type World } from "../fake-ports.ts";

const URI = "file:///home/me/deploy/values.yaml";
const BEFORE = "controller:\n  replicas: 2\n";
const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 10 } };
const MIGRATED: UpgradedFile = {
  uri: URI,
  name: "values.yaml",
  before: BEFORE,
  after: "controller:\n  count: 2\n",
  edits: [{ range, newText: "count" }],
};
const KEPT: UpgradedFile = { ...MIGRATED, after: "controller:\n  count: 2\n  delay: 1h\n" };

const IN_USE: FileChart = {
  name: "cap-operator-chart",
  reason: "modeline",
  explanation: "The comment names it.",
  keys: 80,
  source: { from: "built-in" },
};

async function after(world: World & { readonly upgrade?: Partial<ValuesUpgrade> }) {
  const ports = fakePorts({ chart: IN_USE, pick: "0.34.0", ...world });
  const outcome = await upgradeValues.run(ports);
  return { seen: ports.seen, choices: ports.choices, outcome };
}

test("a version is picked, page and diff are shown, and what was shown is applied", async () => {
  const notes = [
    { topic: "migrated", sentence: 'values.yaml: "controller.replicas" is now "controller.count".' },
    { topic: "running", sentence: '"controller.`x`" changes from *1* to <b>2</b>.' },
  ] as const;
  const { seen, choices } = await after({ upgrade: { notes, files: [MIGRATED] }, press: "Apply" });
  assert.deepEqual(
    choices.map(({ label, description }) => [label, description]),
    [
      ["cap-operator 0.34.0", undefined],
      ["cap-operator-chart", "in use"],
    ],
  );
  assert.deepEqual(seen, [
    "pick: CAP Operator: Upgrade Values to Chart Version | values.yaml: The comment names it.",
    `upgrade: ${URI} to cap-operator 0.34.0`,
    "page: Upgrade of values.yaml to cap-operator 0.34.0",
    "  # values.yaml: from cap-operator-chart to cap-operator 0.34.0",
    "  ",
    "  ## What the operator would run with instead",
    "  ",
    "  After all safe migrations. An old value can be kept by setting it.",
    "  ",
    '  - "controller.\\`x\\`" changes from \\*1\\* to \\<b\\>2\\</b\\>.',
    "  ",
    "  ## Safe migrations",
    "  ",
    "  They keep comments, quotes and indentation; Helm reads the same values under their new names.",
    "  ",
    '  - values.yaml: "controller.replicas" is now "controller.count".',
    'diff: "values.yaml ↔ cap-operator 0.34.0"',
    '  before "controller:\\n  replicas: 2\\n"',
    '  after "controller:\\n  count: 2\\n"',
    "info: Apply the migrations to values.yaml? Nothing is saved. [Apply]",
    `edit: ${URI}@3 1:2-1:10 "count"`,
    `opened: ${URI}`,
    "log info: values.yaml migrated to cap-operator 0.34.0, not saved. The comment at the top names it.",
    "info: values.yaml migrated to cap-operator 0.34.0, not saved. The comment at the top names it.",
  ]);
});

test("nothing is changed without consent", async () => {
  const { seen, outcome } = await after({ upgrade: { files: [MIGRATED] } });
  assert.ok(!seen.some((line) => line.startsWith("edit:")));
  assert.equal(outcome.end, "cancelled");
});

test("the old defaults are shown as a diff of their own before they are written", async () => {
  const world = { upgrade: { files: [], keepingDefaults: [KEPT] }, press: "Keep Old Defaults..." };
  const { seen, outcome } = await after(world);
  assert.deepEqual(seen.slice(-5), [
    "info: No migration is needed. Nothing is saved. [Keep Old Defaults...]",
    'diff: "values.yaml ↔ cap-operator 0.34.0 with the old defaults"',
    '  before "controller:\\n  replicas: 2\\n"',
    '  after "controller:\\n  count: 2\\n  delay: 1h\\n"',
    "info: Apply this to values.yaml, with the old defaults as values? Nothing is saved. [Apply]",
  ]);
  assert.equal(outcome.end, "cancelled");
});

test("a file that is not what was shown stays, and so do the others", async () => {
  const other = { ...MIGRATED, ...OTHER_FILE, before: "something else\n" };
  const { seen } = await after({ upgrade: { files: [MIGRATED, other] }, press: "Apply" });
  assert.ok(!seen.some((line) => line.startsWith("edit:")));
  assert.equal(
    seen.at(-1),
    "warn: values-b.yaml changed in the meantime, so it was not migrated. Run the command again.",
  );
});

test("where something else names the chart, the person is led there", async () => {
  const ends = async (reason: FileChart["reason"]) => {
    const world = { chart: { ...IN_USE, reason }, press: "Open Settings" };
    return (await after(world)).seen.slice(-2);
  };
  assert.deepEqual(await ends("release"), [
    "info: No migration to cap-operator 0.34.0 is needed. Now change the version of the release in the settings. [Open Settings]",
    "settings: capOperator.releases",
  ]);
  assert.deepEqual((await ends("setting")).at(-1), "settings: capOperator.chartVersion");
  assert.match((await ends("beside")).at(-1) ?? "", /Now change the Chart\.yaml that names the version\./);
  const { seen } = await after({ chart: { ...IN_USE, reason: "words" }, press: "Use Chart..." });
  assert.equal(seen.at(-1), `command: capOperator.useChart ${URI}`);
});

test("the chart in use is no other chart", async () => {
  const { seen } = await after({ pick: "cap-operator-chart" });
  assert.match(seen.at(-1) ?? "", /^info: values\.yaml is for cap-operator-chart already\./);
});
