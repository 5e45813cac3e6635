import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { showHistory } from "../../../client/commands/show-history.ts";
import { showStatus } from "../../../client/commands/show-status.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import { releaseAddress } from "../../../client/helm/release-address.ts";
import type { Command } from "../../../client/operation/command.ts";
import type { ReleaseSummary } from "../../../server/lsp/protocol.ts";
import { reads } from "../fake-installation.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { movedWhileAsked } from "../moved-context.ts";
import { CRD, config, DEPLOYED, type HelmState, helmWorld, SECRET, told } from "./helm-world.ts";
import { inTimeZone } from "./time-zone.ts";

async function after(command: Command, state: HelmState, world: World = {}) {
  const ports = fakePorts(helmWorld(state, world));
  // Nine hours ahead of UTC, the time zone in which the revisions of these tests are recorded.
  await inTimeZone("Asia/Tokyo", () => command.run(ports));
  return { seen: ports.seen, told: told(ports.seen), choices: ports.choices };
}

const OPEN = "file:///home/me/deploy/values.yaml";
const REVISIONS = [
  { revision: 1, status: "superseded" },
  { revision: 2, status: "failed", description: "Upgrade | failed" },
  DEPLOYED,
];
const PLACE = [
  "  Context: dev (user ada)",
  "  Server: https://dev:6443",
  "  Namespace: cap-operator-system",
  "  Release: cap-operator",
];
const AT = "--kube-context dev --namespace cap-operator-system";

test("the status page says where the release is, what it is, and what could not be checked", async () => {
  assert.deepEqual((await after(showStatus, { histories: [[DEPLOYED]] })).told, [
    "page: Status of cap-operator in dev",
    "  # cap-operator",
    "  ",
    "  | Release | cap-operator |",
    "  | --- | --- |",
    "  | Status | deployed (Install complete) |",
    "  | Revision | 3, of 2026-02-03\u00a019:11 |",
    "  | Chart | cap-operator-chart-0.11.0 |",
    "  | App version | v0.11.0 |",
    "  | Context | dev |",
    "  | Server | https\\:\\//dev:6443 |",
    "  | Namespace | cap-operator-system |",
    "  ",
    "  ## Components",
    "  ",
    "  Not checked: kubectl was not found on the PATH. Install it, or set capOperator.kubectlPath.",
  ]);
});

for (const [status, advice] of [
  ["pending-install", /Helm does not change a release that is pending-install\..*To resolve this, run/],
  ["failed", /The newest revision failed\..*Roll Back\.\.\./],
] as const) {
  test(`the status page of a release that is ${status} says what to do`, async () => {
    const { told } = await after(showStatus, { histories: [[{ revision: 1, status }]] });
    assert.match(told[3] ?? "", advice);
  });
}

const message = "info: No release cap-operator found in the namespace cap-operator-system of dev.";

test("if there is no such release, the existing ones are named", async () => {
  const others = {
    "helm list": JSON.stringify([
      {
        name: "cop",
        namespace: "cap-operator-system",
        revision: "1",
        updated: "",
        status: "failed",
        chart: "c-1",
        app_version: "",
      },
    ]),
  };
  assert.deepEqual((await after(showStatus, {})).told, [
    `${message} The namespace contains no releases. [Change Context...]`,
  ]);
  for (const command of [showStatus, showHistory, rollBack, uninstall]) {
    assert.deepEqual((await after(command, { answers: others })).told, [
      `${message} The namespace contains: cop (failed). [Change Context...]`,
    ]);
  }
});

const listedAs = (...namespaces: string[]) => ({
  "helm list": JSON.stringify(
    namespaces.map((namespace) => ({
      ...{ name: "cap-operator", namespace, revision: "1", updated: "", status: "deployed" },
      ...{ chart: "c-1", app_version: "" },
    })),
  ),
});

test("a release that is in another namespace is named, and the command starts again there", async () => {
  const { told, seen } = await after(
    showStatus,
    { answers: listedAs("cap-live") },
    { press: "Use cap-live" },
  );
  assert.equal(told[0], `${message} It is in the namespace cap-live. [Use cap-live]`);
  assert.ok(
    told.some((line) => line.includes("in the namespace cap-live of dev")),
    seen.join("\n"),
  );
});

test("a release that is in several other namespaces is named with all of them", async () => {
  const { told } = await after(showStatus, { answers: listedAs("a", "b") });
  assert.deepEqual(told, [
    `${message} It is in the namespaces a and b (capOperator.namespace). [Open Settings] [Change Context...]`,
  ]);
});

