import assert from "node:assert/strict";
import { test } from "node:test";
import { releaseAt } from "../../../client/helm/release-address.ts";
import type {
  ClusterSnapshot,
  ComponentSeen,
  PrerequisiteSeen,
  ViewState,
} from "../../../client/operation/cluster-view.ts";
import { spokenLabel, type ViewItem } from "../../../client/views/view-item.ts";
import { viewItems } from "../../../client/views/view-items.ts";
import type { ReleaseSummary } from "../../../server/lsp/protocol.ts";

const EMPTY: ClusterSnapshot = {
  target: {
    context: "kind-test",
    user: "me",
    server: "https://10.0.0.1:6443",
    namespace: "cap-operator-system",
  },
  serverVersion: { answer: "v1.33.1" },
  releases: { answer: [] },
  resources: [],
  components: { answer: [] },
  prerequisites: { answer: [] },
  notChecked: [],
};

const DEPLOYED = {
  release: "cap-operator",
  namespace: "cap-operator-system",
  status: "deployed",
  revision: 3,
  chart: "cap-operator-chart-1.2.3",
};

function component(part: Partial<ComponentSeen>): ComponentSeen {
  return {
    name: "controller",
    namespace: "cap-operator-system",
    deployment: "cap-operator-controller",
    ready: 1,
    desired: 1,
    image: "registry.example.org:5000/cop/controller:1.2.3",
    restarts: 0,
    troubles: [],
    ...part,
  };
}

/** A release of the settings. */
function planned(name: string, part: Partial<ReleaseSummary> = {}): ReleaseSummary {
  return { id: name, name, values: [], sets: [], ...part };
}

/** The lines as a person sees them: indented, with what follows a label, and the icon if it says something. */
function lines(items: readonly ViewItem[], indent = ""): string[] {
  return items.flatMap(({ label, description, icon, children = [] }) => [
    `${indent}${icon === "warning" || icon === "error" ? `(${icon}) ` : ""}${label}${description === undefined ? "" : ` | ${description}`}`,
    ...lines(children, `${indent}  `),
  ]);
}

const shown = (snapshot: Partial<ClusterSnapshot>, state: Partial<ViewState> = {}) =>
  viewItems({ settings: [], snapshot: { ...EMPTY, ...snapshot }, time: "10:00", ...state });

function find(items: readonly ViewItem[], label: string): ViewItem {
  const all = (item: ViewItem): ViewItem[] => [item, ...(item.children ?? []).flatMap(all)];
  return items.flatMap(all).find((item) => item.label === label) ?? assert.fail(`no ${label}`);
}

test("before a refresh, there is nothing, so that the view says what to do", () => {
  assert.deepEqual(viewItems({ settings: [] }), []);
});

test("a release that is not installed says where it is described", () => {
  const described = (part: Partial<ReleaseSummary>) =>
    find(viewItems({ settings: [planned("cop", part)] }), "cop").tooltip;
  assert.equal(described({}), "The settings name cop.");
  assert.equal(
    described({ from: "file:///home/me/deploy/.cap-operator.yaml" }),
    ".cap-operator.yaml names cop.",
  );
});

test("before a refresh, the releases of the settings are there, and a line says that no cluster was read", () => {
  const settings = [planned("cop", { namespace: "cop-system" })];
  const items = viewItems({ settings });
  assert.deepEqual(lines(items), ["No cluster read yet | Refresh", "Releases", "  cop | not read yet"]);
  assert.equal(items[0]?.command?.id, "capOperator.refreshView");
});

test("a refresh that read nothing says why, and a click tries again", () => {
  const items = viewItems({ settings: [], problem: "No kubeconfig found" });
  assert.deepEqual(lines(items), ["(warning) No kubeconfig found"]);
  assert.equal(items[0]?.command?.id, "capOperator.refreshView");
});

test("a refresh that failed leaves what was read before, below the reason", () => {
  const [first, second] = lines(shown({}, { problem: "No kube context was chosen." }));
  assert.deepEqual([first, second], ["(warning) No kube context was chosen.", "kind-test | read at 10:00"]);
});

