import assert from "node:assert/strict";
import { test } from "node:test";
import { fillDomain } from "../../../client/commands/fill-domain.ts";
import type { TextEdit, ValuesFacts } from "../../../server/lsp/protocol.ts";
import { SCENES } from "../../cluster/scenes.ts";
import { answeredBy, kubeconfig, type RecordedScene } from "../cluster/recorded.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { kubeconfigText } from "../kubeconfig-text.ts";

const HERE = "file:///home/me/deploy/values.yaml";
const TITLE = "CAP Operator: Fill Domain and DNS Target from Cluster";
const TOP = { line: 0, character: 0 };
const EDIT: TextEdit = { range: { start: TOP, end: TOP }, newText: "subscriptionServer:\n" };

/** Fills the domain in; returns what a person sees, without the calls. The server has an edit for any value. */
async function after(scene: RecordedScene, world: World = {}) {
  const { context, facts } = SCENES.find(({ name }) => name === scene) ?? assert.fail(scene);
  const ports = fakePorts({
    ...answeredBy(scene),
    files: kubeconfig(context),
    facts,
    defaults: [EDIT],
    ...world,
  });
  await fillDomain.run(ports);
  const seen = ports.seen.filter((line) => !/^(run|log info|progress): /.test(line));
  const choices = ports.choices.map(({ label, description, detail }) =>
    [label, description, detail].filter((part) => part !== undefined).join(" | "),
  );
  return { seen, choices, calls: ports.seen.filter((line) => line.startsWith("run: ")) };
}

/** Facts of the complete cluster with these values set already. */
function withValues(domain: string | undefined, dnsTarget: string | undefined): ValuesFacts {
  const { facts } = SCENES.find(({ name }) => name === "complete") ?? assert.fail();
  const values = { domain, dnsTarget };
  return {
    ...facts,
    required: facts.required.map(({ role, ...rest }) => {
      const value = values[role];
      return { role, ...rest, ...(value !== undefined && { value }) };
    }),
  };
}

const SUGGESTED =
  'suggest: {"context":"admin@test","issuers":[{"manager":"CertController","name":"letsencrypt","kind":"ClusterIssuer","group":"cert-manager.io"},{"manager":"CertManager","name":"letsencrypt","kind":"ClusterIssuer","group":"cert-manager.io"},{"manager":"CertController","name":"staging","kind":"Issuer","group":"cert-manager.io","namespace":"istio-system"},{"manager":"CertManager","name":"staging","kind":"Issuer","group":"cert-manager.io","namespace":"istio-system"}],"domains":["cop.c-1.example.org","cop.apps.example.net"],"dnsTargets":["a1b2c3.eu-central-1.elb.example.com","public-ingress.c-1.example.org","x.c-1.example.org","x.apps.example.net"]}';
const PICK_TARGET = `pick: ${TITLE} | DNS target of the public ingress gateway, as found in admin@test`;
const PICK_DOMAIN = `pick: ${TITLE} | Domain of the subscription server, as found in admin@test`;
const ASK_DOMAIN = `input: ${TITLE} | Domain of the subscription server, in the form <subdomain>.<cluster_domain>`;

test("the person picks one of the names, and the best come first", async () => {
  const { seen, choices } = await after("complete", { pick: ["public-ingress", "cop.apps.example.net"] });
  assert.deepEqual(seen, [
    SUGGESTED,
    PICK_TARGET,
    PICK_DOMAIN,
    `set: ${HERE} subscriptionServer.dnsTarget=public-ingress.c-1.example.org`,
    `set: ${HERE} subscriptionServer.domain=cop.apps.example.net`,
    `edit: ${HERE}@3 0:0-0:0 "subscriptionServer:\\n"`,
    "info: values.yaml now has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.apps.example.net.",
  ]);
  assert.deepEqual(choices, [
    "a1b2c3.eu-central-1.elb.example.com | load balancer | Service istio-system/istio-ingressgateway",
    "public-ingress.c-1.example.org | annotation | dns.gardener.cloud/dnsnames of istio-system/istio-ingressgateway",
    "x.c-1.example.org | any name in the domain | ConfigMap kube-system/shoot-info",
    "x.apps.example.net | any name in the domain | Hosts of the Gateway istio-system/apps",
    "$(edit) Enter another...",
    "cop.c-1.example.org | cluster domain | ConfigMap kube-system/shoot-info",
    "cop.apps.example.net | mesh gateway | Hosts of the Gateway istio-system/apps",
    "$(edit) Enter another...",
  ]);
});