test("other namespaces are left out where only the own one may be read", async () => {
  const programs = (line: string) =>
    line.includes("--all-namespaces") ? { exitCode: 1, stderr: "Error: forbidden\n" } : undefined;
  const { told } = await after(showStatus, {}, { programs });
  assert.deepEqual(told, [`${message} The namespace contains no releases. [Change Context...]`]);
});

test("the history page lists the revisions, newest first, and nothing in them is markup", async () => {
  const { told } = await after(showHistory, { histories: [REVISIONS] });
  assert.deepEqual(told.slice(5), [
    "  | Revision | Since | Status | Chart | App version | What happened |",
    "  | --- | --- | --- | --- | --- | --- |",
    "  | 3 | 2026-02-03\u00a019:11 | deployed | cap-operator-chart-0.11.0 | v0.11.0 | Install complete |",
    "  | 2 | 2026-02-03\u00a019:11 | failed | cap-operator-chart-0.11.0 | v0.11.0 | Upgrade \\| failed |",
    "  | 1 | 2026-02-03\u00a019:11 | superseded | cap-operator-chart-0.11.0 | v0.11.0 | Install complete |",
  ]);
});

const answersByRevision = (line: string) => {
  if (line.includes("--revision 1")) return config(1);
  return line.includes("--revision 3") ? config(3) : undefined;
};

test("rolling back offers the revisions that ran, shows the changes, and asks", async () => {
  const world: World = { pick: "Revision 1", confirm: true, programs: answersByRevision };
  const { told, choices } = await after(rollBack, { histories: [REVISIONS] }, world);
  assert.deepEqual(
    choices.map(({ label, description }) => `${label} | ${description}`),
    ["Revision 1 | cap-operator-chart-0.11.0, superseded"],
  );
  assert.deepEqual(told, [
    "pick: CAP Operator: Roll Back | cap-operator in dev: revision 3 (deployed). Select another one",
    "confirm: Roll back cap-operator in dev to revision 1? [Roll Back] [Preview Changes]",
    ...PLACE,
    "  Now: revision 3, deployed, cap-operator-chart-0.11.0",
    "  Roll back to: revision 1, cap-operator-chart-0.11.0, 2026-02-03\u00a019:11",
    "  Changes: 1 changed",
    "  CRDs are not rolled back.",
    `run: helm rollback ${AT} --wait --timeout 5m0s -- cap-operator 1`,
    "info: cap-operator in dev is rolled back: its newest revision has the content of revision 1. [Show Status] [Show Output]",
  ]);
});

test("a rollback can be viewed first, and is not done if it is not confirmed", async () => {
  const world: World = { pick: "Revision 1", choose: ["Preview Changes"], programs: answersByRevision };
  const { told } = await after(rollBack, { histories: [REVISIONS] }, world);
  assert.ok(
    told.includes('diff: "cap-operator in dev: revision 3 ↔ revision 1: ConfigMap/cop"'),
    told.join("\n"),
  );
  assert.ok(!told.some((line) => line.startsWith("run:")));
});

test("a release with only one revision has nothing to go back to", async () => {
  assert.deepEqual((await after(rollBack, { histories: [[DEPLOYED]] })).told, [
    "info: No revision to roll back to: no other revision of cap-operator ran before revision 3 (deployed).",
  ]);
});

const LIVE = `${config(1)}---\n${SECRET}---\napiVersion: batch/v1\nkind: Job\nmetadata:\n  name: hook\n  annotations:\n    helm.sh/hook: pre-install\n`;

test("uninstalling says what goes and what stays", async () => {
  const answers = {
    "helm uninstall":
      'These resources were kept due to the resource policy:\n[PersistentVolumeClaim] data\n\nrelease "cap-operator" uninstalled\n',
  };
  const { told, seen } = await after(
    uninstall,
    { histories: [[DEPLOYED]], live: LIVE, answers },
    { confirm: true },
  );
  assert.deepEqual(told, [
    "confirm: Uninstall cap-operator from dev? [Uninstall]",
    ...PLACE,
    "  Now: revision 3, deployed, cap-operator-chart-0.11.0",
    "  ",
    "  Deleted: 1 ConfigMap, 1 Secret, and the history of the release. It cannot be rolled back afterwards.",
    "  Kept: the namespace cap-operator-system, and the CRDs of the chart with all resources of their kinds. Nothing manages those resources afterwards.",
    `run: helm uninstall ${AT} --wait --timeout 5m0s -- cap-operator`,
    "info: cap-operator is uninstalled from dev. Kept: the namespace cap-operator-system and the CRDs. The chart also keeps [PersistentVolumeClaim] data. [Show Output]",
  ]);
  assert.ok(!seen.join("\n").includes("c2VzYW1l"));
});

