import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

describe("required-or-preferred", () => {
  finds(
    "a weight where a rule is required, said once",
    `
    affinity:
      podAntiAffinity:
        ${REQUIRED}:
          - weight: 100
            ^^^^^^ error[required-or-preferred] An entry of "${REQUIRED}" does not take "weight" and "podAffinityTerm". Use "${PREFERRED}" instead.
            podAffinityTerm:
              labelSelector: {}
  `,
  );
  finds(
    "a rule without a weight where it is preferred, of pods and of nodes",
    `
    webhook:
      affinity:
        podAffinity:
          ${PREFERRED}:
            - topologyKey: kubernetes.io/hostname
              ^^^^^^^^^^^ error[required-or-preferred] In an entry of "${PREFERRED}", "topologyKey" must be under "podAffinityTerm", next to a weight.
        nodeAffinity:
          ${PREFERRED}:
            - matchExpressions: []
              ^^^^^^^^^^^^^^^^ error[required-or-preferred] In an entry of "${PREFERRED}", "matchExpressions" must be under "preference"
  `,
  );
  finds(
    "preferred terms for nodes where a rule is required, and the other way round",
    `
    controller:
      affinity:
        nodeAffinity:
          ${REQUIRED}:
          ${"^".repeat(REQUIRED.length)} error[required-or-preferred] A list belongs to "${PREFERRED}", not to "${REQUIRED}".
            - weight: 1
              preference: {}
    webhook:
      affinity:
        nodeAffinity:
          ${PREFERRED}:
          ${"^".repeat(PREFERRED.length)} error[required-or-preferred] A mapping belongs to "${REQUIRED}", not to "${PREFERRED}".
            nodeSelectorTerms: []
  `,
  );
  finds(
    "nothing where a key is misspelt",
    `
    affinity:
      podAffinity:
        ${REQUIRED}:
          - topologyKey: kubernetes.io/hostname
            labelSelektor: {}
            ^^^^^^^^^^^^^ warning[unknown-key] Unknown key "labelSelektor" in "${REQUIRED}[0]". Kubernetes drops it
  `,
  );
  passes(
    "both in their forms",
    `
    affinity:
      podAffinity:
        ${REQUIRED}:
          - topologyKey: kubernetes.io/hostname
        ${PREFERRED}:
          - weight: 1
            podAffinityTerm:
              topologyKey: kubernetes.io/hostname
  `,
  );
});

describe("required-or-preferred: quick fixes", () => {
  const WEIGHTED = `affinity:
  podAntiAffinity:
    ${REQUIRED}:
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname # one pod for each node
          labelSelector:
            matchLabels:
              app: a
webhook:
  sidecar: true
`;
  mends(
    "all entries have a weight",
    WEIGHTED.replace("weight", "$0weight"),
    `Change to "${PREFERRED}"`,
    WEIGHTED.replace(REQUIRED, PREFERRED),
  );
  const PLAIN = `affinity:
  podAntiAffinity:
    ${REQUIRED}:
      - topologyKey: kubernetes.io/hostname # one pod for each node
        labelSelector:
          matchLabels:
            app: a
webhook:
  sidecar: true
`;
  mends(
    "the rule is meant to be required",
    WEIGHTED.replace("weight", "$0weight"),
    'Write it without "weight" and "podAffinityTerm"',
    PLAIN,
  );
  const plainPreferred = PLAIN.replace(REQUIRED, PREFERRED);
  mends(
    "no entry has a weight",
    plainPreferred.replace("topologyKey", "$0topologyKey"),
    `Change to "${REQUIRED}"`,
    PLAIN,
  );
  mends(
    "the rule is meant to be preferred",
    plainPreferred.replace("topologyKey", "$0topologyKey"),
    'Write it under "podAffinityTerm", with weight: 100',
    WEIGHTED.replace(REQUIRED, PREFERRED),
  );
  mends(
    "the weight is there, with Windows line breaks",
    `affinity:\r\n  podAffinity:\r\n    ${PREFERRED}:\r\n      - weight: 5\r\n        $0topologyKey: zone\r\n`,
    'Write it under "podAffinityTerm"',
    `affinity:\r\n  podAffinity:\r\n    ${PREFERRED}:\r\n      - weight: 5\r\n        podAffinityTerm:\r\n          topologyKey: zone\r\n`,
  );
  offers(
    "no other key where it is already there",
    `subscriptionServer: {domain: a.b, dnsTarget: a.b}\naffinity:\n  podAffinity:\n    ${REQUIRED}:\n      - $0weight: 1\n        podAffinityTerm:\n          topologyKey: a\n    ${PREFERRED}: []\n`,
    ['Write it without "weight" and "podAffinityTerm"'],
  );
});
