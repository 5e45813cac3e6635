import assert from "node:assert/strict";
import { test } from "node:test";
import { type Issuer, issuersOf } from "../../../client/cluster/issuers.ts";
import { certificatePrerequisites } from "../../../client/cluster/prerequisites/certificates.ts";
import { meshPrerequisite } from "../../../client/cluster/prerequisites/mesh.ts";
import { prerequisitesPage, summary } from "../../../client/cluster/prerequisites/page.ts";
import type {
  Prerequisite,
  PrerequisiteReadings,
} from "../../../client/cluster/prerequisites/prerequisite.ts";
import { prerequisites } from "../../../client/cluster/prerequisites/prerequisites.ts";
import { certificateManagerOf } from "../../../client/kubectl/kinds.ts";
import type { CertificateFact } from "../../../server/lsp/protocol.ts";
import { DEFAULT_FACTS } from "../../cluster/scenes.ts";

const WANTED = { ...DEFAULT_FACTS, namespace: "cop" };

const READINGS: PrerequisiteReadings = {
  apiVersions: {
    answer: [
      "networking.istio.io/v1",
      "security.istio.io/v1",
      "cert.gardener.cloud/v1alpha1",
      "cert-manager.io/v1",
    ],
  },
  resources: {
    "networking.istio.io/v1": { answer: ["gateways", "virtualservices", "destinationrules"] },
    "security.istio.io/v1": { answer: ["peerauthentications"] },
  },
  controlPlanes: { answer: [istiod("docker.io/istio/pilot:1.22.0")] },
  gateways: { answer: [] },
  issuers: {},
  permissions: [],
};

function istiod(image: string, labels: Record<string, string> = {}, name = "istiod") {
  const containers = [
    { name: "proxy", image: "proxy:9.9" },
    { name: "discovery", image },
  ];
  return {
    kind: "Deployment",
    metadata: { name, namespace: "istio-system", labels },
    spec: { template: { spec: { containers } } },
  };
}

const mesh = (...controlPlanes: ReturnType<typeof istiod>[]) => {
  const {
    state,
    found,
    next = "",
  } = meshPrerequisite({ ...READINGS, controlPlanes: { answer: controlPlanes } });
  const [about] = found.split(" networking.istio.io/v1");
  return [state, about, next].join(" | ");
};

const UPGRADE = "Upgrade Istio to 1.22 or later before you install the operator.";

for (const [image, labels, version] of [
  ["docker.io/istio/pilot:1.22.0", {}, "1.22.0"],
  ["localhost:5000/istio/pilot:v2.0.1-distroless@sha256:abc", {}, "v2.0.1-distroless"],
  ["localhost:5000/pilot", { "operator.istio.io/version": "1.24.2" }, "1.24.2"],
  ["pilot@sha256:abc", { "app.kubernetes.io/version": "1.30.0" }, "1.30.0"],
  [
    "pilot:latest",
    { "operator.istio.io/version": "unknown", "app.kubernetes.io/version": "1.100.1" },
    "1.100.1",
  ],
] as const) {
  test(`the control plane with the image ${image} is at version ${version}`, () => {
    assert.equal(
      mesh(istiod(image, labels)),
      `met | Control plane istio-system/istiod is at version ${version}. | `,
    );
  });
}

test("of several control planes, the oldest decides", () => {
  assert.equal(
    mesh(istiod("pilot:1.24.0", {}, "istiod-new"), istiod("pilot:1.9.2", {}, "istiod-old")),
    `wrong-version | Control plane istio-system/istiod-new is at version 1.24.0. Control plane istio-system/istiod-old is at version 1.9.2. | ${UPGRADE}`,
  );
});

test("a control plane that is not found, or does not say its version, is not checked", () => {
  assert.equal(
    mesh(),
    "not-checked | No control plane was found in this cluster, so its version is not known. | Check that the mesh, which may be run for you elsewhere, is at version 1.22 or later.",
  );
  assert.equal(
    mesh(istiod("pilot:latest")),
    "not-checked | Control plane istio-system/istiod does not report its version. | ",
  );
});