const PRODUCTION: ReleaseSummary = {
  id: "cop",
  name: "cop",
  namespace: "ops",
  kubeContext: "eu-prod",
  values: [OPEN],
  sets: [],
};

test("the page in front says which of several releases is meant, and in which context", async () => {
  const address = releaseAddress({ context: "eu-prod", namespace: "ops", release: "cop" });
  const releases = [PRODUCTION, { ...PRODUCTION, id: "other", name: "other" }];
  for (const command of [showStatus, showHistory, install]) {
    const ports = fakePorts(helmWorld({ histories: [[DEPLOYED]] }, { file: undefined, releases }));
    await command.run(ports, address);
    assert.ok(ports.seen.some((line) => line.startsWith("page: ")));
    const before = ports.seen.length;
    await rollBack.run(ports);
    assert.deepEqual(told(ports.seen.slice(before)), [
      "info: No revision to roll back to: no other revision of cop ran before revision 3 (deployed).",
    ]);
    assert.ok(
      ports.seen.slice(before).some((line) => /helm history .*--kube-context eu-prod .*cop$/.test(line)),
    );
  }
});

test("what a menu names is meant, whatever page is in front", async () => {
  const ports = fakePorts(helmWorld({ histories: [[DEPLOYED]] }));
  const names = (release: string) => releaseAddress({ context: "dev", namespace: "ops", release });
  await showStatus.run(ports, names("shown"));
  await rollBack.run(ports, names("named"));
  assert.match(ports.seen.at(-1) ?? "", /no other revision of named ran/);
});

test("in a protected context, the name of the release has to be typed", async () => {
  const world: World = { confirm: true, releases: [PRODUCTION] };
  const state = { histories: [[DEPLOYED]] };
  const question =
    "input: Uninstall cop from eu-prod? | eu-prod is a protected context. Type the name of the release to continue: cop";
  const wrong = await after(uninstall, state, { ...world, input: ["Cop"] });
  assert.deepEqual(wrong.told.slice(-2), [question, "input refused: This is not cop."]);
  const right = await after(uninstall, state, { ...world, input: ["cop"] });
  assert.ok(
    right.told.includes(
      "run: helm uninstall --kube-context eu-prod --namespace ops --wait --timeout 5m0s -- cop",
    ),
  );
});

test("without a values file, the release is picked from the settings, or is the default one", async () => {
  const world: World = { file: undefined, releases: [PRODUCTION], pick: "cop" };
  const { told, choices } = await after(showStatus, { histories: [[DEPLOYED]] }, world);
  assert.deepEqual(told.slice(0, 2), [
    "pick: CAP Operator: Show Status | Select a release",
    "page: Status of cop in eu-prod",
  ]);
  assert.deepEqual(
    choices.map(({ label }) => label),
    ["cop", "$(settings-gear) cap-operator"],
  );
});

test("every command that reaches a cluster asks for trust first", async () => {
  for (const command of [previewInstallation, showStatus, showHistory, rollBack, uninstall]) {
    assert.deepEqual((await after(command, {}, { untrusted: true })).seen, ["trust refused"], command.id);
  }
});

test("a preview shows the changes and runs nothing that changes anything", async () => {
  const { told, seen } = await after(previewInstallation, { histories: [[DEPLOYED]] });
  assert.equal(seen.filter((line) => line.startsWith("run: helm show crds")).length, 1);
  assert.deepEqual(told.slice(0, 1), ['diff: "cap-operator in dev: revision 3 ↔ dry run: ConfigMap/cop"']);
  assert.ok(!seen.some((line) => /^run: helm (upgrade --install --kube|rollback|uninstall)/.test(line)));
  const same = await after(previewInstallation, { histories: [[DEPLOYED]], live: config(2) });
  assert.deepEqual(same.told, ["info: Nothing would change, according to a dry run in the cluster."]);
});

test("a preview of a pending release frees nothing, and says why there is nothing to show", async () => {
  const pending = { revision: 4, status: "pending-upgrade" };
  const answers = {
    "helm upgrade --install --dry-run": {
      exitCode: 1,
      stderr: "Error: UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress\n",
    },
  };
  const { told } = await after(
    previewInstallation,
    { histories: [[DEPLOYED, pending]], answers },
    { confirm: true },
  );
  assert.equal(told.length, 1);
  assert.match(told[0] ?? "", /^error: Another operation on cap-operator is in progress/);
});

test("an old Helm cannot ask the cluster, and the title says so", async () => {
  const { told } = await after(previewInstallation, { version: "v3.12.0" });
  assert.equal(
    told[0],
    'diff: "cap-operator in dev: nothing yet ↔ rendered without the cluster: ConfigMap/cop"',
  );
});

