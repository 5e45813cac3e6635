import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { changeOf, resolveTarget } from "../../../client/cluster/resolve-target.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { inOperation } from "../operations.ts";

const KUBECONFIG = `
current-context: dev
clusters:
- { name: d, cluster: { server: "https://dev:6443" } }
- { name: p, cluster: { server: "https://prod:6443" } }
users:
- { name: ada, user: { token: sesame } }
contexts:
- { name: dev, context: { cluster: d, user: ada, namespace: team } }
- { name: prod, context: { cluster: p, user: ada } }
- { name: lost, context: { cluster: gone } }
`;

const PATH = "/home/me/.kube/config";
const END = "Check the variable KUBECONFIG and the setting capOperator.kubeconfig. [Open Settings]";
const files = (text: string) => ({ [PATH]: text });

async function resolved(world: World, wanted?: { context?: string; namespace?: string }) {
  const ports = fakePorts(world);
  const target = await inOperation(ports, (running) => resolveTarget(running, wanted));
  return { target, seen: ports.seen, choices: ports.choices };
}

test("by default it is the current context, in the namespace of the settings", async () => {
  const { target, seen } = await resolved({ files: files(KUBECONFIG) });
  assert.deepEqual(target, {
    context: "dev",
    server: "https://dev:6443",
    user: "ada",
    namespace: "cap-operator-system",
    canChange: true,
  });
  assert.deepEqual(seen, []);
});

test("a release names its context and namespace, and the setting its kubeconfig", async () => {
  const world = {
    files: { "/etc/kube": KUBECONFIG },
    kubeconfigs: ["/etc/kube"],
    settings: { kubeconfig: "/etc/kube" },
  };
  const { target } = await resolved(world, { context: "prod", namespace: "cop" });
  assert.deepEqual(target, {
    context: "prod",
    server: "https://prod:6443",
    user: "ada",
    namespace: "cop",
    kubeconfig: "/etc/kube",
  });
});

for (const [what, world, context, message] of [
  ["no file", {}, undefined, `No kubeconfig found at ${PATH}.`],
  [
    "a broken file",
    { files: files("a: [\n") },
    undefined,
    `Helm and kubectl cannot read the kubeconfig. ${PATH} is not valid YAML: there is an error on line 2.`,
  ],
  ["an empty file", { files: files("") }, undefined, "The kubeconfig has no context."],
  [
    "a context that is not there",
    { files: files(KUBECONFIG) },
    "staging",
    'The kubeconfig has no context "staging". It has: dev, prod, lost.',
  ],
  [
    "a context that leads nowhere",
    { files: files(KUBECONFIG) },
    "lost",
    'Nothing can be reached with the context "lost". Its cluster "gone" is not defined.',
  ],
] as const) {
  test(`${what}: there is no target, and the person is told why`, async () => {
    const { target, seen } = await resolved(world, context === undefined ? {} : { context });
    assert.equal(target, undefined);
    assert.deepEqual(seen, [`error: ${message} ${END}`]);
  });
}

test("a kubeconfig in the settings of the workspace is ignored, which is said", async () => {
  const settings = { "/home/me/deploy/.vscode/settings.json": '{ "capOperator.kubeconfig": "/a" }' };
  const { seen } = await resolved({ files: settings });
  assert.match(
    seen.join(),
    /capOperator\.kubeconfig is ignored in the settings of the workspace\. Set it in your user settings\./,
  );
});

test("the way to the settings is offered", async () => {
  const { seen } = await resolved({ press: "Open Settings" });
  assert.equal(seen.at(-1), "settings: capOperator.kubeconfig");
});

describe("without a kubeconfig, in a pod", () => {
  const inCluster = { server: "https://10.0.0.1:443" };
  const OWN = { context: "in-cluster", server: "https://10.0.0.1:443", kubeconfig: "/dev/null" };

  for (const [what, world] of [
    ["no file", {}],
    ["an empty file", { files: files("") }],
    ["a file without contexts", { files: files("kind: Config\n") }],
  ] as const) {
    test(`with ${what}, it is the cluster that this machine runs in`, async () => {
      for (const wanted of [{}, { context: "in-cluster" }]) {
        const { target, seen } = await resolved({ ...world, inCluster }, { ...wanted, namespace: "cop" });
        assert.deepEqual(target, { ...OWN, namespace: "cop" });
        assert.deepEqual(seen, []);
      }
    });
  }

  test("what a kubeconfig says takes precedence", async () => {
    const { target } = await resolved({ files: files(KUBECONFIG), inCluster });
    assert.equal(target?.context, "dev");
  });

  for (const [what, world, wanted, message] of [
    ["another context is wanted", {}, "prod", `No kubeconfig found at ${PATH}.`],
    [
      "the setting names a kubeconfig",
      { settings: { kubeconfig: PATH } },
      undefined,
      `No kubeconfig found at ${PATH}.`,
    ],
    // client-go: "context was not found for specified context: gone".
    [
      "the current context is not there",
      { files: files("current-context: gone\n") },
      undefined,
      "The kubeconfig has no context.",
    ],
    [
      "a kubeconfig cannot be read",
      { files: files("a: [\n") },
      undefined,
      `Helm and kubectl cannot read the kubeconfig. ${PATH} is not valid YAML: there is an error on line 2.`,
    ],
  ] as const) {
    test(`it is not used if ${what}`, async () => {
      const { target, seen } = await resolved(
        { ...world, inCluster },
        wanted === undefined ? {} : { context: wanted },
      );
      assert.equal(target, undefined);
      assert.ok(seen.includes(`error: ${message} ${END}`), seen.join("\n"));
    });
  }

  for (const [now, change] of [
    [inCluster, undefined],
    [undefined, "This machine no longer has the service account of a cluster."],
    [
      { server: "https://10.0.0.2:443" },
      'The context "in-cluster" now points to https://10.0.0.2:443, not to https://10.0.0.1:443.',
    ],
  ] as const) {
    test(`what became of it: ${change ?? "nothing"}`, async () => {
      // A kubeconfig that appeared in the meantime does not send any call elsewhere.
      const later = fakePorts({ files: files(KUBECONFIG), ...(now && { inCluster: now }) });
      assert.equal(await changeOf(later, { ...OWN, namespace: "cop" }), change);
    });
  }
});