test("an empty cluster is shown as such", () => {
  assert.deepEqual(lines(shown({})), [
    "kind-test | read at 10:00",
    "Releases",
    "  No release of the operator found",
    "Components",
    "  No components found",
    "Prerequisites | all met",
  ]);
});

test("the context's tooltip says everything that pins a call", () => {
  assert.equal(
    shown({})[0]?.tooltip,
    [
      "Context: kind-test (user me)",
      "Server: https://10.0.0.1:6443",
      "Kubernetes v1.33.1",
      "Namespace of the settings: cap-operator-system",
    ].join("\n"),
  );
});

test("a release is shown with its status, and names itself to commands", () => {
  const items = shown({
    releases: { answer: [DEPLOYED, { ...DEPLOYED, release: "other", status: "failed", revision: 1 }] },
  });
  assert.deepEqual(lines(items).slice(1, 4), [
    "Releases",
    "  cap-operator | deployed · revision 3",
    "  (error) other | failed · revision 1",
  ]);
  const release = find(items, "cap-operator");
  assert.equal(release.kind, "release");
  assert.equal(
    release.tooltip,
    "cap-operator is deployed in kind-test.\nNamespace: cap-operator-system\nChart: cap-operator-chart-1.2.3",
  );
  assert.deepEqual(releaseAt(release.address), {
    context: "kind-test",
    namespace: "cap-operator-system",
    release: "cap-operator",
  });
});

test("a release that Helm was not asked about is shown without a status, and says why", () => {
  const { status: _, revision: __, ...seen } = DEPLOYED;
  const release = find(shown({ releases: { answer: [seen] } }), "cap-operator");
  assert.equal(release.description, "status not known");
  assert.match(release.tooltip ?? "", /status is not known, because Helm was not found/);
});

test("a release of the settings is shown once when it is installed, and as not installed when it is not", () => {
  const settings = [
    planned("cap-operator"),
    planned("staging", { namespace: "cop-staging" }),
    planned("production", { kubeContext: "prod" }),
  ];
  assert.deepEqual(lines(shown({ releases: { answer: [DEPLOYED] } }, { settings })).slice(1, 5), [
    "Releases",
    "  cap-operator | deployed · revision 3",
    "  production | in prod",
    "  staging | not installed",
  ]);
});

test("a release of the same name in another context is another release", () => {
  const settings = [planned("cap-operator", { kubeContext: "prod" })];
  assert.deepEqual(lines(shown({ releases: { answer: [DEPLOYED] } }, { settings })).slice(2, 4), [
    "  cap-operator | deployed · revision 3",
    "  cap-operator | in prod",
  ]);
});

test("releases that could not be listed are a line with the reason", () => {
  const settings = [planned("cop")];
  assert.deepEqual(
    lines(shown({ releases: { unread: "User me is not allowed to list secrets." } }, { settings })).slice(
      1,
      4,
    ),
    ["Releases", "  cop | not read yet", "  (warning) User me is not allowed to list secrets."],
  );
});

test("components show ready pods, image and restarts, and why one is not ready", () => {
  const answer = [
    component({}),
    component({
      name: "webhook",
      deployment: "cap-operator-webhook",
      ready: 0,
      desired: 2,
      restarts: 4,
      image: "r/webhook@sha256:0123456789abcdef0123",
      troubles: ["The image cannot be pulled."],
    }),
  ];
  const items = shown({ components: { answer } });
  assert.deepEqual(lines(items).slice(3, 11), [
    "Components | 1 of 2 ready",
    "  controller | 1/1 · 1.2.3",
    "    registry.example.org:5000/cop/controller:1.2.3",
    "    0 restarts",
    "  (warning) webhook | 0/2 · 4 restarts · sha256:0123456789ab",
    "    (warning) The image cannot be pulled.",
    "    r/webhook@sha256:0123456789abcdef0123",
    "    4 restarts",
  ]);
  assert.equal(find(items, "webhook").isOpen, true);
  assert.equal(find(items, "controller").isOpen, false);
});

