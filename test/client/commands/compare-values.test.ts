import assert from "node:assert/strict";
import { test } from "node:test";
import { compareValuesOf } from "../../../client/commands/compare-values.ts";
import { clusterChoices, compareWithCluster } from "../../../client/commands/compare-with-cluster.ts";
import type { EmbeddedStatus } from "../../../server/lsp/protocol.ts";
import { FOREIGN, fakePorts, OPERATOR, type World } from "../fake-ports.ts";
import { DEPLOYED, type HelmState, helmWorld, type Revision } from "../install/helm-world.ts";

const HERE = "file:///home/me/deploy/values.yaml";
const QUESTION = "pick: CAP Operator: Compare Values | Select what to compare cop-test with";

const CONFIG_OBJECT = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "c" } };
const CONFIG = JSON.stringify({ ...CONFIG_OBJECT, data: { a: "1" } });

const releases = ["cop-test", "cop-prod"].map((id) => ({
  id,
  name: id,
  values: id === "cop-test" ? [HERE] : [],
  sets: [],
}));

async function after(world: World, target?: string) {
  const ports = fakePorts(world);
  await compareValuesOf(clusterChoices).run(ports, target);
  return { seen: ports.seen, labels: ports.choices.map(({ label }) => label) };
}

test("values are compared with the defaults of their chart, another release, or another version", async () => {
  const { seen, labels } = await after({ releases });
  assert.deepEqual(seen, [QUESTION]);
  assert.deepEqual(labels.slice(0, 3), [
    "Chart defaults",
    "cop-prod",
    "$(cloud) A revision in the cluster...",
  ]);
  assert.ok(labels.some((label) => label.includes("0.34.0")));
  const DIFFS = {
    "Chart defaults": "diff: defaults | release cop-test | Chart defaults ↔ cop-test (effective values)",
    "cop-prod": "diff: release cop-prod | release cop-test | cop-prod ↔ cop-test (effective values)",
    "cap-operator 0.34.0":
      "diff: release cop-test @cap-operator 0.34.0 | release cop-test | cop-test, cap-operator 0.34.0 ↔ cop-test (effective values)",
  };
  for (const [pick, diff] of Object.entries(DIFFS)) {
    assert.deepEqual((await after({ releases, pick })).seen, [QUESTION, diff]);
  }
});

test("a file that is in no release is compared alone, and a view as what it shows", async () => {
  const alone = await after({ pick: "Chart defaults" });
  assert.equal(
    alone.seen.at(-1),
    `diff: defaults | ${HERE} | Chart defaults ↔ values.yaml (effective values)`,
  );
  const query = encodeURIComponent('{"release":"cop-test","form":"annotated"}');
  const view = await after(
    { file: undefined, pick: "Chart defaults" },
    `cap-operator-effective:/x.yaml?${query}`,
  );
  assert.equal(
    view.seen.at(-1),
    "diff: defaults | release cop-test | Chart defaults ↔ cop-test (effective values)",
  );
});

test("a file is compared with another values file of the workspace", async () => {
  const workspace = {
    "deploy/values.yaml": "values",
    "deploy/values-prod.yaml": "values",
    "dev/values.yaml": "values",
    "op.yaml": "operator",
  } as const;
  const { labels } = await after({ workspace });
  assert.deepEqual(
    labels.filter((label) => label.startsWith("$(file)")),
    ["$(file) values-prod.yaml", "$(file) values.yaml"],
  );
  const picked = async (pick: string) => (await after({ workspace, pick })).seen.at(-1);
  assert.equal(
    await picked("values-prod.yaml"),
    `diff: file:///home/me/deploy/values-prod.yaml | ${HERE} | values-prod.yaml ↔ values.yaml (effective values)`,
  );
  assert.equal(
    await picked("$(file) values.yaml"),
    `diff: file:///home/me/dev/values.yaml | ${HERE} | dev/values.yaml ↔ values.yaml (effective values)`,
  );
});

test("an operator resource is compared with the default one", async () => {
  const { seen } = await after({ status: OPERATOR, file: { name: "op.yaml" } });
  assert.deepEqual(seen, [`diff: operator ${HERE} "Default operator resource ↔ op.yaml"`]);
});

const AT = "--kube-context dev --namespace cap-operator-system -- cap-operator";

async function withCluster(revisions: readonly Revision[], ...picked: readonly string[]) {
  const world = helmWorld(
    { histories: [revisions], answers: { "helm get values": '{"controller": {"replicas": 5}}' } },
    { pick: ["A revision in the cluster", ...picked], effective: "controller:\n  replicas: 2\n" },
  );
  const { seen } = await after(world);
  return seen.filter((line) => /^(?:run: helm get values|pick: .* revision|diff)/.test(line));
}

