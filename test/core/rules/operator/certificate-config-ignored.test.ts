import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const COMPLETE = "{issuerKind: ClusterIssuer, issuerName: ca}";

describe("certificate-config-ignored", () => {
  finds(
    "without a choice, the default manager reads another part",
    `
    subscriptionServer:
      certificateConfig:
        certController:
        ^^^^^^^^^^^^^^ warning[certificate-config-ignored] Only CertController reads "certController", but Platform is the default. Select CertController in "subscriptionServer.certificateManager", or remove this.
          issuerName: ca
    webhook:
      certificateConfig:
        certController: {issuerGroup: certificates.internal}
        ^^^^^^^^^^^^^^ warning[certificate-config-ignored] Only CertController reads "certController", but Default is the default. Select CertController in "webhook.certificateManager", or remove this.
  `,
  );
  finds(
    "the other manager was chosen",
    `
    subscriptionServer:
      certificateManager: CertController
      certificateConfig:
        platform: {issuerName: ca}
        ^^^^^^^^ warning[certificate-config-ignored] Only Platform reads "platform", but CertController is selected. Select Platform in "subscriptionServer.certificateManager", or remove this.
        certController: ${COMPLETE}
  `,
  );
  passes(
    "the part of the chosen manager, and an empty one of the other",
    `
    subscriptionServer:
      certificateManager: CertController
      certificateConfig:
        platform: {issuerName: "", issuerNamespace: ""}
        certController: ${COMPLETE}
  `,
  );
  passes(
    "the default manager's part",
    "subscriptionServer: {certificateConfig: {platform: {issuerName: ca}}}\n",
  );
  passes(
    "a manager that is chosen by a merge key",
    `
    subscriptionServer:
      <<: {certificateManager: CertController}
      certificateConfig: {certController: ${COMPLETE}}
  `,
  );
});

describe("certificate-config-ignored: quick fixes", () => {
  mends(
    "after the component's keys",
    `subscriptionServer:\n    certificateConfig:\n        cert$0Controller: ${COMPLETE} # ours\nwebhook: {}\n`,
    'Insert "certificateManager: CertController"',
    `subscriptionServer:\n    certificateConfig:\n        certController: ${COMPLETE} # ours\n    certificateManager: CertController\nwebhook: {}\n`,
  );
  mends(
    "in the same quotes",
    `webhook:\r\n  certificateManager: 'Default' # or not\r\n  certificateConfig:\r\n    cert$0Controller: ${COMPLETE}\r\n`,
    'Change to "CertController"',
    `webhook:\r\n  certificateManager: 'CertController' # or not\r\n  certificateConfig:\r\n    certController: ${COMPLETE}\r\n`,
  );
  mends(
    "with its comment",
    `subscriptionServer:\n  certificateManager: CertController\n  certificateConfig:\n    # old\n    plat$0form:\n      issuerName: ca\n    certController: ${COMPLETE}\n`,
    'Remove "platform"',
    `subscriptionServer:\n  certificateManager: CertController\n  certificateConfig:\n    certController: ${COMPLETE}\n`,
  );
  mends(
    "in brackets",
    `subscriptionServer: {certificateConfig: {$0certController: ${COMPLETE}}}\n`,
    'Insert "certificateManager: CertController"',
    `subscriptionServer: {certificateConfig: {certController: ${COMPLETE}}, certificateManager: CertController}\n`,
  );
  offers(
    "choosing is preferred where nothing is missing for it",
    `webhook:\n  certificateConfig: {$0certController: ${COMPLETE}}\n`,
    ['*Insert "certificateManager: CertController"', 'Remove "certController"'],
  );
  offers(
    "choosing a manager that would lack something is not offered, because that is an error",
    "webhook:\n  certificateConfig: {$0certController: {issuerName: ca}}\n",
    ['Remove "certController"'],
    "specification",
  );
  offers(
    "removing is preferred where the chosen manager has its own",
    `subscriptionServer:\n  certificateManager: CertController\n  certificateConfig: {$0platform: {issuerName: a}, certController: ${COMPLETE}}\n`,
    ['Change to "Platform"', '*Remove "platform"'],
  );
});