test("components of several namespaces say where they are; an image without a tag says so", () => {
  const answer = [
    component({ image: "registry.example.org:5000/controller" }),
    component({ namespace: "other" }),
  ];
  const [first, second] = lines(shown({ components: { answer } })).filter((line) =>
    line.startsWith("  controller"),
  );
  assert.equal(first, "  controller | 1/1 · no tag · cap-operator-system");
  assert.equal(second, "  controller | 1/1 · 1.2.3 · other");
});

test("releases of several namespaces say where they are", () => {
  const answer = [DEPLOYED, { ...DEPLOYED, release: "other", namespace: "b" }];
  assert.deepEqual(lines(shown({ releases: { answer } })).slice(2, 4), [
    "  cap-operator | deployed · revision 3 · cap-operator-system",
    "  other | deployed · revision 3 · b",
  ]);
});

test("a screen reader says the state of each thing", () => {
  const troubles = ["The image cannot be pulled."];
  const items = shown({
    releases: { answer: [DEPLOYED] },
    components: { answer: [component({ restarts: 1 }), component({ name: "webhook", ready: 0, troubles })] },
    prerequisites: { answer: [{ title: "Mesh", state: "missing", found: "", why: "" }] },
  });
  const labels = ["kind-test", "cap-operator", "Components", "controller", "webhook", ...troubles, "Mesh"];
  assert.deepEqual(
    labels.map((label) => spokenLabel(find(items, label))),
    [
      "kind-test, read at 10:00",
      "cap-operator, deployed, revision 3",
      "Components, 1 of 2 ready",
      "controller, 1 of 1 ready, 1 restart, 1.2.3",
      "webhook, 0 of 1 ready, 1.2.3",
      "Warning: The image cannot be pulled.",
      "Mesh, missing",
    ],
  );
});

test("operator resources are shown if there are some", () => {
  const items = shown({ resources: [{ namespace: "cap-operator-system", name: "cap-operator" }] });
  assert.deepEqual(lines(items).slice(3, 5), ["Operator Resources", "  cap-operator | cap-operator-system"]);
});

test("prerequisites are summed up; their reasons are in the tooltip", () => {
  const about = { found: "Found.", why: "Why." };
  const answer: readonly PrerequisiteSeen[] = [
    { ...about, title: "Mesh", state: "wrong-version", next: "Upgrade it." },
    { ...about, title: "Services", state: "met" },
    { ...about, title: "Monitors", state: "not-needed" },
    { ...about, title: "Issuer", state: "not-checked" },
  ];
  const items = shown({ prerequisites: { answer } });
  assert.deepEqual(lines(items).slice(5), [
    "Prerequisites | 1 not met, 1 not checked",
    "  (warning) Mesh | wrong version",
    "  Services | met",
    "  Monitors | not needed",
    "  Issuer | not checked",
  ]);
  assert.equal(find(items, "Mesh").tooltip, "Found.\n\nWhy.\n\nUpgrade it.");
});

test("prerequisites that are being checked, or could not be checked, say so", () => {
  const { prerequisites: _, ...pending } = EMPTY;
  assert.equal(lines(viewItems({ settings: [], snapshot: pending })).at(-1), "Prerequisites | being checked");
  assert.equal(lines(shown({ prerequisites: { unread: "No answer." } })).at(-1), "  (warning) No answer.");
});

test("what was not checked is listed at the end", () => {
  assert.equal(
    lines(shown({ notChecked: ["Only one namespace was checked."] })).at(-1),
    "(warning) Only one namespace was checked.",
  );
});

test("no two lines share an identity, so that what was opened stays open", () => {
  const settings = [
    planned("cap-operator", { kubeContext: "prod" }),
    planned("cap-operator", { kubeContext: "prod", namespace: "b" }),
  ];
  const items = shown(
    {
      releases: { answer: [DEPLOYED, { ...DEPLOYED, namespace: "b" }] },
      components: { answer: [component({ troubles: ["a", "b"], ready: 0 }), component({ namespace: "b" })] },
      notChecked: ["a", "b"],
    },
    { settings, problem: "c" },
  );
  const ids = (item: ViewItem): string[] => [item.id, ...(item.children ?? []).flatMap(ids)];
  const all = items.flatMap(ids);
  assert.equal(new Set(all).size, all.length);
});