test("the values of a revision in the cluster are read only when that is picked", async () => {
  assert.deepEqual(await withCluster([{ revision: 1, status: "deployed" }]), [
    `run: helm get values --all --output json --revision 1 ${AT}`,
    'diff: "cap-operator in dev ↔ values.yaml (effective values)"',
  ]);
});

const CA = ["subscriptionServer", "certificateConfig", "additionalCACertificate"];

/** Both sides as they are shown when a release with these values is compared with a file that has others. */
async function sides(set: object) {
  const certificateConfig = { additionalCACertificate: "PEM" };
  const all = { controller: { replicas: 5 }, subscriptionServer: { certificateConfig } };
  const world = helmWorld(
    {
      histories: [[DEPLOYED]],
      answers: { "helm get values --all": JSON.stringify(all), "helm get values": JSON.stringify(set) },
    },
    {
      pick: "A revision in the cluster",
      effective:
        "controller:\n  replicas: 2\nsubscriptionServer:\n  certificateConfig:\n    # additionalCACertificate: (in the chart)\n",
      described: [CA],
    },
  );
  const { seen } = await after(world);
  return seen.filter((line) => /^ {2}(?:before|after)/.test(line)).map((line) => line.trim());
}

test("a default of the release that the built-in chart has in words only is no difference", async () => {
  assert.deepEqual(await sides({ controller: { replicas: 5 } }), [
    'before "controller:\\n  replicas: 5\\n"',
    'after "controller:\\n  replicas: 2\\n"',
  ]);
  const set = { subscriptionServer: { certificateConfig: { additionalCACertificate: "PEM" } } };
  const [before, behind] = await sides(set);
  assert.match(before ?? "", /additionalCACertificate: PEM/);
  assert.doesNotMatch(behind ?? "", /additionalCACertificate: PEM/);
});

test("of several revisions, the person picks one", async () => {
  const revisions = [{ revision: 1, status: "superseded" }, DEPLOYED];
  const question = "pick: CAP Operator: Compare Values | Select a revision of cap-operator in dev";
  assert.deepEqual(await withCluster(revisions, "Revision 3"), [
    question,
    `run: helm get values --all --output json --revision 3 ${AT}`,
    'diff: "cap-operator in dev ↔ values.yaml (effective values)"',
  ]);
  assert.deepEqual(await withCluster(revisions, "Revision 1"), [
    question,
    `run: helm get values --all --output json --revision 1 ${AT}`,
    'diff: "cap-operator in dev, revision 1 ↔ values.yaml (effective values)"',
  ]);
});

const RELEASE = "file:///home/me/deploy/release.yaml";
const ADDRESS = `${RELEASE}#spec.values`;

/** Compares the values in a document of another product with the cluster; returns what runs and is shown. */
async function ofDocument(
  embedded: Pick<EmbeddedStatus, "product" | "inCluster">,
  answers: HelmState["answers"] = { "helm get values": "{}" },
  more: World = {},
  target = ADDRESS,
): Promise<string[]> {
  const world = helmWorld(
    { histories: [[DEPLOYED]], answers },
    {
      missing: [],
      ...more,
      effective: "controller: {}\n",
      file: { uri: RELEASE, name: "release.yaml" },
      status: { ...FOREIGN, embedded: [{ place: "spec.values", address: ADDRESS, ...embedded }] },
    },
  );
  const ports = fakePorts(world);
  await compareWithCluster.run(ports, target);
  return ports.seen.filter((line) =>
    /^(?:run: (?:helm get values|kubectl)|live|info|warn|error|diff)/.test(line),
  );
}

test("the values of a HelmRelease are compared with the release that Flux makes of it", async () => {
  const inCluster = { release: "apps-cop", namespace: "flux-system" };
  assert.deepEqual(await ofDocument({ product: "Flux", inCluster }), [
    "run: helm get values --all --output json --revision 3 --kube-context dev --namespace flux-system -- apps-cop",
    'diff: "apps-cop in dev ↔ release.yaml (effective values)"',
  ]);
});

