import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { checkNoDiagnostics, diagnosticsOf } from "../../support/check-diagnostics.ts";
import { applyFix, fixesAt } from "../../support/check-fix.ts";
import { withCursor } from "../../support/engine.ts";
import { TWIN } from "../../support/published-words.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const PART = "subscriptionServer.certificateConfig.certController";

describe("certificate-config-incomplete", () => {
  finds(
    "the manager alone",
    `
    subscriptionServer:
      certificateManager: CertController
                          ^^^^^^^^^^^^^^ error[certificate-config-incomplete] "${PART}.issuerKind" and "${PART}.issuerName" are required by CertController but not set.
  `,
    "specification",
  );
  finds(
    "a part of the issuer",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController:
        ^^^^^^^^^^^^^^ error[certificate-config-incomplete] "webhook.certificateConfig.certController.issuerKind" is required by CertController but not set.
          issuerName: cluster-ca
  `,
    "specification",
  );
  finds(
    "a value that is there but empty",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController:
          issuerKind: ""
                      ^^ error[certificate-config-incomplete] "webhook.certificateConfig.certController.issuerKind" is required by CertController but empty.
          issuerName: ca
  `,
    "specification",
  );
  finds(
    "several of them, said once",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController:
        ^^^^^^^^^^^^^^ error[certificate-config-incomplete] "webhook.certificateConfig.certController.issuerKind" and "webhook.certificateConfig.certController.issuerName" are required by CertController but empty.
          issuerKind: ""
          issuerName: ''
  `,
    "specification",
  );
  finds(
    "nothing while the whole part is in the wrong place",
    `
    webhook:
      certificateManager: CertController
      certController: {issuerKind: Issuer, issuerName: ca}
      ^^^^^^^^^^^^^^ warning[misplaced-key]
  `,
  );
  finds(
    "a namespace without a name",
    `
    subscriptionServer:
      certificateConfig:
        platform:
          issuerNamespace: certificates
          ^^^^^^^^^^^^^^^ warning[certificate-config-incomplete] "issuerNamespace" has no effect without "issuerName". Set "issuerName" as well.
  `,
  );
  passes(
    "kind and name, without a group",
    `
    webhook:
      certificateManager: CertController
      certificateConfig: {certController: {issuerKind: Issuer, issuerName: a}}
  `,
  );
  passes(
    "managers that need nothing",
    "subscriptionServer: {certificateManager: Platform}\nwebhook: {certificateManager: Default}\n",
  );
  passes(
    "an issuer by an alias",
    `
    webhook:
      certificateManager: CertController
      certificateConfig: &issuer {certController: {issuerKind: Issuer, issuerName: a}}
    subscriptionServer:
      certificateManager: CertController
      certificateConfig: *issuer
  `,
  );
});

describe("certificate-config-incomplete: quick fixes", () => {
  offers(
    "one for each kind, none preferred while the person still has to fill in the name",
    "webhook:\n  certificateManager: $0CertController\n",
    [
      'Set "issuerKind: ClusterIssuer" and "issuerName: <issuer_name>"',
      'Set "issuerKind: Issuer" and "issuerName: <issuer_name>"',
    ],
    "specification",
  );
  mends(
    "with the parents that are missing",
    "webhook:\r\n    certificateManager: Cert$0Controller # ours\r\n",
    'Set "issuerKind: Issuer" and "issuerName: <issuer_name>"',
    "webhook:\r\n    certificateManager: CertController # ours\r\n    certificateConfig:\r\n        certController:\r\n            issuerKind: Issuer\r\n            issuerName: <issuer_name>\r\n",
    "specification",
  );
  mends(
    "a kind beside the name",
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    cert$0Controller:\n      # the one\n      issuerName: ca\n  replicas: 2\n",
    'Set "issuerKind: ClusterIssuer"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      # the one\n      issuerName: ca\n      issuerKind: ClusterIssuer\n  replicas: 2\n",
    "specification",
  );
  mends(
    "in the same quotes",
    "webhook:\n  certificateManager: CertController\n  certificateConfig: {certController: {issuerKind: '$0', issuerName: a}}\n",
    'Set "issuerKind: Issuer"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig: {certController: {issuerKind: 'Issuer', issuerName: a}}\n",
    "specification",
  );
  mends(
    "one that is empty and one that is missing",
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    cert$0Controller:\n      issuerName: '' # ours\n",
    'Set "issuerKind: Issuer" and "issuerName: <issuer_name>"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerName: '<issuer_name>' # ours\n      issuerKind: Issuer\n",
    "specification",
  );
  offers(
    "none for an empty value with an anchor, which others may use",
    "webhook:\n  certificateManager: CertController\n  certificateConfig: {certController: {issuerKind: &kind $0'', issuerName: a}}\n",
    [],
  );
  mends(
    "the name of the issuer",
    "subscriptionServer:\n  certificateConfig:\n    platform:\n      issuer$0Namespace: a\n",
    'Set "issuerName: <issuer_name>"',
    "subscriptionServer:\n  certificateConfig:\n    platform:\n      issuerNamespace: a\n      issuerName: <issuer_name>\n",
  );
});

describe("an issuer directly under certificateConfig", () => {
  const text = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
  certificateManager: CertController
  certificateConfig:
    issuerName: cluster-ca # ours
`;
  const mended = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
  certificateManager: CertController
  certificateConfig:
    certController:
      issuerName: cluster-ca # ours
      issuerKind: ClusterIssuer
`;
  finds(
    "is misplaced, and the kind is missing",
    text
      .replace(
        "    issuerName",
        `  ^^^^^^^^^^^^^^^^^ error[certificate-config-incomplete] "${PART}.issuerKind" is required by CertController but not set.\n    issuerName`,
      )
      .concat(
        `    ^^^^^^^^^^ warning[misplaced-key] Misplaced key "issuerName": it belongs to "${PART}.issuerName"\n`,
      ),
    "specification",
  );

  for (const order of [
    [`Move to "${PART}.issuerName"`, 'Set "issuerKind: ClusterIssuer"'],
    ['Set "issuerKind: ClusterIssuer"', `Move to "${PART}.issuerName"`],
  ]) {
    test(`nothing is wrong after: ${order.join(", ")}`, async () => {
      let current = text;
      for (const title of order) {
        const code = title.startsWith("Move") ? "misplaced-key" : "certificate-config-incomplete";
        const found = (await diagnosticsOf(current)).find((diagnostic) => diagnostic.code === code);
        assert.ok(found);
        const lines = current.split("\n");
        const { line, character } = found.range.start;
        const row = lines[line] ?? "";
        lines[line] = `${row.slice(0, character)}$0${row.slice(character)}`;
        const marked = lines.join("\n");
        const fix = (await fixesAt(marked)).find((action) => action.title === title);
        assert.ok(fix?.isPreferred, `"${title}" is offered and preferred`);
        current = applyFix(withCursor(marked).text, fix);
      }
      assert.deepEqual(await diagnosticsOf(current), []);
      if (order[0]?.startsWith("Move")) assert.equal(current, mended);
    });
  }
});

describe("certificate-config-incomplete: what may be there", () => {
  mends(
    "a common kind where there is no value",
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuer$0Kind: # which\n      issuerName: ca\n",
    'Set "issuerKind: ClusterIssuer"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerKind: ClusterIssuer # which\n      issuerName: ca\n",
    "specification",
  );
  mends(
    "under a key that nobody knows",
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    cert$0Controller:\n      issuerKind: Issuer\n      issuerTitle: ca\n",
    'Change "issuerTitle" to "issuerName"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerKind: Issuer\n      issuerName: ca\n",
  );
  finds(
    "nothing as long as a line below the configuration cannot be read",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController:
          issuerKind: Issuer
                      ^^^^^^ error[syntax]
            issuerName: ca
  `,
  );
});

describe("certificate-config-incomplete in the published chart", () => {
  const values = (part: string) =>
    `webhook:\n  certificateManager: CertManager\n  certificateConfig:\n    certManager: ${part}\n`;
  test("a name is enough, because cert-manager takes an Issuer where no kind is set", () =>
    checkNoDiagnostics(values("{issuerName: ca}"), "values", TWIN));
  test("without a name, the cluster refuses the certificate", async () => {
    const found = await diagnosticsOf(values("{issuerKind: Issuer}"), "values", TWIN);
    const name = "webhook.certificateConfig.certManager.issuerName";
    assert.deepEqual(
      found.filter(({ severity }) => severity === 1).map(({ message }) => message),
      [`"${name}" is required by CertManager but not set.`],
    );
  });
});