test("another one can be entered, beginning with the best proposal", async () => {
  const { seen } = await after("complete", {
    pick: ["a1b2c3", "Enter another"],
    input: ["ops.c-1.example.org"],
  });
  assert.deepEqual(seen.slice(2, 5), [
    PICK_DOMAIN,
    `${ASK_DOMAIN} (cop.c-1.example.org)`,
    `set: ${HERE} subscriptionServer.dnsTarget=a1b2c3.eu-central-1.elb.example.com`,
  ]);
  assert.ok(seen.includes(`set: ${HERE} subscriptionServer.domain=ops.c-1.example.org`));
});

test("a name that leaves no room beside it gets the whole line", async () => {
  const name = "k8s-istiosys-istioing-1a2b3c4d5e-1234567890abcdef.elb.eu-central-1.example.com";
  const { programs } = answeredBy("complete");
  const { choices } = await after("complete", {
    programs(line, invocation, cancel) {
      const answer = programs?.(line, invocation, cancel);
      const named = (text = "") => text.replaceAll("a1b2c3.eu-central-1.elb.example.com", name);
      return typeof answer === "object" ? { ...answer, stdout: named(answer.stdout) } : answer;
    },
  });
  assert.equal(choices[0], `${name} | Service istio-system/istio-ingressgateway`);
});

for (const [what, world, lines] of [
  ["the list of DNS targets", {}, [SUGGESTED, PICK_TARGET]],
  [
    "the list of domains",
    { pick: ["public-ingress", "nothing of it"] },
    [SUGGESTED, PICK_TARGET, PICK_DOMAIN],
  ],
  [
    "the question for another domain",
    { pick: ["public-ingress", "Enter another"] },
    [SUGGESTED, PICK_TARGET, PICK_DOMAIN, `${ASK_DOMAIN} (cop.c-1.example.org)`],
  ],
] as const) {
  test(`dismissing ${what} changes nothing`, async () => {
    assert.deepEqual((await after("complete", world)).seen, lines);
  });
}

test("a domain that is not a host name is rejected", async () => {
  const { seen } = await after("complete", {
    pick: ["public-ingress", "Enter another"],
    input: ["https://cop.c-1.example.org"],
  });
  assert.deepEqual(seen.slice(4), [
    "input refused: Enter a host name: lowercase letters, digits and hyphens, with dots between its parts.",
  ]);
});

test("a list is shown even for one name", async () => {
  const { programs } = answeredBy("complete");
  const nothing = '{"apiVersion":"v1","kind":"List","items":[]}';
  const { seen, choices } = await after("complete", {
    programs: (line, invocation, cancel) =>
      /-- (configmaps|gateways)/.test(line) ? nothing : programs?.(line, invocation, cancel),
    pick: ["a1b2c3", "cop.c-1.example.org"],
  });
  assert.deepEqual(seen.slice(1, 3), [PICK_TARGET, PICK_DOMAIN]);
  assert.deepEqual(choices.slice(-2), [
    "cop.c-1.example.org | annotation | dns.gardener.cloud/dnsnames of istio-system/istio-ingressgateway",
    "$(edit) Enter another...",
  ]);
});

test("what the values already say can be kept: a domain then comes first; a placeholder is not a value", async () => {
  const facts = withValues("old.c-1.example.org", "gate.example.net");
  const kept = await after("complete", { facts, pick: ["gate.example.net", "old.c-1"] });
  assert.deepEqual(kept.choices.slice(4, 7), [
    "gate.example.net | in the values now | Keep it",
    "$(edit) Enter another...",
    "old.c-1.example.org | in the values now | Keep it",
  ]);
  assert.deepEqual(kept.seen.slice(1, 5), [
    PICK_TARGET,
    PICK_DOMAIN,
    `set: ${HERE} subscriptionServer.dnsTarget=gate.example.net`,
    `set: ${HERE} subscriptionServer.domain=old.c-1.example.org`,
  ]);
  const same = await after("complete", { facts: withValues("a.b", "x.c-1.example.org") });
  assert.ok(same.choices.some((choice) => choice.startsWith("x.c-1.example.org | in the values now |")));
  const placeholders = await after("complete", {
    facts: withValues("<subdomain>.<cluster_domain>", "<public_ingress_subdomain>.<cluster_domain>"),
  });
  assert.ok(!placeholders.choices.some((choice) => choice.includes("in the values now")));
});

test("without a values file, a new one is opened for the chart that is picked", async () => {
  const { seen } = await after("complete", {
    file: undefined,
    pick: ["public-ingress", "c-1", "cap-operator 0.34.0"],
  });
  assert.deepEqual(seen.slice(3), [
    "pick: CAP Operator: New Values File | Select the chart that the values are for",
    'open: "# cap-operator: values version=0.34.0\\n"',
    "set: untitled:Untitled-1 subscriptionServer.dnsTarget=public-ingress.c-1.example.org",
    "set: untitled:Untitled-1 subscriptionServer.domain=cop.c-1.example.org",
    'edit: untitled:Untitled-1@3 0:0-0:0 "subscriptionServer:\\n"',
    "info: values.yaml now has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.c-1.example.org.",
  ]);
});

