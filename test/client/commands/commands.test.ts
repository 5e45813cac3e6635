import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { changeContext } from "../../../client/commands/change-context.ts";
import { checkPrerequisites } from "../../../client/commands/check-prerequisites.ts";
import { checkWorkspace, clearWorkspaceCheck } from "../../../client/commands/check-workspace.ts";
import { COMMANDS } from "../../../client/commands/command-table.ts";
import { fetchChart } from "../../../client/commands/fetch-chart.ts";
import { fillDomain } from "../../../client/commands/fill-domain.ts";
import { insertAllDefaults } from "../../../client/commands/insert-all-defaults.ts";
import { insertCertificate, insertSnippet } from "../../../client/commands/insert-snippet.ts";
import { install, upgrade } from "../../../client/commands/install.ts";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { refreshView } from "../../../client/commands/refresh-view.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { showEffectiveValues } from "../../../client/commands/show-effective-values.ts";
import { showHistory } from "../../../client/commands/show-history.ts";
import { showStatus } from "../../../client/commands/show-status.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import { valuesFromRelease } from "../../../client/commands/values-from-release.ts";
import { writeProjectSettings } from "../../../client/commands/write-project-settings.ts";
import { NEW_OPERATOR_SNIPPET, NEW_VALUES_SNIPPET } from "../../../client/files/new-document.ts";
import type { Command } from "../../../client/operation/command.ts";
import { ReportedError } from "../../../client/texts/error-message.ts";
import { FOREIGN, fakePorts, NO_CHART_NAMED, OTHER_FILE, OURS, offer, type World } from "../fake-ports.ts";
import { commandCalled } from "../operations.ts";

const getStarted = commandCalled("capOperator.getStarted");
const cancelRefresh = commandCalled("capOperator.cancelRefresh");
const compareValues = commandCalled("capOperator.compareValues");
const newOperatorResource = commandCalled("capOperator.newOperatorResource");
const newValuesFile = commandCalled("capOperator.newValuesFile");
const openDocumentation = commandCalled("capOperator.openDocumentation");
const restartServer = commandCalled("capOperator.restartServer");
const showOutput = commandCalled("capOperator.showOutput");

async function seen(command: Command, world: World = {}): Promise<string[]> {
  const ports = fakePorts(world);
  await command.run(ports);
  return ports.seen;
}

const onNoFile = [
  getStarted,
  cancelRefresh,
  changeContext,
  fetchChart,
  checkWorkspace,
  clearWorkspaceCheck,
  checkPrerequisites,
  fillDomain,
  installWithManager,
  newValuesFile,
  newOperatorResource,
  openDocumentation,
  refreshView,
  restartServer,
  showOutput,
  install,
  previewInstallation,
  showStatus,
  showHistory,
  rollBack,
  uninstall,
  upgrade,
  valuesFromRelease,
  writeProjectSettings,
];
const onTheActiveFile = COMMANDS.filter(
  (command) => !onNoFile.includes(command) && !/(?:extract|inline)Values$/.test(command.id),
);

const NAMED: Readonly<Record<string, string>> = {
  "capOperator.showEffectiveValues": "values file",
  "capOperator.showRenderedObjects": "values file",
  "capOperator.compareValues": "values file",
  "capOperator.compareWithCluster": "values file",
  "capOperator.upgradeValues": "values file",
};

for (const command of [
  commandCalled("capOperator.extractValues"),
  commandCalled("capOperator.inlineValues"),
]) {
  test(`${command.id} without a document to move values of says which one it needs`, async () => {
    const needed =
      "info: No document with values of the operator is open. Open a HelmRelease of Flux, or an Application or ApplicationSet of Argo CD.";
    assert.deepEqual(await seen(command, { file: undefined }), [needed]);
    assert.deepEqual(await seen(command, { file: { name: "main.go", isYaml: false } }), [needed]);
  });
}

for (const command of onTheActiveFile) {
  const name = NAMED[command.id] ?? "values file or operator resource";
  for (const [where, file] of [
    ["without an editor", undefined],
    ["in a file that is not YAML", { name: "main.go", isYaml: false }],
  ] as const) {
    test(`${command.id} ${where} offers to start a file`, async () => {
      assert.deepEqual(await seen(command, { file }), [
        `pick: CAP Operator: Select a File | No ${name} is open. Start a new one`,
      ]);
    });
  }
}

for (const command of [insertSnippet, insertAllDefaults, showEffectiveValues, compareValues]) {
  test(`${command.id} in another chart's file says why not, and offers to change that`, async () => {
    const refusal =
      "warn: values.yaml is not treated as a CAP Operator file. It belongs to the chart web-shop. [Change...]";
    assert.deepEqual(await seen(command, { status: FOREIGN }), [refusal]);
    assert.deepEqual(await seen(command, { status: FOREIGN, press: "Change..." }), [
      refusal,
      "command: capOperator.changeFileStatus",
    ]);
  });
}