test("rendered objects are compared with a revision, and drift is shown on request", async () => {
  const manifest = `---\n# Source: x/templates/a.yaml\n${CONFIG}`;
  const live = (data: object, rest: object) =>
    JSON.stringify({ ...CONFIG_OBJECT, metadata: { ...CONFIG_OBJECT.metadata, ...rest }, data });
  const world = (now: object): World =>
    helmWorld(
      {
        histories: [[DEPLOYED]],
        live: manifest,
        answers: {
          "kubectl get": live(now, { resourceVersion: "1" }),
          "kubectl apply": live({ a: "1" }, { resourceVersion: "2" }),
        },
      },
      { releases, missing: [], press: "Show Drift" },
    );
  const address = `cap-operator-rendered:/x.yaml?${encodeURIComponent('{"release":"cop-test"}')}`;
  const seen = async (now: object) => {
    const ports = fakePorts(world(now));
    await compareWithCluster.run(ports, address);
    return ports.seen.filter((line) => !/^(?:run|log|progress)/.test(line));
  };
  const compared = [
    "compare objects: revision 3 of cop-test in dev, cop-test in cap-operator-system",
    'rendered: {"release":"cop-test"}',
    "info: The view is compared with revision 3 of cop-test in dev. [Show Drift]",
  ];
  const config = (a: string) =>
    JSON.stringify(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\ndata:\n  a: '${a}'\n`);
  assert.deepEqual(await seen({ a: "2" }), [
    ...compared,
    'diff: "dev now ↔ revision 3 of cop-test in dev"',
    `  before ${config("2")}`,
    `  after ${config("1")}`,
  ]);
  assert.deepEqual(await seen({ a: "1" }), [
    ...compared,
    "info: The objects in dev are as in revision 3 of cop-test in dev.",
  ]);
});

test("an ApplicationSet keeps no release, which is said", async () => {
  assert.deepEqual(await ofDocument({ product: "Argo CD", inCluster: "rendered" }), [
    "error: Argo CD keeps no Helm release in the cluster that these values can be compared with.",
  ]);
});

const APPLICATION = {
  product: "Argo CD",
  inCluster: {
    resource: "applications.argoproj.io",
    kind: "Application",
    name: "cop",
    namespace: "argocd",
  },
} as const;
const GET =
  "run: kubectl get --context dev --request-timeout 20s --namespace argocd --ignore-not-found -o json -- applications.argoproj.io cop";

function applicationWith(helm: object): string {
  const source = { chart: "cap-operator", targetRevision: "0.34.0", helm };
  const metadata = { name: "cop", namespace: "argocd" };
  return JSON.stringify({ kind: "Application", metadata, spec: { source }, status: { history: [] } });
}

const live = (helm: string) =>
  `live: kind: Application\nmetadata:\n  name: cop\n  namespace: argocd\nspec:\n  source:\n    chart: cap-operator\n    targetRevision: 0.34.0\n    helm:\n${helm}`;

test("the values of an Application are compared with those of the one in the cluster", async () => {
  const answers = (helm: object) => ({ "kubectl get": applicationWith(helm) });
  assert.deepEqual(
    await ofDocument(APPLICATION, answers({ valuesObject: { controller: { replicas: 5 } } })),
    [
      GET,
      live("      valuesObject:\n        controller:\n          replicas: 5\n"),
      'diff: "cop in dev ↔ release.yaml (effective values)"',
    ],
  );
  assert.deepEqual(await ofDocument(APPLICATION, answers({ valueFiles: ["$git/values.yaml"] })), [
    GET,
    live("      valueFiles:\n        - $git/values.yaml\n      valuesObject: {}\n"),
    'diff: "cop in dev with the values files of the workspace ↔ release.yaml (effective values)"',
  ]);
});

test("an Application that is not in the cluster, or a cluster without them, is named", async () => {
  const lack = "error: No Application cop found in the namespace argocd of dev. [Change Context...]";
  assert.deepEqual(await ofDocument(APPLICATION, { "kubectl get": "" }), [GET, lack]);
  const stderr = 'error: the server doesn\'t have a resource type "applications"\n';
  assert.deepEqual(await ofDocument(APPLICATION, { "kubectl get": { exitCode: 1, stderr } }), [GET, lack]);
});

test("the objects of an Application are not compared with a release, which is said", async () => {
  const view = `cap-operator-rendered:/x.yaml?${encodeURIComponent(JSON.stringify({ uri: ADDRESS }))}`;
  assert.deepEqual(await ofDocument(APPLICATION, {}, {}, view), [
    "error: Argo CD keeps no Helm release in the cluster that these values can be compared with.",
  ]);
});

test("nothing is read of a cluster in a workspace that is not trusted", async () => {
  const seen = await ofDocument(APPLICATION, {}, { untrusted: true });
  assert.ok(!seen.some((line) => line.startsWith("run:")), seen.join());
});
