import { describe } from "node:test";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("syntax", () => {
  finds(
    "a tab that indents",
    `
    webhook:
    \tsidecar: true
    ^ error[syntax] A tab cannot indent YAML.
  `,
  );
  finds(
    "brackets that are not closed, without silencing the rest",
    `
    controller: {replicas: 1
                ^^^^^^^^^^^^ error[syntax] This bracket is never closed.
    webhook:
      replicaz: 2
      ^^^^^^^^ warning[unknown-key] Unknown key "replicaz" in "webhook".
  `,
  );
  finds(
    "a key that is being typed",
    `
    webhook:
      sidecar: true
      repl
      ^^^^ error[syntax] "repl" is not a key yet
  `,
  );
  finds(
    "the first key of a file, while it is being typed",
    `
    contr
    ^^^^^ error[syntax] "contr" is not a key yet
  `,
  );
  finds(
    "a missing colon, on the line that lacks it",
    `
    webhook:
      sidecar true
      ^^^^^^^^^^^^ error[syntax] A colon is missing: write "sidecar: true".
      replicaz: 2
      ^^^^^^^^ warning[unknown-key]
  `,
  );
  finds(
    "an alias without its anchor",
    `
    webhook:
      tolerations: *none
                   ^^^^^ error[syntax] No anchor "&none" found above this alias.
  `,
  );
});

describe("syntax: a key without its colon", () => {
  mends(
    "above its block",
    "controller$0\n  replicas: 2\nwebhook:\n  sidecar: true\n",
    'Write "controller:"',
    "controller:\n  replicas: 2\nwebhook:\n  sidecar: true\n",
  );
  offers("above its block", "subscriptionServer$0\n  domain: a.b\n  dnsTarget: c.b\n", [
    '*Write "subscriptionServer:"',
  ]);
  offers("that may become any key", "webhook:\n  sidecar: true\n  s$0\n", ['Write "s:"']);
});

describe("syntax: what only Helm refuses", () => {
  finds(
    "a list at the top level, marked in one line",
    `
    - webhook: 1
    ^^^^^^^^^^^^ error[syntax] The top level of a values file must be a mapping
    - controller: 2
  `,
  );
  finds(
    "a string at the top level",
    `
    Values of the test cluster
    ^^^^^^^^^^^^^^^^^^^^^^^^^^ error[syntax] The top level of a values file must be a mapping
  `,
  );
  finds(
    "a line of only a tab",
    "webhook:\n\t\n^ error[syntax] Helm refuses a line that begins\n  sidecar: true\n",
  );
  finds(
    "a tab after a dash",
    "global:\n  a:\n    -\tx\n     ^ error[syntax] Helm refuses a tab after the dash\n",
  );
  finds(
    "another version of YAML",
    `
    %YAML 1.2
    ^^^^^^^^^ error[syntax] Helm reads YAML 1.1 only
    ---
    webhook: {}
  `,
  );
  finds(
    "a directive that nobody knows",
    `
    %CHART 1
    ^^^^^^^^ error[syntax] A line that starts with % is a directive
    ---
    webhook: {}
  `,
  );
  finds(
    "an anchor name that Helm does not allow",
    `
    global:
      a: &a.b
         ^^^^ error[syntax] Helm allows only letters
        c: 1
      b: *a.b
  `,
  );
  finds(
    "an escape for half a character",
    `
    global: {a: "\\ud83d\\ude42"}
                ^^^^^^^^^^^^^^ error[syntax] Helm refuses an escape for half a character
  `,
  );
  finds(
    "an escape that Helm does not know",
    `
    priorityClassName: "a\\/b"
                         ^^ error[syntax] Helm does not recognize this escape.
  `,
  );
  finds(
    "a line break of another kind",
    "global:\n  a: b\u2028c\n     ^^^ error[syntax] This text contains a character\n",
  );
  finds(
    "what is not base64",
    `
    global: {a: !!binary xx!}
                         ^^^ error[syntax] This is not base64
  `,
  );
  finds(
    "what only Helm 4 refuses, as a warning",
    `
    %YAML 1.1
    ^^^^^^^^^ warning[syntax] Helm 4 separates this directive
    ---
    webhook: {}
  `,
  );
  finds(
    "a later document that only Helm 4 reads",
    `
    webhook: {}
    ---
    ^^^ warning[extra-document] Helm 3 reads only the first document of a values file and ignores this one.
    - controller
    ^^^^^^^^^^^^ warning[syntax] The top level of a values file must be a mapping (\`key: value\`); Helm refuses anything else. This applies to Helm 4
  `,
  );
  finds(
    "what only Helm 4 refuses at the beginning of a later document, said once",
    `
    webhook: {}
    --- {controller: {}}
    ^^^ warning[extra-document]
    ^^^^^^^^^^^^^^^^^^^^ warning[syntax] For Helm 4, every line
  `,
  );
  finds(
    "one thing at a time: where the text is broken, nothing more is said",
    `
    global: {a: &a.b 1}
    webhook:
      sidecar: @
               ^ error[syntax] A value cannot start with @
  `,
  );
  passes("tabs in strings and brackets", "global:\n  a: |\n    x\n    \ty\n  b: [1,\t2]\n");
  passes(
    "an ordinary operator resource",
    "apiVersion: operator.a.io/v1alpha1\nkind: CAPOperator\nmetadata: {name: a}\n",
    "operator",
  );
});

