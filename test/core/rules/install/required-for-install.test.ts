import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { finds, mends, offers } from "../../support/rule-tests.ts";

describe("required-for-install", () => {
  finds(
    "both keys missing",
    `
    webhook:
    ^^^^^^^ warning[required-for-install] "subscriptionServer.dnsTarget" and "subscriptionServer.domain" are required but not set.
      replicas: 2
  `,
  );
  finds(
    "one missing, marked where it would be",
    `
    webhook: {}
    subscriptionServer:
    ^^^^^^^^^^^^^^^^^^ warning[required-for-install] "subscriptionServer.dnsTarget" is required but not set.
      domain: a.b
  `,
  );
  finds(
    "set but empty",
    `
    subscriptionServer:
      domain: ""
      ^^^^^^ warning[required-for-install] "subscriptionServer.domain" is required but empty. Set it in the form <subdomain>.<cluster_domain>.
      dnsTarget: a.b
  `,
  );
  finds(
    "not the one that is misplaced, which is reported there",
    `
    domain: a.b
    ^^^^^^ warning[misplaced-key]
    subscriptionServer:
      dnsTarget: a.b
  `,
  );
  for (const [what, text] of [
    ["an empty file", ""],
    ["a file of comments", "# nothing yet\n"],
    ["an empty mapping", "{}\n"],
    ["an empty document", "---\n"],
    ["both set", "subscriptionServer:\n  domain: a.b\n  dnsTarget: c.b\n"],
    ["both set by a merge key", "subscriptionServer:\n  <<: {domain: a.b, dnsTarget: c.b}\n"],
  ] as const) {
    test(`is silent for ${what}`, async () => {
      assert.deepEqual(await diagnosticsOf(text), []);
    });
  }
  test("does not apply to the operator resource", async () => {
    const found = await diagnosticsOf("kind: CAPOperator\n", "operator");
    assert.ok(!found.some(({ code }) => code === "required-for-install"));
  });
});

describe("required-for-install: quick fixes", () => {
  mends(
    "both, after what the component has",
    "subscriptionServer$0:\n  replicas: 2\nwebhook: {}\n",
    'Insert "dnsTarget" and "domain"',
    "subscriptionServer:\n  replicas: 2\n  dnsTarget: <public_ingress_subdomain>.<cluster_domain>\n  domain: <subdomain>.<cluster_domain>\nwebhook: {}\n",
  );
  mends(
    "both, with the component",
    "webhook$0:\r\n    replicas: 2\r\n",
    'Insert "dnsTarget" and "domain"',
    "webhook:\r\n    replicas: 2\r\nsubscriptionServer:\r\n    dnsTarget: <public_ingress_subdomain>.<cluster_domain>\r\n    domain: <subdomain>.<cluster_domain>\r\n",
  );
  mends(
    "at the end of a file without a line break",
    "subscriptionServer$0:\n  domain: a.b",
    'Insert "dnsTarget"',
    "subscriptionServer:\n  domain: a.b\n  dnsTarget: <public_ingress_subdomain>.<cluster_domain>",
  );
  mends(
    "into empty brackets",
    "subscriptionServer$0: {}\n",
    'Insert "dnsTarget" and "domain"',
    "subscriptionServer:\n  dnsTarget: <public_ingress_subdomain>.<cluster_domain>\n  domain: <subdomain>.<cluster_domain>\n",
  );
  mends(
    "into brackets that hold something",
    "subscriptionServer$0: {domain: a.b} # ours\n",
    'Insert "dnsTarget"',
    "subscriptionServer: {domain: a.b, dnsTarget: <public_ingress_subdomain>.<cluster_domain>} # ours\n",
  );
  mends(
    "into brackets inside brackets",
    "{webhook: {}, subscriptionServer$0: {domain: a.b}}\n",
    'Insert "dnsTarget"',
    "{webhook: {}, subscriptionServer: {domain: a.b, dnsTarget: <public_ingress_subdomain>.<cluster_domain>}}\n",
  );
  offers("not where the brackets would have to be opened", "{webhook$0: {}, subscriptionServer: {}}\n", []);
});