test("a file that already has these values, and one that changed meanwhile, are reported", async () => {
  const world = { pick: ["public-ingress", "c-1"] } as const;
  const last = async (more: World) => (await after("complete", { ...world, ...more })).seen.at(-1);
  assert.equal(
    await last({ defaults: [] }),
    "info: values.yaml already has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.c-1.example.org.",
  );
  assert.equal(
    await last({ stale: true }),
    "warn: values.yaml changed in the meantime, so nothing was filled in. Run the command again.",
  );
});

test("a gateway with other labels than the values name is used, and mentioned", async () => {
  const { seen } = await after("complete-with-default-values", {
    pick: ["public-ingress", "c-1"],
  });
  assert.equal(
    seen.at(-1),
    "warn: The ingress gateway istio-system/istio-ingressgateway has other labels than the values name. Set ingressGatewayLabels to app=istio-ingressgateway,istio=ingressgateway.",
  );
});

const NOTHING = 'suggest: {"context":"CONTEXT","issuers":[],"domains":[],"dnsTargets":[]}';
for (const [scene, context, why] of [
  [
    "bare",
    "admin@test",
    "No public ingress gateway with the labels app=mesh-ingressgateway,mesh=ingressgateway found. The cluster does not report its domain either.",
  ],
  [
    "old",
    "admin@test",
    "The ingress gateway edge/istio-ingressgateway has the address 203.0.113.7, but no name. Enter the name of a DNS record for it in the values. The cluster does not report its domain either.",
  ],
  ["complete-for-nobody", "nobody@test", "User nobody is not allowed to list services in the whole cluster."],
] as const) {
  test(`if nothing is found, the person is told why: ${scene}`, async () => {
    assert.deepEqual((await after(scene, { press: "Show Output" })).seen, [
      NOTHING.replace("CONTEXT", context),
      `warn: No domain or DNS target found in ${context}. ${why} [Show Output]`,
      "output shown",
    ]);
  });
}

test("if nothing is found, another context can be chosen, if there is one", async () => {
  const files = {
    "/home/me/.kube/config": kubeconfigText("admin@test", {
      "admin@test": { server: "https://api.test:6443", user: "admin" },
      other: { server: "https://api.other:6443", user: "admin" },
    }),
  };
  const { seen } = await after("bare", { files });
  assert.match(seen.at(-1) ?? "", /\[Show Output\] \[Change Context\.\.\.\]$/);
});

test("nothing is run in a workspace that is not trusted, or without a kubeconfig", async () => {
  assert.deepEqual((await after("bare", { untrusted: true })).seen, ["trust refused"]);
  const { calls, seen } = await after("bare", { files: {} });
  assert.deepEqual(calls, []);
  assert.match(seen[0] ?? "", /^error: No kubeconfig found/);
});

test("a cancelled reading suggests nothing and asks nothing", async () => {
  const { programs } = answeredBy("complete");
  const { seen } = await after("complete", {
    programs(line, invocation, cancel) {
      cancel();
      return programs?.(line, invocation, cancel);
    },
  });
  assert.deepEqual(seen, []);
});

test("the file's release says which context is read, and its values are edited in the open file", async () => {
  const release = { id: "cop", name: "cop", kubeContext: "admin@test", values: [HERE], sets: [] };
  const { seen, calls } = await after("complete", {
    releases: [release],
    files: {
      "/home/me/.kube/config": (kubeconfig("admin@test")["/home/me/.kube/config"] ?? "").replace(
        '"current-context":"admin@test"',
        '"current-context":"elsewhere"',
      ),
    },
    pick: ["public-ingress", "c-1"],
  });
  assert.ok(calls.every((call) => call.includes(" --context admin@test ")));
  assert.ok(seen.includes(`set: ${HERE} subscriptionServer.domain=cop.c-1.example.org`));
});

test("a file that was closed during the questions is not filled in", async () => {
  const ports = fakePorts({
    ...answeredBy("complete"),
    files: kubeconfig("admin@test"),
    facts: withValues("cop.c-1.example.org", "x.c-1.example.org"),
    pick: ["public-ingress", "c-1"],
  });
  await fillDomain.run({ ...ports, editor: { ...ports.editor, opened: () => undefined } });
  assert.equal(ports.seen.at(-1), "warn: values.yaml was closed in the meantime, so nothing was filled in.");
});
