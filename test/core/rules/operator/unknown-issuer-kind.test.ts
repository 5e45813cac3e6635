import { describe } from "node:test";
import { finds, mends, passes } from "../../support/rule-tests.ts";

describe("unknown-issuer-kind", () => {
  finds(
    "a kind that cert-manager does not have",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController:
          issuerName: cluster-ca
          issuerKind: clusterissuer
                      ^^^^^^^^^^^^^ error[unknown-issuer-kind] "clusterissuer" is not a valid issuer kind of cert-manager.io. Use ClusterIssuer, or set "issuerGroup".
    subscriptionServer:
      certificateManager: CertController
      certificateConfig:
        certController: {issuerName: cluster-ca, issuerGroup: cert-manager.io, issuerKind: AWSPCAIssuer}
                                                                                           ^^^^^^^^^^^^ error[unknown-issuer-kind] "AWSPCAIssuer" is not a valid issuer kind of cert-manager.io. Use ClusterIssuer or Issuer, or set "issuerGroup".
  `,
  );
  passes(
    "another group has kinds of its own",
    `
    webhook:
      certificateManager: CertController
      certificateConfig:
        certController: {issuerName: cluster-ca, issuerGroup: awspca.cert-manager.io, issuerKind: AWSPCAIssuer}
    subscriptionServer:
      certificateManager: CertController
      certificateConfig:
        certController: {issuerName: cluster-ca, issuerGroup: "", issuerKind: Issuer}
  `,
  );
  const text = (kind: string) =>
    `webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerName: cluster-ca\n      issuerKind: ${kind}\n`;
  mends("a kind in lower case", text("$0issuer"), 'Change to "Issuer"', text("Issuer"));
});
