import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

const LONG = "a".repeat(64);

describe("invalid-label", () => {
  finds(
    "numbers and booleans, once each",
    `
    podLabels:
      dash_dashboard: 1
                      ^ error[invalid-label] Helm reads the number 1 here, but labels must be text. Put it in quotes.
      on-call: yes
               ^^^ error[invalid-label] Helm reads the boolean true here, but labels must be text. Put it in quotes.
      version: 1.10
               ^^^^ error[invalid-label] Helm reads the number 1.1 here, but labels must be text. Put it in quotes.
    podAnnotations:
      port: 0755
            ^^^^ error[invalid-label] Helm reads the number 493 here, but annotations must be text. Put it in quotes.
  `,
  );
  finds(
    "not the items of a list in the place of labels",
    `
    podLabels:
    ^^^^^^^^^ error[wrong-type] "podLabels" takes a mapping, but Helm reads a list here.
      - -x
      - 1
  `,
  );
  finds(
    "keys",
    `
    nodeSelector:
      kubernetes.io/a/b: x
      ^^^^^^^^^^^^^^^^^ error[invalid-label] "kubernetes.io/a/b" is not a valid label key: only one "/" is allowed.
      -zone: x
      ^^^^^ error[invalid-label] "-zone" is not a valid label key: letters, digits, "-", "_" and "." are allowed, with a letter or digit at both ends.
      Example.com/a: x
      ^^^^^^^^^^^^^ error[invalid-label] "Example.com/a" is not a valid label key: the part before "/" must be a DNS name:
      ${LONG}: x
      ${"^".repeat(64)} error[invalid-label] "${LONG.slice(4)}…" is not a valid label key: it has 64 characters, and at most 63 are allowed.
    podAnnotations:
      my annotation: x
      ^^^^^^^^^^^^^ error[invalid-label] "my annotation" is not a valid annotation key:
  `,
  );
  finds(
    "values",
    `
    monitoring:
      enabled: true
      serviceMonitorSelectorLabels:
        team: the team
              ^^^^^^^^ error[invalid-label] "the team" is not a valid label value: letters, digits,
        url: "https://a"
             ^^^^^^^^^^^ error[invalid-label] "https://a" is not a valid label value:
  `,
  );
  finds(
    "selectors and tolerations of Kubernetes",
    `
    affinity:
      podAntiAffinity:
        requiredDuringSchedulingIgnoredDuringExecution:
          - topologyKey: kubernetes.io/
                         ^^^^^^^^^^^^^^ error[invalid-label] "kubernetes.io/" is not a valid label key: the part after "/" is not valid: it must not be empty.
            labelSelector:
              matchLabels: {version: 1}
                                     ^ error[invalid-label] Helm reads the number 1 here
              matchExpressions:
                - {key: a, operator: In, values: [b, true]}
                                                     ^^^^ error[invalid-label] Helm reads the boolean true here
    tolerations:
      - {key: a b, value: true}
              ^^^ error[invalid-label] "a b" is not a valid label key:
                          ^^^^ error[invalid-label] Helm reads the boolean true here
  `,
  );
  finds(
    "the labels of the operator resource",
    `
    apiVersion: operator.a.io/v1alpha1
    kind: CAPOperator
    metadata: {name: a, labels: {a: 1}}
                                    ^ error[invalid-label] Kubernetes reads the number 1 here, but labels must be text. Put it in quotes.
    spec:
      ingressGatewayLabels:
        - {name: mesh, value: ingressgateway}
        - {name: app, value: mesh-ingressgateway}
  `,
    "operator",
  );
  passes(
    "what is valid",
    `
    podLabels:
      app.kubernetes.io/part-of: the_Team-1.0
      "1": "1"
      empty: ""
    podAnnotations:
      Example.com/A: "any text, {even: this}"
      empty: ""
    tolerations:
      - {operator: Exists}
      - {key: a, value: "true"}
  `,
  );
  passes("merge keys", 'podLabels: &a {b: "c"}\nwebhook: {podLabels: {<<: *a, "on": "off"}}\n');
});

describe("invalid-label: quick fixes", () => {
  mends(
    "a number",
    "podLabels:\n  dash_dashboard: $01 # yes\n",
    'Quote: "1"',
    'podLabels:\n  dash_dashboard: "1" # yes\n',
  );
  mends(
    "what Helm would change",
    "podLabels: {a: $01.10}\r\n",
    'Quote: "1.10"',
    'podLabels: {a: "1.10"}\r\n',
  );
  mends("a boolean", "podAnnotations:\n  a: $0off\n", 'Quote: "off"', 'podAnnotations:\n  a: "off"\n');
  offers("one fix", "podLabels:\n  a: $01\n", ['*Quote: "1"']);
  offers("no fix for what nobody can guess", "podLabels:\n  a: $0b c\n", []);
});

describe("invalid-label: null", () => {
  // As Helm does it: what removes no default is handed on, and a schema refuses it ("got null, want string").
  finds(
    "a null that removes no default",
    `
    podLabels:
      own: null
           ^^^^ warning[invalid-label] "own" must be text, but is null and removes no default. Remove the key, or write "".
    nodeSelector:
      zone:
      ^^^^ warning[invalid-label] "zone" must be text, but is null and removes no default
    podAnnotations: {own: ~}
                          ^ warning[invalid-label] "own" must be text, but is null and removes no default.
  `,
  );
  finds(
    "a null that removes a default",
    `
    subscriptionServer:
      ingressGatewayLabels:
        app: null
             ^^^^ hint[null-removes-default]
  `,
  );
});

describe("invalid-label: keys that Helm reads as something else", () => {
  finds(
    "booleans and numbers, with the word in the file",
    `
    podLabels:
      on: "1"
      ^^ warning[invalid-label] Helm reads the key on as "true". Put it in quotes if you mean the text.
    podAnnotations:
      "off": a
      no: b
      ^^ warning[invalid-label] Helm reads the key no as "false".
      true: c
  `,
  );
  mends("a key", 'podLabels: {$0y: "1"}\n', 'Quote: "y"', 'podLabels: {"y": "1"}\n');
});