test("APIs that were not read are not called missing", () => {
  const resources = { ...READINGS.resources, "security.istio.io/v1": { unread: "It was too slow." } };
  const { state, found } = meshPrerequisite({ ...READINGS, resources });
  assert.deepEqual([state, found], ["not-checked", "It was too slow."]);
});

const controller = certificateManagerOf("CertController") ?? assert.fail();
const platform = certificateManagerOf("Platform") ?? assert.fail();
const issuer = (more: Partial<Issuer>): Issuer => ({
  manager: "CertController",
  name: "le",
  kind: "Issuer",
  group: "cert-manager.io",
  isReady: true,
  ...more,
});

function issuerRow(certificate: Omit<CertificateFact, "component">, ...issuers: Issuer[]): string {
  const fact = { component: "subscriptionServer", ...certificate };
  const readings = {
    ...READINGS,
    issuers: { [certificateManagerOf(certificate.manager)?.group ?? ""]: { answer: issuers } },
  };
  const [, row] = certificatePrerequisites(readings, { ...WANTED, certificates: [fact] });
  return row === undefined
    ? ""
    : [row.state, row.found, row.next].filter((part) => part !== undefined).join(" | ");
}

const CONTROLLED = { manager: "CertController", issuerName: "le", issuerKind: "Issuer" };
const PLATFORM = { manager: "Platform", issuerName: "le" };

for (const [what, row, expected] of [
  [
    "an Issuer in the namespace of the mesh",
    issuerRow(CONTROLLED, issuer({ namespace: "mesh-system" })),
    "met | Issuer mesh-system/le is ready.",
  ],
  [
    "an Issuer in a namespace that no certificate is in",
    issuerRow(CONTROLLED, issuer({ namespace: "default" })),
    "other-values | Issuer le is in the namespace default, but certificates look for it in mesh-system or cop. | Create it in mesh-system or cop, or use an issuer of a kind that serves all namespaces.",
  ],
  [
    "an issuer of the other kind",
    issuerRow(CONTROLLED, issuer({ kind: "ClusterIssuer" })),
    "missing | No Issuer le found. The cluster has ClusterIssuer le. | Create the Issuer le, or name an existing one in the values.",
  ],
  [
    "no issuer at all",
    issuerRow({ ...CONTROLLED, issuerKind: "ClusterIssuer" }),
    "missing | No ClusterIssuer le found. The cluster has no issuer. | Create the ClusterIssuer le, or name an existing one in the values.",
  ],
  [
    "an issuer that says nothing yet",
    issuerRow(CONTROLLED, issuer({ namespace: "cop", isReady: false })),
    "not-ready | Issuer cop/le is not ready. It does not report its state. | Find out why the issuer is not ready: check its status.",
  ],
  [
    "an issuer of a foreign group",
    issuerRow({ ...CONTROLLED, issuerGroup: "awspca.cert-manager.io" }),
    "not-checked | Its group awspca.cert-manager.io does not belong to cert-manager.",
  ],
  [
    "a platform issuer that the cluster shows",
    issuerRow(PLATFORM, issuer({ manager: "Platform", namespace: "garden" })),
    "met | Issuer garden/le is ready.",
  ],
  [
    "a platform issuer in another namespace than the values say",
    issuerRow({ ...PLATFORM, issuerNamespace: "a" }, issuer({ manager: "Platform", namespace: "b" })),
    "other-values | Issuer le is in the namespace b, but certificates look for it in a. | Set issuerNamespace in the values to b.",
  ],
  [
    "a platform issuer that is not in the namespace that the values say",
    issuerRow({ ...PLATFORM, issuerNamespace: "a" }),
    "missing | No Issuer le found. The cluster has no issuer. | Create the Issuer le, or name an existing one in the values.",
  ],
  [
    "a platform issuer that is not visible, because the platform may keep it elsewhere",
    issuerRow(PLATFORM),
    "not-checked | No issuer of this name is visible in the cluster; the platform may keep it elsewhere. The cluster has no issuer. | Check in the manifest of the cluster that the platform knows the issuer.",
  ],
] as const) {
  test(`the issuer of the values: ${what}`, () => assert.equal(row, expected));
}

