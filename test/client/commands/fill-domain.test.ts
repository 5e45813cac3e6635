import assert from "node:assert/strict";
import { test } from "node:test";
import { fillDomain } from "../../../client/commands/fill-domain.ts";
import type { MissingDefaultsEdit, ValuesFacts } from "../../../server/lsp/protocol.ts";
import { SCENES } from "../../cluster/scenes.ts";
import { answeredBy, kubeconfig, type RecordedScene } from "../cluster/recorded.ts";
import { fakePorts, type World } from "../fake-ports.ts";

const HERE = "file:///home/me/deploy/values.yaml";
const TITLE = "CAP Operator: Fill Domain and DNS Target from Cluster";
const TOP = { line: 0, character: 0 };
const EDIT: MissingDefaultsEdit = { range: { start: TOP, end: TOP }, newText: "subscriptionServer:\n" };

/** What a person sees, without the calls; the server has an edit for whatever is to be set. */
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
  'suggest: {"context":"admin@test","issuers":[{"manager":"CertController","name":"letsencrypt","kind":"ClusterIssuer","group":"cert-manager.io"},{"manager":"CertController","name":"staging","kind":"Issuer","group":"cert-manager.io","namespace":"istio-system"}],"domains":["cop.c-1.example.org","cop.apps.example.net"],"dnsTargets":["public-ingress.c-1.example.org","x.c-1.example.org","x.apps.example.net","a1b2c3.eu-central-1.elb.example.com"]}';
const PICK_TARGET = `pick: ${TITLE} | DNS target: pick the name of the public ingress gateway in admin@test`;
const PICK_DOMAIN = `pick: ${TITLE} | Domain: pick the domain of the cluster admin@test`;
const ASK_DOMAIN = `input: ${TITLE} | Domain of the subscription server, in the cluster domain c-1.example.org (read from the ConfigMap kube-system/shoot-info) (cop.c-1.example.org)`;

test("of several names the person picks, and edits the proposed domain", async () => {
  const { seen, choices } = await after("complete", {
    pick: ["public-ingress", "c-1.example.org"],
    input: ["ops.c-1.example.org"],
  });
  assert.deepEqual(seen, [
    SUGGESTED,
    PICK_TARGET,
    PICK_DOMAIN,
    ASK_DOMAIN,
    `set: ${HERE} subscriptionServer.dnsTarget=public-ingress.c-1.example.org`,
    `set: ${HERE} subscriptionServer.domain=ops.c-1.example.org`,
    `edit: ${HERE}@3 0:0-0:0 "subscriptionServer:\\n"`,
    "info: CAP Operator: values.yaml now has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: ops.c-1.example.org.",
  ]);
  assert.deepEqual(choices, [
    "public-ingress.c-1.example.org | Read from dns.gardener.cloud/dnsnames at the service istio-system/istio-ingressgateway",
    "x.c-1.example.org | Read from the ConfigMap kube-system/shoot-info, with x as the first label",
    "x.apps.example.net | Read from *.apps.example.net in the hosts of the Gateway istio-system/apps, with x as the first label",
    "a1b2c3.eu-central-1.elb.example.com | Read from the load balancer of the service istio-system/istio-ingressgateway",
    "c-1.example.org | Read from the ConfigMap kube-system/shoot-info",
    "apps.example.net | Read from *.apps.example.net in the hosts of the Gateway istio-system/apps",
  ]);
});

for (const [what, world, lines] of [
  ["the list of DNS targets", {}, [SUGGESTED, PICK_TARGET]],
  [
    "the list of domains",
    { pick: ["public-ingress", "nothing of it"] },
    [SUGGESTED, PICK_TARGET, PICK_DOMAIN],
  ],
  [
    "the question for the domain",
    { pick: ["public-ingress", "c-1"] },
    [SUGGESTED, PICK_TARGET, PICK_DOMAIN, ASK_DOMAIN],
  ],
] as const) {
  test(`dismissing ${what} changes nothing`, async () => {
    assert.deepEqual((await after("complete", world)).seen, lines);
  });
}

test("a domain that is no full name is refused with an example", async () => {
  const { seen } = await after("complete", {
    pick: ["public-ingress", "c-1"],
    input: ["https://cop.c-1.example.org"],
  });
  assert.deepEqual(seen.slice(4), ["input refused: Write a full name, such as cop.c-1.example.org."]);
});

