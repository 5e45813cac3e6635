import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("cluster-domain-differs", () => {
  finds(
    "a target of another cluster",
    `
    subscriptionServer:
      domain: operator.cluster-a.landscape.internal
              ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ hint[cluster-domain-differs] "domain" is in "cluster-a.landscape.internal", but "dnsTarget" is in "cluster-b.landscape.internal". Check that both belong to the same cluster.
      dnsTarget: ingress.cluster-b.landscape.internal
  `,
  );
  finds(
    "in brackets, the other way round",
    `
    subscriptionServer: {dnsTarget: ingress.one.internal, domain: operator.two.internal}
                                                                  ^^^^^^^^^^^^^^^^^^^^^ hint[cluster-domain-differs] "domain" is in "two.internal", but "dnsTarget" is in "one.internal".
  `,
  );
  test("points at the other host", async () => {
    const text = "subscriptionServer:\n  domain: a.one.internal\n  dnsTarget: b.two.internal\n";
    const [found] = await diagnosticsOf(text);
    assert.equal(found?.code, "cluster-domain-differs");
    assert.deepEqual(found?.relatedInformation?.[0]?.location.range.start, { line: 2, character: 13 });
  });
  passes(
    "one cluster",
    `
    subscriptionServer:
      domain: operator.cluster-a.internal
      dnsTarget: public-ingress.cluster-a.internal
  `,
  );
  passes(
    "a subdomain of several parts, and a wildcard",
    `
    subscriptionServer:
      domain: operator.tools.cluster-a.internal
      dnsTarget: "*.cluster-a.internal"
  `,
  );
  passes(
    "another component's target",
    "subscriptionServer: {domain: a.b.c}\ncontroller: {dnsTarget: d.e.f}\n",
  );
  passes("one of them alone", "subscriptionServer: {domain: operator.cluster-a.internal}\n");
});

describe("cluster-domain-differs: quick fix", () => {
  mends(
    "the domain of the target",
    "subscriptionServer:\n  domain: $0cop.eu20.corp.internal\n  dnsTarget: public.eu10.corp.internal\n",
    'Change to "cop.eu10.corp.internal"',
    "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: public.eu10.corp.internal\n",
  );
});