test("values without an issuer's name ask for none", () => {
  assert.equal(issuerRow({ manager: "Platform" }), "");
  assert.equal(issuerRow({ manager: "Default", issuerName: "le" }), "");
});

test("each kind of issuer says in its own way that it is ready", () => {
  const object = (status: object) => ({ kind: "Issuer", metadata: { name: "le", namespace: "a" }, status });
  const kind = platform.issuers[0] ?? assert.fail();
  const states = issuersOf(
    [object({ state: "Ready" }), object({ state: "Error", message: "no account" }), object({})],
    platform,
    kind,
  );
  assert.deepEqual(
    states.map(({ isReady, message }) => [isReady, message]),
    [
      [true, undefined],
      [false, "no account"],
      [false, undefined],
    ],
  );
  const conditions = [
    { type: "Other", status: "True" },
    { type: "Ready", status: "False", message: "no" },
  ];
  const [state] = issuersOf([object({ state: "Ready", conditions })], controller, kind);
  assert.deepEqual([state?.isReady, state?.message], [false, "no"]);
});

test("permissions without an answer are not called missing", () => {
  const permission = (resource: string) => ({ verb: "create", resource });
  const permissions = [
    { permission: permission("secrets"), allowed: { answer: true } },
    { permission: permission("namespaces"), allowed: { unread: "It was too slow." } },
  ];
  const row = prerequisites({ ...READINGS, permissions }, WANTED).at(-1);
  assert.deepEqual(
    [row?.state, row?.found],
    ["not-checked", "It was too slow. Not answered: create namespaces."],
  );
});

const row = (title: string, state: Prerequisite["state"]): Prerequisite => ({
  title,
  state,
  found: "",
  why: "",
});

for (const [rows, sentence] of [
  [[row("A", "met"), row("B", "not-needed")], "All prerequisites are met."],
  [
    [row("A", "met"), row("B", "not-checked")],
    "Nothing that was checked is missing. One thing was not checked.",
  ],
  [[row("A", "not-checked"), row("B", "not-needed")], "Nothing could be checked."],
  [
    [
      row("A", "missing"),
      row("B", "wrong-version"),
      row("C", "not-ready"),
      row("D", "not-checked"),
      row("E", "not-checked"),
    ],
    "3 prerequisites need your attention: A (missing), B (wrong version) and C (not ready). 2 things were not checked.",
  ],
] as const) {
  test(`a sentence sums up: ${sentence}`, () => assert.equal(summary(rows), sentence));
}

test("what a cluster says is shown as it is, and a kubectl that does not fit is mentioned", () => {
  const target = { context: "arn:aws:eks:eu/`prod`", server: "https://[::1]:6443", namespace: "my_ns" };
  const found = "One | two\nthree <b> *four* [five](six)";
  const page = prerequisitesPage([{ title: "T", state: "met", found, why: "W." }], {
    target,
    values: "values_a_b.yaml",
    kubectl: "1.30.1",
    apiServer: "v1.33.2+k3s1",
  }).source;
  assert.ok(page.includes("\n| T | ✓ met | One \\| two three \\<b\\> \\*four\\* \\[five\\](six) |\n"), page);
  assert.ok(page.startsWith("# Prerequisites in arn:aws:eks:eu/\\`prod\\`\n"), page);
  assert.ok(
    page.includes(
      "- Read with kubectl 1.30.1 from Kubernetes v1.33.2+k3s1. The versions are too far apart: use a kubectl that is at most one minor version apart.\n",
    ),
    page,
  );
  assert.ok(!page.includes("## Next steps"));
});