const IN_CLUSTER = JSON.stringify({
  apiVersion: "apiextensions.k8s.io/v1",
  kind: "CustomResourceDefinition",
  metadata: { name: "things.example.org" },
  spec: { group: "example.org", names: { kind: "Thing", plural: "things", shortNames: ["t"] } },
});

function crdWorld(world: World, applied: (line: string) => object | string): World {
  return {
    ...world,
    missing: [],
    programs(line) {
      if (reads(line, "customresourcedefinitions.apiextensions.k8s.io things.example.org")) return IN_CLUSTER;
      if (line.startsWith("kubectl apply")) return applied(line);
      return line.startsWith("kubectl") ? { exitCode: 1, stderr: "error: no\n" } : undefined;
    },
  };
}

const OFFER =
  "warn: Helm never upgrades CRDs, and the cluster does not have those of cap-operator-chart 0.12.0: things.example.org (differs). " +
  "An upgrade leaves them unchanged. [Compare CRDs] [Apply CRDs...]";
const UPGRADED = { histories: [[DEPLOYED]], live: config(2), answers: { "helm show crds": CRD } };

test("a preview points out CRDs that differ, and they are applied only if that is confirmed", async () => {
  const shown = await after(
    previewInstallation,
    UPGRADED,
    crdWorld({}, () => ""),
  );
  assert.equal(shown.told.at(-1), OFFER);
  const asked = crdWorld({ press: "Apply CRDs..." }, () => "");
  const { seen } = await after(previewInstallation, UPGRADED, asked);
  assert.ok(!seen.some((line) => line.startsWith("run: kubectl apply -f")));
  assert.equal(
    seen.filter((line) => line.startsWith("confirm")).at(-1),
    "confirm: Apply 1 CRD of cap-operator-chart 0.12.0 in dev? [Apply CRDs]",
  );
});

test("CRDs are tested on the API server before they are applied server-side", async () => {
  const done =
    "customresourcedefinition.apiextensions.k8s.io/things.example.org serverside-applied\nconf: hunter2\n";
  const world = crdWorld({ press: "Apply CRDs...", confirm: true }, () => done);
  const { seen } = await after(previewInstallation, UPGRADED, world);
  const applied = seen.filter((line) => line.startsWith("run: kubectl apply -f"));
  const call = "run: kubectl apply -f - --context dev --request-timeout 20s --namespace cap-operator-system";
  const flags = "--server-side --field-manager helm";
  assert.deepEqual(applied, [`${call} --dry-run=server ${flags}`, `${call} ${flags}`]);
  assert.equal(seen.at(-1), "info: The CRDs in dev are now those of cap-operator-chart 0.12.0.");
  assert.ok(!seen.join("\n").includes("hunter2"), "only which objects were applied is logged");
});

const CONFLICT = {
  exitCode: 1,
  stderr:
    'error: Apply failed with 1 conflict: conflict with "helm" using apiextensions.k8s.io/v1: .spec.versions\nPlease review the fields above--they currently have other managers.\n',
};

/** Others wrote into the CRDs. */
const conflicting = (choices: World) =>
  crdWorld({ press: "Apply CRDs...", ...choices }, (line) =>
    line.includes("--force-conflicts")
      ? "customresourcedefinition.apiextensions.k8s.io/things.example.org serverside-applied\n"
      : CONFLICT,
  );

for (const question of ["Apply 1 CRD", "Other tools wrote parts"]) {
  test(`CRDs are not applied if the context leads elsewhere after "${question}..."`, async () => {
    const world = helmWorld(UPGRADED, conflicting({ confirm: true }));
    const ports = movedWhileAsked(world, "dev:6443", "elsewhere", question);
    await previewInstallation.run(ports);
    assert.deepEqual(ports.seen.slice(-1), [
      'error: The context "dev" now points to https://elsewhere, not to https://dev:6443. Nothing was applied.',
    ]);
    const applied = ports.seen.filter((line) => line.startsWith("run: kubectl apply -f"));
    assert.equal(applied.length, question.startsWith("Apply") ? 0 : 1);
    assert.ok(applied.every((line) => line.includes("--dry-run=server")));
  });
}

test("what others wrote into CRDs is taken over only if that is confirmed, too", async () => {
  const { seen } = await after(previewInstallation, UPGRADED, conflicting({ confirm: true }));
  const applied = seen.filter((line) => line.startsWith("run: kubectl apply -f"));
  assert.deepEqual(
    applied.map((line) => [line.includes("--dry-run=server"), line.includes("--force-conflicts")]),
    [
      [true, false],
      [true, true],
      [false, true],
    ],
  );
  assert.ok(
    seen.includes("confirm: Other tools wrote parts of these CRDs. Take them over? [Take Over and Apply]"),
  );
});
