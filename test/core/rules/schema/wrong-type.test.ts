import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("wrong-type", () => {
  finds(
    "text for a number, and a number for text",
    `
    webhook:
      replicas: two
                ^^^ error[wrong-type] "replicas" takes an integer, but Helm reads text here.
      priorityClassName: 5
                         ^ error[wrong-type] "priorityClassName" takes text, but Helm reads the number 5 here.
  `,
  );
  finds(
    "text for a boolean",
    `
    webhook:
      sidecar: "yes"
               ^^^^^ error[wrong-type] "sidecar" takes a boolean, but Helm reads text here.
  `,
  );
  finds(
    "a value for a mapping, a mapping for a value, a mapping for a list",
    `
    webhook: 5
    ^^^^^^^ warning[table-replaced]
             ^ error[wrong-type] "webhook" takes a mapping, but Helm reads the number 5 here.
    priorityClassName:
    ^^^^^^^^^^^^^^^^^ error[wrong-type] "priorityClassName" takes text, but Helm reads a mapping here.
      a: b
    tolerations:
    ^^^^^^^^^^^ error[wrong-type] "tolerations" takes a list of mappings, but Helm reads a mapping here.
      key: a
  `,
  );
  finds(
    "an item of a list",
    `
    imagePullSecrets:
      - 5
        ^ error[wrong-type] "imagePullSecrets[0]" takes a mapping, but Helm reads the number 5 here.
  `,
  );
  finds(
    "a number with a fraction for a whole one, once",
    `
    subscriptionServer:
      port: 70000.5
            ^^^^^^^ error[wrong-type] "port" takes an integer, but Helm reads the number 70000.5 here.
  `,
  );
  passes(
    "the booleans of YAML 1.1",
    `
    webhook:
      sidecar: yes
    monitoring: {enabled: on}
  `,
  );
  passes(
    "whole numbers however they are written",
    `
    webhook:
      replicas: 2.0
      service: {port: 4_43}
      resources: {limits: {cpu: 1}}
  `,
  );
  passes(
    "quantities as numbers and as text",
    `
    controller:
      resources:
        limits: {cpu: 500m, memory: 1Gi}
        requests: {cpu: 0.5, memory: 128Mi}
      volumes:
        - name: a
          emptyDir: {sizeLimit: 1Gi}
      volumeMounts: [{name: a, mountPath: /a}]
  `,
  );
});

describe("wrong-type: quick fixes", () => {
  mends("a number for text", "podLabels:\n  version: $01\n", 'Quote: "1"', 'podLabels:\n  version: "1"\n');
  mends("a boolean in brackets", "podLabels: {a: $0true}\n", 'Quote: "true"', 'podLabels: {a: "true"}\n');
  mends(
    "a string for a boolean",
    "webhook:\n  sidecar: '$0true' # why\n",
    "Remove the quotes",
    "webhook:\n  sidecar: true # why\n",
  );
  mends("a string for a number", 'webhook: {replicas: "$02"}', "Remove the quotes", "webhook: {replicas: 2}");
  mends(
    "a lone item",
    "webhook:\n  securityContext:\n    capabilities:\n      drop: $0ALL\n",
    "Make it a list with one item",
    "webhook:\n  securityContext:\n    capabilities:\n      drop: [ALL]\n",
  );
  mends(
    "a lone block",
    "toler$0ations:\n  # ours\n  key: a\n  operator: Exists\nwebhook: {}\n",
    "Make it a list with one item",
    "tolerations:\n  # ours\n  - key: a\n    operator: Exists\nwebhook: {}\n",
  );
  mends(
    "a lone block with four spaces and carriage returns",
    "webhook:\r\n    toler$0ations:\r\n        key: a\r\n        operator: Exists",
    "Make it a list with one item",
    "webhook:\r\n    tolerations:\r\n        - key: a\r\n          operator: Exists",
  );
  mends(
    "a lone mapping in brackets",
    "toler$0ations: {key: a}\n",
    "Make it a list with one item",
    "tolerations: [{key: a}]\n",
  );
  mends(
    "a lone value in brackets",
    "webhook:\n  re$0plicas: [2] # two\n",
    'Set "replicas" to the only item',
    "webhook:\n  replicas: 2 # two\n",
  );
  mends(
    "a lone value in braces",
    "priority$0ClassName: {name: 'high'}\n",
    'Set "priorityClassName" to the only value in it',
    "priorityClassName: 'high'\n",
  );
  const removal = ['Remove "replicas" to use the default 1'];
  offers("only removal for several values in brackets", "webhook:\n  re$0plicas: [2, 3]\n", removal);
  offers("only removal for a value of another type in brackets", "webhook:\n  re$0plicas: [two]\n", removal);
  offers(
    "only removal for a value with a comment in brackets",
    "webhook:\n  re$0plicas: [ # why\n    2]\n",
    removal,
  );
  offers("only removal where something would be lost", 'webhook:\n  replicas: "$0two"\n', removal);
  offers("only removal for a whole number with a fraction", 'webhook:\n  replicas: "$01.5"\n', removal);
  offers(
    "no removal of what must be set",
    "subscriptionServer:\n  domain: [$0a.b, c.d]\n  dnsTarget: c.b\n",
    [],
  );
  mends(
    "an alias in braces",
    "global: {n: &n 2}\nwebhook:\n  re$0plicas: {a: *n}\n",
    'Set "replicas" to the only value in it',
    "global: {n: &n 2}\nwebhook:\n  replicas: *n\n",
  );
  mends(
    "a list in braces",
    "controller:\n  securityContext:\n    capabilities:\n      d$0rop: {a: [ALL]}\n",
    'Set "drop" to the only value in it',
    "controller:\n  securityContext:\n    capabilities:\n      drop: [ALL]\n",
  );
});

describe("wrong-type: a value that was meant for another key", () => {
  // Each list has nine times the one before it: looked into through its aliases, it would have nine to the power of twelve items.
  const lists = Array.from(
    { length: 12 },
    (_, at) => `  l${at + 1}: &l${at + 1} [${`*l${at}, `.repeat(9)}]\n`,
  );
  offers(
    "nothing but removal for lists of aliases that grow without end",
    `global:\n  l0: &l0 x\n${lists.join("")}webhook:\n  replicas: *$0l12\n`,
    ['Remove "replicas" to use the default 1'],
  );
  offers("rounding instead of removal", "webhook:\n  replicas: $01.6\n", ["Change to 2"]);
  mends(
    "a null in braces",
    "subscriptionServer:\n  ingressGatewayLabels:\n    a$0pp: {a: null}\n    gateway: public\n",
    'Set "app" to the only value in it',
    "subscriptionServer:\n  ingressGatewayLabels:\n    app: null\n    gateway: public\n",
  );
  mends(
    "the one that must be set and is not",
    "subscriptionServer:\n  port: $0cop.a.b\n  dnsTarget: c.b\n",
    'Change "port" to "domain"',
    "subscriptionServer:\n  domain: cop.a.b\n  dnsTarget: c.b\n",
  );
  offers("not if two of them are missing", "subscriptionServer:\n  port: $0cop.a.b\n", [
    'Remove "port" to use the default 4000',
  ]);
  mends(
    "of a mapping further out, if its line has too many blanks",
    "nodeSelector:\n  pool: a\n  tol$0erations:\n    - operator: Exists # all\n",
    "Move line 3 to the left edge",
    "nodeSelector:\n  pool: a\ntolerations:\n    - operator: Exists # all\n",
  );
});