describe("syntax: quick fixes", () => {
  mends(
    "a line of only a tab",
    "webhook:\n$0\t\n  sidecar: true\n",
    "Replace tabs with spaces",
    "webhook:\n  \n  sidecar: true\n",
  );
  mends(
    "as wide as the file's levels",
    "webhook:\n$0\tsidecar: true\n",
    "Replace tabs with spaces",
    "webhook:\n  sidecar: true\n",
  );
  mends(
    "in a file indented by four spaces",
    "controller:\n    replicas: 1\nwebhook:\n$0\tsidecar: true\n",
    "Replace tabs with spaces",
    "controller:\n    replicas: 1\nwebhook:\n    sidecar: true\n",
  );
  mends(
    "with carriage returns",
    "webhook:\r\n$0\tsidecar: true\r\n",
    "Replace tabs with spaces",
    "webhook:\r\n  sidecar: true\r\n",
  );
  mends(
    "a line that stands too far to the left, where the one above it stands",
    "webhook:\n  replicas: 2\n $0sidecar: true # ours\n",
    "Indent line 3 by 2 spaces",
    "webhook:\n  replicas: 2\n  sidecar: true # ours\n",
  );
  offers(
    "no more than two places for a line, the nearest first",
    "controller:\n    replicas: 2\n  $0priorityClassName: a\nwebhook: {}\n",
    ["Indent line 3 by 4 spaces", "Indent line 2 by 2 spaces"],
  );
  mends(
    "a line whose level is open further up",
    "webhook:\n  tolerations:\n    - key: a\n      operator: Exists\n      effect: NoExecute\n      tolerationSeconds: 1\n   $0- operator: Exists\n",
    "Indent line 7 by 4 spaces",
    "webhook:\n  tolerations:\n    - key: a\n      operator: Exists\n      effect: NoExecute\n      tolerationSeconds: 1\n    - operator: Exists\n",
  );
  mends(
    "below an anchor that is used further down",
    "podSecurityContext: {}\ncontroller:\n  podLabels: &x\n$0\t  a: b\n    c: d\nwebhook:\n  podLabels: *x\n",
    "Replace tabs with spaces",
    "podSecurityContext: {}\ncontroller:\n  podLabels: &x\n    a: b\n    c: d\nwebhook:\n  podLabels: *x\n",
  );
  mends(
    "the line above the broken one, if that is what stands wrong",
    "controller:\n    replicas: 2\n  $0priorityClassName: a\nwebhook: {}\n",
    "Indent line 2 by 2 spaces",
    "controller:\n  replicas: 2\n  priorityClassName: a\nwebhook: {}\n",
  );
});

describe("syntax: brackets, quotes and lines too many", () => {
  mends(
    "before a comment",
    "webhook:\n$0\t# ours\n  sidecar: true\n",
    "Replace tabs with spaces",
    "webhook:\n  # ours\n  sidecar: true\n",
  );
  mends(
    "an alias without its anchor in a list",
    "controller:\n  <<: [*$0a, *b]\nglobal: {x: &b {replicas: 1}}\n",
    "Remove the item",
    "controller:\n  <<: [*b]\nglobal: {x: &b {replicas: 1}}\n",
  );
  mends(
    "a bracket in the quotes",
    'global: {n: 1}\ncontroller: $0{replicas: "2}"\nwebhook: {}\n',
    "Remove the quotes around the value on line 2",
    "global: {n: 1}\ncontroller: {replicas: 2}\nwebhook: {}\n",
  );
  offers("the only guess that holds as the preferred one", "webhook: {replicas: [$02}]\n", [
    "*Remove the brackets around the value on line 1",
  ]);
  offers("not if it takes a key away", "priorityClassName: $0{a: b}}\n", [
    "Remove the braces around the value on line 1",
  ]);
  mends(
    "a bracket that is not closed",
    "controller: $0{replicas: 1, nodeSelector: {a: b\nwebhook: {}\n",
    'Write "}}" at the end of line 1',
    "controller: {replicas: 1, nodeSelector: {a: b}}\nwebhook: {}\n",
  );
  mends(
    "entries without a comma",
    '{\n  "controller": { "replicas": 1 }$0\n  "webhook": { "replicas": 2 }\n}\n',
    'Write "," at the end of line 2',
    '{\n  "controller": { "replicas": 1 },\n  "webhook": { "replicas": 2 }\n}\n',
  );
  mends(
    "a line that is there twice",
    '$0{\n  "controller": {\n  "controller": {\n    "replicas": 1\n  }\n}\n',
    "Remove line 3, which repeats line 2",
    '{\n  "controller": {\n    "replicas": 1\n  }\n}\n',
  );
  mends(
    "a value above keys",
    "subscriptionServer: $0yes\n  domain: a.b\n  dnsTarget: c.b\n",
    'Remove "yes", and keep what is below',
    "subscriptionServer:\n  domain: a.b\n  dnsTarget: c.b\n",
  );
  mends(
    "a key in quotes without its colon",
    '"subscriptionServer"$0\n  "domain": "a.b"\n  "dnsTarget": "c.b"\n',
    'Write "subscriptionServer":',
    '"subscriptionServer":\n  "domain": "a.b"\n  "dnsTarget": "c.b"\n',
  );
  offers("an alias with a slip in its name", "global: {a: &pool b}\npriorityClassName: $0*pol\n", [
    '*Change to "*pool"',
    'Remove "priorityClassName"',
  ]);
});