for (const [lack, text] of [
  ["no current context", KUBECONFIG.replace("current-context: dev", "")],
  ['no context "old"', KUBECONFIG.replace("current-context: dev", "current-context: old")],
] as const) {
  test(`with ${lack}, the person picks one, which is kept for the workspace`, async () => {
    const { target, seen, choices } = await resolved({ files: files(text), pick: "prod" });
    assert.equal(target?.server, "https://prod:6443");
    assert.deepEqual(seen, [
      `pick: CAP Operator: Kube Context | The kubeconfig has ${lack}. Select the context for this workspace`,
      "remembered: kubeContext = prod",
    ]);
    assert.deepEqual(
      choices.map(({ label, description, detail }) => [label, description, detail]),
      [
        ["dev", "https://dev:6443", undefined],
        ["prod", "https://prod:6443", undefined],
        ["lost", undefined, 'Its cluster "gone" is not defined.'],
      ],
    );
    assert.equal((await resolved({ files: files(text) })).target, undefined);
  });
}

const DETAILED = KUBECONFIG.replace(
  'server: "https://dev:6443"',
  '$&, proxy-url: "http://ada:hush@proxy:8080", certificate-authority-data: Q0E=',
).replace(
  "token: sesame",
  "as: admin, exec: { apiVersion: v1, command: login, args: [a], env: [{ name: PIN, value: hush }] }",
);

/** Changes of a context that affect its connection: the key that the message names, and the texts before and after. */
const CONNECTION: readonly (readonly [key: string, before: string, now: string])[] = [
  ["proxy-url", ":8080", ":9090"],
  ["proxy-url", ', proxy-url: "http://ada:hush@proxy:8080"', ""],
  ["certificate-authority-data", "Q0E=", "RVZJTA=="],
  ["certificate-authority", "Q0E=", "Q0E=, certificate-authority: /tmp/ca.crt"],
  ["insecure-skip-tls-verify", "Q0E=", "Q0E=, insecure-skip-tls-verify: true"],
  ["tls-server-name", "Q0E=", "Q0E=, tls-server-name: other"],
  ["as", "as: admin", "as: root"],
  ["as-groups", "as: admin", 'as: admin, as-groups: ["system:masters"]'],
  ["exec", "command: login", "command: /tmp/login"],
  ["exec", "args: [a]", "args: [b]"],
  ["exec", "value: hush", "value: other"],
  ["auth-provider", "as: admin", "as: admin, auth-provider: { name: oidc }"],
];

for (const [key, before, now] of CONNECTION) {
  test(`what became of a context when ${before} changed to ${now}`, async () => {
    const { target } = await resolved({ files: files(DETAILED) });
    assert.ok(target);
    // Nothing of it is kept or shown.
    assert.doesNotMatch(JSON.stringify(target), /hush|login|Q0E=/);
    const text = DETAILED.replace(before, now);
    assert.notEqual(text, DETAILED);
    const later = fakePorts({ files: files(text) });
    assert.equal(
      await changeOf(later, target),
      `"${key}" of the context "dev" was changed in the kubeconfig.`,
    );
  });
}

test("what kubectl writes into a kubeconfig by itself is no change", async () => {
  const { target } = await resolved({ files: files(DETAILED) });
  assert.ok(target);
  const text = DETAILED.replace("apiVersion: v1,", "interactiveMode: IfAvailable, provideClusterInfo: false,")
    .replace("as: admin", "token: renewed, as: admin")
    .replace("Q0E=", "Q0E=, insecure-skip-tls-verify: false");
  assert.equal(await changeOf(fakePorts({ files: files(text) }), target), undefined);
});

for (const [what, text, change] of [
  ["nothing", KUBECONFIG, undefined],
  // The context was named, so it does not matter which one is current.
  ["the current context", KUBECONFIG.replace("current-context: dev", "current-context: prod"), undefined],
  ["a token", KUBECONFIG.replace("sesame", "other"), undefined],
  [
    "the server",
    KUBECONFIG.replace("https://dev:6443", "https://elsewhere"),
    'The context "dev" now points to https://elsewhere, not to https://dev:6443.',
  ],
  [
    "the user",
    KUBECONFIG.replaceAll("ada", "bo"),
    'The context "dev" is now for the user "bo", not for "ada".',
  ],
  ["the name", KUBECONFIG.replaceAll("dev,", "test,"), 'The kubeconfig no longer has the context "dev".'],
  [
    "the definition",
    KUBECONFIG.replace("- { name: d,", "- { name: e,"),
    'Nothing can be reached with the context "dev". Its cluster "d" is not defined.',
  ],
] as const) {
  test(`what became of a context when ${what} changed`, async () => {
    const { target } = await resolved({ files: files(KUBECONFIG) });
    assert.ok(target);
    const later = fakePorts({ files: files(text) });
    assert.equal(await changeOf(later, target), change);
  });
}