test("Insert Snippet offers what fits first and inserts the picked one at its own place", async () => {
  const ports = fakePorts({
    offers: [offer("monitoring", false, 9), offer("resources", true, 1)],
    pick: "monitoring",
  });
  await insertSnippet.run(ports);
  assert.deepEqual(
    ports.choices.map(({ label, description }) => `${label} ${description}`),
    ["resources at the cursor", "monitoring at the end of the file"],
  );
  assert.deepEqual(ports.seen, [
    "ask snippets: file:///home/me/deploy/values.yaml at 1:2",
    "pick: CAP Operator: Insert Snippet | Select what to insert",
    'snippet: file:///home/me/deploy/values.yaml at 9:0: "monitoring: $1\\n"',
  ]);
});

test("Insert Snippet: Certificate offers those of certificates alone", async () => {
  const offers = [
    offer("Monitoring", true, 1, "enable-monitoring"),
    offer("Zertifikat", true, 2, "certificate-platform"),
  ];
  const ports = fakePorts({ offers, pick: "Zertifikat" });
  await insertCertificate.run(ports);
  assert.deepEqual(
    ports.choices.map(({ label }) => label),
    ["Zertifikat"],
  );
  const none = await seen(insertCertificate, { offers: offers.slice(0, 1) });
  assert.equal(none.at(-1), "info: No snippet found for values.yaml.");
});

test("Insert Snippet inserts nothing when the list is dismissed", async () => {
  const after = await seen(insertSnippet, { offers: [offer("resources", true)] });
  assert.equal(after.at(-1), "pick: CAP Operator: Insert Snippet | Select what to insert");
});

test("Insert Snippet asks for the chart where none is decided, names it, and goes on", async () => {
  const status = { ...OURS, chart: NO_CHART_NAMED };
  const offers = [offer("monitoring", true, 9)];
  assert.deepEqual(await seen(insertSnippet, { status, offers, pick: ["0.34.0", "monitoring"] }), [
    "pick: CAP Operator: Insert Snippet | Select the chart that the values are for",
    'edit: file:///home/me/deploy/values.yaml@3 0:0-0:0 "# cap-operator: values version=0.34.0\\n"',
    "ask snippets: file:///home/me/deploy/values.yaml at 1:2",
    "pick: CAP Operator: Insert Snippet | Select what to insert",
    'snippet: file:///home/me/deploy/values.yaml at 9:0: "monitoring: $1\\n"',
  ]);
  assert.equal((await seen(insertSnippet, { status, offers })).length, 1);
  const stale = await seen(insertSnippet, { status, offers, pick: "0.34.0", stale: true });
  assert.equal(stale.at(-1), "warn: values.yaml could not be changed. Run the command again.");
});

test("Insert Snippet says so when there is nothing to offer", async () => {
  assert.equal((await seen(insertSnippet)).at(-1), "info: No snippet found for values.yaml.");
});

test("Insert Snippet says so when the document changed meanwhile", async () => {
  const after = await seen(insertSnippet, {
    offers: [offer("resources", true)],
    pick: "resources",
    stale: true,
  });
  assert.equal(after.at(-1), 'warn: "resources" could not be inserted into values.yaml. Try again.');
});

test("Insert All Defaults applies all edits to the version they were made for", async () => {
  const position = { line: 2, character: 0 };
  const defaults = [{ range: { start: position, end: position }, newText: "# Docs\nreplicas: 1\n" }];
  assert.deepEqual(await seen(insertAllDefaults, { defaults }), [
    'edit: file:///home/me/deploy/values.yaml@3 2:0-2:0 "# Docs\\nreplicas: 1\\n"',
  ]);
  assert.match((await seen(insertAllDefaults, { defaults, stale: true })).join(), /changed in the meantime/);
});

test("Insert All Defaults says so when nothing is missing", async () => {
  assert.deepEqual(await seen(insertAllDefaults), [
    "info: values.yaml already sets everything that has a default.",
  ]);
});

test("a key moves by the action of the server at the cursor", async () => {
  assert.deepEqual(await seen(commandCalled("capOperator.moveKeyUp")), ["code action: refactor.move.up"]);
  assert.deepEqual(await seen(commandCalled("capOperator.moveKeyDown")), ["code action: refactor.move.down"]);
});

test("moving values out of a document, and back, is the action at the cursor; a values file is one already", async () => {
  const address = "file:///home/me/deploy/values.yaml#spec.values";
  const status = { ...FOREIGN, embedded: [{ place: "spec.values", address, product: "Flux" }] };
  for (const way of ["extract", "inline"]) {
    const command = commandCalled(`capOperator.${way}Values`);
    assert.deepEqual(await seen(command, { status }), [`code action: refactor.${way}.values`]);
    assert.deepEqual(await seen(command), ["error: values.yaml is a values file already."]);
  }
});

