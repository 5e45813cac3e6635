import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("misplaced-key", () => {
  finds(
    "a key one level too high",
    `
    domain: a.b
    ^^^^^^ warning[misplaced-key] Misplaced key "domain": it belongs to "subscriptionServer.domain". Helm ignores it here.
  `,
  );
  finds(
    "a key of several components",
    `
    dnsTarget: a.b
    ^^^^^^^^^ warning[misplaced-key] Misplaced key "dnsTarget": it belongs to "subscriptionServer.dnsTarget" or "controller.dnsTarget". Helm ignores it here.
  `,
  );
  finds(
    "a key one level too low",
    `
    webhook:
      service:
        sidecar: true
        ^^^^^^^ warning[misplaced-key] Misplaced key "sidecar": it belongs to "webhook.sidecar". Helm ignores it here.
  `,
  );
  finds(
    "volumes, which the webhook does not have",
    `
    webhook:
      volumes: []
      ^^^^^^^ warning[misplaced-key] Misplaced key "volumes": it belongs to "controller.volumes" or "subscriptionServer.volumes". Helm ignores it here.
  `,
    "specification",
  );
  finds(
    "an issuer without its manager's part",
    `
    subscriptionServer:
      certificateConfig:
        issuerName: a
        ^^^^^^^^^^ warning[misplaced-key] Misplaced key "issuerName": it belongs to "subscriptionServer.certificateConfig.platform.issuerName" or
  `,
  );
  finds(
    "the chosen manager's part first",
    `
    subscriptionServer:
      certificateManager: CertController
      certificateConfig:
      ^^^^^^^^^^^^^^^^^ error[certificate-config-incomplete]
        issuerName: a
        ^^^^^^^^^^ warning[misplaced-key] Misplaced key "issuerName": it belongs to "subscriptionServer.certificateConfig.certController.issuerName" or
  `,
    "specification",
  );
  finds(
    "the chosen manager's part first, also from further up",
    `
    subscriptionServer:
      certificateManager: certcontroller
                          ^^^^^^^^^^^^^^ error[not-allowed]
                          ^^^^^^^^^^^^^^ error[certificate-config-incomplete]
      issuerName: a
      ^^^^^^^^^^ warning[misplaced-key] Misplaced key "issuerName": it belongs to "subscriptionServer.certificateConfig.certController.issuerName" or
    webhook:
      issuerKind: a
      ^^^^^^^^^^ warning[misplaced-key] Misplaced key "issuerKind": it belongs to "webhook.certificateConfig.certController.issuerKind". Helm ignores it here.
  `,
    "specification",
  );
  passes(
    "labels with names of chart keys",
    `
    podLabels: {domain: a, volumes: b}
  `,
  );
});

describe("misplaced-key: quick fixes", () => {
  mends(
    "one level down, with its comment",
    "subscriptionServer:\n  certificateConfig:\n    # ours\n    issuer$0Name: ca # here\n",
    'Move to "subscriptionServer.certificateConfig.platform.issuerName"',
    "subscriptionServer:\n  certificateConfig:\n    platform:\n      # ours\n      issuerName: ca # here\n",
  );
  mends(
    "into what is there",
    "subscriptionServer:\n  certificateManager: CertController\n  certificateConfig:\n    issuer$0Name: ca\n    certController:\n      issuerKind: Issuer\n",
    'Move to "subscriptionServer.certificateConfig.certController.issuerName"',
    "subscriptionServer:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerKind: Issuer\n      issuerName: ca\n",
  );
  mends(
    "from the top level",
    "domain$0: a.b\nwebhook:\n  replicas: 1\n",
    'Move to "subscriptionServer.domain"',
    "subscriptionServer:\n  domain: a.b\nwebhook:\n  replicas: 1\n",
  );
  mends(
    "after a component's keys",
    "domain$0: a.b\nsubscriptionServer:\n  dnsTarget: c.b\nwebhook:\n  replicas: 1\n",
    'Move to "subscriptionServer.domain"',
    "subscriptionServer:\n  dnsTarget: c.b\n  domain: a.b\nwebhook:\n  replicas: 1\n",
  );
  mends(
    "one level up",
    "webhook:\n    service:\n        port: 443\n        side$0car: true\n",
    'Move to "webhook.sidecar"',
    "webhook:\n    service:\n        port: 443\n    sidecar: true\n",
  );
  mends(
    "a block, to another component",
    "webhook:\n  # ours\n  volu$0mes:\n    - name: a # one\n      emptyDir: {}\n  replicas: 1\ncontroller:\n  replicas: 2\n",
    'Move to "controller.volumes"',
    "webhook:\n  replicas: 1\ncontroller:\n  replicas: 2\n  # ours\n  volumes:\n    - name: a # one\n      emptyDir: {}\n",
    "specification",
  );
  mends(
    "with carriage returns, at the end without a line break",
    "webhook:\r\n  replicas: 1\r\n  service:\r\n    port: 443\r\n    side$0car: true",
    'Move to "webhook.sidecar"',
    "webhook:\r\n  replicas: 1\r\n  service:\r\n    port: 443\r\n  sidecar: true",
  );
  offers("several homes, the likeliest preferred", "dnsTarg$0et: a.b\n", [
    '*Move to "subscriptionServer.dnsTarget"',
    'Move to "controller.dnsTarget"',
    'Remove "dnsTarget"',
    'Insert "domain"',
  ]);
  offers(
    "nothing that is set already is overwritten",
    "dnsTarg$0et: a.b\nsubscriptionServer: {dnsTarget: c.b}\n",
    ['*Move to "controller.dnsTarget"', 'Remove "dnsTarget"'],
  );
  offers(
    "the webhook's volumes",
    "webhook:\n  volum$0es: []\n",
    ['*Move to "controller.volumes"', 'Move to "subscriptionServer.volumes"', 'Remove "volumes"'],
    "specification",
  );
});

describe("misplaced-key: a line with too many blanks, and a key that is not meant", () => {
  mends(
    "a component of which everything else is on its level",
    "controller:\n  replicas: 2\n  subscription$0Server:\n  domain: a.b\n  dnsTarget: c.b\n",
    "Move line 3 to the left edge",
    "controller:\n  replicas: 2\nsubscriptionServer:\n  domain: a.b\n  dnsTarget: c.b\n",
  );
  mends(
    "the only key that has these below it",
    "webhook:\n  certificateManager: CertController\n  vol$0umes:\n    certController:\n      issuerKind: Issuer\n      issuerName: ca\n",
    'Change "volumes" to "certificateConfig"',
    "webhook:\n  certificateManager: CertController\n  certificateConfig:\n    certController:\n      issuerKind: Issuer\n      issuerName: ca\n",
  );
});