test("what the values say already can be kept; a placeholder is no value", async () => {
  const facts = withValues("old.c-1.example.org", "gate.example.net");
  const kept = await after("complete", { facts, pick: "gate.example.net", input: [true] });
  assert.deepEqual(kept.choices.at(-1), "gate.example.net | in the values now | Keep it");
  assert.deepEqual(kept.seen.slice(2, 5), [
    `input: ${TITLE} | Domain of the subscription server (old.c-1.example.org)`,
    `set: ${HERE} subscriptionServer.dnsTarget=gate.example.net`,
    `set: ${HERE} subscriptionServer.domain=old.c-1.example.org`,
  ]);
  const same = await after("complete", { facts: withValues("a.b", "x.c-1.example.org") });
  assert.ok(same.choices.some((choice) => choice.startsWith("x.c-1.example.org | in the values now |")));
  const placeholders = await after("complete", {
    facts: withValues("<subdomain>.<cluster_domain>", "<public_ingress_subdomain>.<cluster_domain>"),
    pick: ["public-ingress", "c-1"],
    input: [true],
  });
  assert.deepEqual(placeholders.seen.slice(0, 4), [SUGGESTED, PICK_TARGET, PICK_DOMAIN, ASK_DOMAIN]);
});

test("without a values file a new one is opened", async () => {
  const { seen } = await after("complete", {
    file: undefined,
    pick: ["public-ingress", "c-1"],
    input: [true],
  });
  assert.deepEqual(seen.slice(4), [
    'open: "# cap-operator: values\\n"',
    "set: untitled:Untitled-1 subscriptionServer.dnsTarget=public-ingress.c-1.example.org",
    "set: untitled:Untitled-1 subscriptionServer.domain=cop.c-1.example.org",
    'edit: untitled:Untitled-1@3 0:0-0:0 "subscriptionServer:\\n"',
    "info: CAP Operator: values.yaml now has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.c-1.example.org.",
  ]);
});

test("a file that has these values already, and one that changed meanwhile, are told of", async () => {
  const world = { pick: ["public-ingress", "c-1"], input: [true] } as const;
  const last = async (more: World) => (await after("complete", { ...world, ...more })).seen.at(-1);
  assert.equal(
    await last({ defaults: [] }),
    "info: CAP Operator: values.yaml already has subscriptionServer.dnsTarget: public-ingress.c-1.example.org, subscriptionServer.domain: cop.c-1.example.org.",
  );
  assert.equal(
    await last({ stale: true }),
    "warn: CAP Operator: values.yaml changed meanwhile, so nothing was filled in. Run the command again.",
  );
});

test("a gateway with other labels than the values name is used, and told of", async () => {
  const { seen } = await after("complete-with-default-values", {
    pick: ["public-ingress", "c-1"],
    input: [true],
  });
  assert.equal(
    seen.at(-1),
    "warn: CAP Operator: the ingress gateway istio-system/istio-ingressgateway has other labels than the values name. Set ingressGatewayLabels to app=istio-ingressgateway,istio=ingressgateway.",
  );
});

const NOTHING = 'suggest: {"context":"CONTEXT","issuers":[],"domains":[],"dnsTargets":[]}';
for (const [scene, context, why] of [
  [
    "bare",
    "admin@test",
    "There is no public ingress gateway with the labels app=mesh-ingressgateway,mesh=ingressgateway. The cluster does not tell its domain either.",
  ],
  [
    "old",
    "admin@test",
    "The ingress gateway edge/istio-ingressgateway has the address 203.0.113.7, but no name: values take the name of a DNS entry for it. The cluster does not tell its domain either.",
  ],
  [
    "complete-for-nobody",
    "nobody@test",
    "The user of the context nobody@test may not list services in all namespaces.",
  ],
] as const) {
  test(`where nothing is found, the person is told why: ${scene}`, async () => {
    assert.deepEqual((await after(scene, { press: "Show Output" })).seen, [
      NOTHING.replace("CONTEXT", context),
      `warn: CAP Operator: nothing to fill in was found in ${context}. ${why} [Show Output]`,
      "output shown",
    ]);
  });
}

test("nothing is run in a workspace that is not trusted, or without a kubeconfig", async () => {
  assert.deepEqual((await after("bare", { untrusted: true })).seen, ["trust refused"]);
  const { calls, seen } = await after("bare", { files: {} });
  assert.deepEqual(calls, []);
  assert.match(seen[0] ?? "", /^error: CAP Operator: No kubeconfig was found/);
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

test("the release of the file says in which context is read, and its values are edited in the open file", async () => {
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
    input: [true],
  });
  assert.ok(calls.every((call) => call.includes(" --context admin@test ")));
  assert.ok(seen.includes(`set: ${HERE} subscriptionServer.domain=cop.c-1.example.org`));
});

test("a file that was closed during the questions is not filled", async () => {
  const ports = fakePorts({
    ...answeredBy("complete"),
    files: kubeconfig("admin@test"),
    facts: withValues("cop.c-1.example.org", "x.c-1.example.org"),
    pick: "public-ingress",
    input: [true],
  });
  await fillDomain.run({ ...ports, editor: { ...ports.editor, opened: () => undefined } });
  assert.equal(
    ports.seen.at(-1),
    "warn: CAP Operator: values.yaml was closed meanwhile, so nothing was filled in.",
  );
});