test("a command that is called on a file, as by a code lens, does not look at the active one", async () => {
  for (const [command, expected] of [
    [compareValues, `diff: defaults | ${OTHER_FILE.uri} | Chart defaults ↔ values-b.yaml (effective values)`],
    [showEffectiveValues, `effective: ${OTHER_FILE.uri}`],
  ] as const) {
    const ports = fakePorts({ file: undefined, pick: "Chart defaults" });
    await command.run(ports, OTHER_FILE.uri);
    assert.equal(ports.seen.at(-1), expected);
  }
});

const ASKED = "pick: CAP Operator: New Values File | Select the chart that the values are for";

test("New Values File asks for the chart, and inserts the minimal values below a comment that names it", async () => {
  const offers = [offer("Other", true), offer(NEW_VALUES_SNIPPET, true, 1)];
  assert.deepEqual(await seen(newValuesFile, { offers, pick: "cap-operator 0.34.0" }), [
    ASKED,
    'open: "# cap-operator: values version=0.34.0\\n"',
    "ask snippets: untitled:Untitled-1 at 1:0",
    'snippet: untitled:Untitled-1 at 1:0: "Minimal values: $1\\n"',
  ]);
  assert.ok(
    (await seen(newValuesFile, { offers, pick: "cap-operator-chart" })).includes(
      'open: "# cap-operator: values chart=cap-operator-chart\\n"',
    ),
  );
});

test("New Values File lists the charts of the workspace, of releases, the published versions, and the specification's last", async () => {
  const release = { id: "cop-test", name: "cop-test", values: [], sets: [] };
  const named = {
    name: "cap-operator-chart",
    isDecided: true,
    reason: "release",
    explanation: "",
    keys: 1,
  } as const;
  const chartPlaces = { "charts/cap-operator": { name: "cap-operator", version: "0.33.0" } };
  const listed = async (world: World) => {
    const ports = fakePorts(world);
    await newValuesFile.run(ports);
    return ports.choices.map(({ group, label }) => `${group}: ${label}`);
  };
  assert.deepEqual(await listed({ chartPlaces }), [
    "In the workspace: cap-operator 0.33.0",
    "Built in: cap-operator 0.34.0",
    "Built in: cap-operator-chart",
  ]);
  assert.deepEqual(
    await listed({ releases: [release], chart: { ...named, source: { from: "built-in" } }, chartPlaces }),
    [
      "In the workspace: cap-operator 0.33.0",
      "Named by releases: cap-operator-chart",
      "Built in: cap-operator 0.34.0",
    ],
  );
});

test("New Values File names a chart of the workspace by its path", async () => {
  const chartPlaces = { "charts/cap-operator": { name: "cap-operator", version: "0.33.0" } };
  const after = await seen(newValuesFile, { chartPlaces, pick: "0.33.0" });
  assert.ok(
    after.includes('open: "# cap-operator: values chart=./charts/cap-operator\\n"'),
    after.join("\n"),
  );
});

test("New Values File creates nothing when the question is dismissed", async () => {
  assert.deepEqual(await seen(newValuesFile), [ASKED]);
});

test("New Operator Resource does the same with the resource", async () => {
  assert.deepEqual(await seen(newOperatorResource, { offers: [offer(NEW_OPERATOR_SNIPPET, true, 1)] }), [
    'open: "# cap-operator: operator\\n"',
    "ask snippets: untitled:Untitled-1 at 1:0",
    'snippet: untitled:Untitled-1 at 1:0: "Operator resource: $1\\n"',
  ]);
});

test("the snippets that new files begin with exist", () => {
  const names = (kind: string) =>
    Object.keys(JSON.parse(readFileSync(new URL(`../../../snippets/${kind}.json`, import.meta.url), "utf8")));
  assert.ok(names("values").includes(NEW_VALUES_SNIPPET));
  assert.ok(names("operator").includes(NEW_OPERATOR_SNIPPET));
});

test("A new file whose snippet is not offered stays open, with a message", async () => {
  assert.match(
    (await seen(newValuesFile, { pick: "0.34.0" })).at(-1) ?? "",
    /^warn: .*"Minimal values" is not available/,
  );
});

test("Get Started, Open Documentation, Restart and Show Output do what they say", async () => {
  assert.deepEqual(await seen(getStarted), ["walkthrough shown"]);
  assert.deepEqual(await seen(openDocumentation), ["documentation shown"]);
  assert.equal((await seen(restartServer)).at(-1), "restarted");
  assert.deepEqual(await seen(showOutput), ["output shown"]);
});

test("A command that fails tells the person, with a way to the log", async () => {
  const ports = fakePorts({ serverError: new Error("The server said no."), press: "Show Output" });
  await insertAllDefaults.run(ports);
  assert.deepEqual(ports.seen, [
    "log error: The server said no.",
    "error: The server said no. [Show Output]",
    "output shown",
  ]);
});

test("A failure that has already been told is only logged", async () => {
  const ports = fakePorts({ serverError: new ReportedError("The language server did not start.") });
  await insertAllDefaults.run(ports);
  assert.deepEqual(ports.seen, [
    "log error: capOperator.insertAllDefaults: The language server did not start.",
  ]);
});
