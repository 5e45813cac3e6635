import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { DocumentKind } from "../../../server/core/yaml/tree.ts";
import { analyse, engine, withCursor } from "../support/engine.ts";

const LIMITS = "resources:\n  limits:\n    cpu: 500m";
const TOLERATION = "- key: dedicated\n  operator: Exists";

/** The text after pasting at `$0`; `undefined` if the editor pastes the block as it is. */
function after(
  marked: string,
  block: string,
  kind: DocumentKind = "values",
  indent?: number,
): string | undefined {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text, kind);
  const edit = engine.pasted(analysis, analysis.text.positionAt(offset), block, indent);
  return edit && TextDocument.applyEdits(TextDocument.create("file:///values.yaml", "yaml", 1, text), [edit]);
}

/** What it is, the text, the block, and the text afterwards. */
type Row = readonly [what: string, text: string, block: string, after: string | undefined];

const MOVED: readonly Row[] = [
  [
    "goes on below the column of its first line",
    "controller:\n  $0\n",
    LIMITS,
    "controller:\n  resources:\n    limits:\n      cpu: 500m\n",
  ],
  [
    "is indented below the key that has it",
    "controller:\n$0\n",
    LIMITS,
    "controller:\n  resources:\n    limits:\n      cpu: 500m\n",
  ],
  [
    "keeps its own indentation, and takes that of the text where it begins",
    "image:\n    tag: v1\ncontroller:\n$0\n",
    LIMITS,
    "image:\n    tag: v1\ncontroller:\n    resources:\n      limits:\n        cpu: 500m\n",
  ],
  [
    "loses the indentation of where it was copied",
    "controller:\n  replicas: 2\n  $0",
    `      ${LIMITS.replaceAll("\n", "\n      ")}`,
    "controller:\n  replicas: 2\n  resources:\n    limits:\n      cpu: 500m",
  ],
  [
    "may have been copied from the first letter of its first line",
    "controller:\n  $0",
    "resources:\n          limits:\n            cpu: 500m",
    "controller:\n  resources:\n    limits:\n      cpu: 500m",
  ],
  [
    "and with keys at its side",
    "controller:\n  $0",
    "replicas: 2\n    image:\n      tag: v1\n",
    "controller:\n  replicas: 2\n  image:\n    tag: v1\n",
  ],
  [
    "goes up to the top level",
    "controller:\n  replicas: 2\n  $0",
    "monitoring:\n  enabled: true",
    "controller:\n  replicas: 2\nmonitoring:\n  enabled: true",
  ],
  [
    "takes the innermost mapping that has most of its keys",
    "controller:\n  resources:\n    $0",
    "replicas: 2\nresource: {}\nversionMonitoring: {}\n",
    "controller:\n  resources:\n  replicas: 2\n  resource: {}\n  versionMonitoring: {}\n",
  ],
  [
    "keeps its comments and block scalars",
    "controller:\n$0",
    "# the size\nresources: # all\n  # of them\n  limits: {cpu: 1}\npodAnnotations:\n  note: |\n    a\n\n      b\n",
    "controller:\n  # the size\n  resources: # all\n    # of them\n    limits: {cpu: 1}\n  podAnnotations:\n    note: |\n      a\n\n        b\n",
  ],
  [
    "keeps Windows line breaks",
    "controller:\r\n  $0\r\nwebhook: {}\r\n",
    LIMITS,
    "controller:\r\n  resources:\r\n    limits:\r\n      cpu: 500m\r\nwebhook: {}\r\n",
  ],
  [
    "goes below a key on whose line it is pasted",
    "controller: $0\n",
    LIMITS,
    "controller:\n  resources:\n    limits:\n      cpu: 500m\n",
  ],
  ["goes there with a single line, too", "controller:$0\n", "replicas: 2", "controller:\n  replicas: 2\n"],
  [
    "goes before the keys that are there",
    "controller: $0\n    replicas: 2\n",
    LIMITS,
    "controller:\n    resources:\n      limits:\n        cpu: 500m\n    replicas: 2\n",
  ],
  [
    "goes between the keys that are there",
    "controller:\n  replicas: 2\n$0\n  image: {}\n",
    LIMITS,
    "controller:\n  replicas: 2\n  resources:\n    limits:\n      cpu: 500m\n  image: {}\n",
  ],
  [
    "goes into the item above",
    "tolerations:\n  - key: dedicated\n$0\n",
    "operator: Equal\nvalue: a",
    "tolerations:\n  - key: dedicated\n    operator: Equal\n    value: a\n",
  ],
  [
    "goes after a dash",
    "tolerations:\n  - $0\n",
    "key: dedicated\noperator: Exists",
    "tolerations:\n  - key: dedicated\n    operator: Exists\n",
  ],
  [
    "is a list below its key",
    "controller:\n  tolerations:\n$0\n",
    TOLERATION,
    "controller:\n  tolerations:\n    - key: dedicated\n      operator: Exists\n",
  ],
  [
    "is a list at the items that are there",
    "controller:\n  tolerations:\n  - operator: Exists\n$0\n",
    TOLERATION,
    "controller:\n  tolerations:\n  - operator: Exists\n  - key: dedicated\n    operator: Exists\n",
  ],
  [
    "is a list after a dash",
    "tolerations:\n  - $0\n",
    TOLERATION,
    "tolerations:\n  - key: dedicated\n    operator: Exists\n",
  ],
  [
    "is a list on the line of its key",
    "tolerations: $0\n",
    TOLERATION,
    "tolerations:\n  - key: dedicated\n    operator: Exists\n",
  ],
  [
    "is a list before the items that are there",
    "tolerations:$0\n\n# the nodes\n- operator: Exists\n",
    TOLERATION,
    "tolerations:\n- key: dedicated\n  operator: Exists\n\n# the nodes\n- operator: Exists\n",
  ],
  [
    "is a list whose first item begins with a block",
    "affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms: $0\n",
    "- matchExpressions:\n      - key: a\n        operator: Exists",
    "affinity:\n  nodeAffinity:\n    requiredDuringSchedulingIgnoredDuringExecution:\n      nodeSelectorTerms:\n        - matchExpressions:\n            - key: a\n              operator: Exists\n",
  ],
  ["is indented where any key is allowed", "podLabels: $0\n", "a: b\nc: d", "podLabels:\n  a: b\n  c: d\n"],
];

const PLAIN: readonly Row[] = (
  [
    ["at its place", "$0", LIMITS],
    ["at its place, with its indentation", "controller:\n$0", "  replicas: 2\n  image: {}\n"],
    ["at its place, on its own line", "controller:\n  $0", "replicas: 2"],
    ["that nothing knows", "controller:\n  $0", "one:\n  two: 3"],
    ["of labels", "podLabels:\n  $0", "image: a\n  tier: b"],
    ["in brackets", "controller: {$0}", LIMITS],
    ["that is in brackets", "controller:\n$0", "{resources: {limits: {cpu: 1}}}"],
    ["of words", "controller:\n$0", "one\ntwo"],
    ["that cannot be read", "controller:\n$0", "resources:\n  limits: [\n"],
    ["indented by tabs", "controller:\n$0", "resources:\n\tlimits: {}"],
    ["of several documents", "controller:\n$0", "resources: {}\n---\nreplicas: 2"],
    ["that ends further left than it begins", "controller:\n$0", "    limits: {}\n  resources: {}"],
    ["in a block scalar", "podAnnotations:\n  note: |\n    $0", LIMITS],
    ["in a comment", "controller:\n  # $0", LIMITS],
    ["after a value", "controller:\n  replicas: 2$0", LIMITS],
    ["before a word", "controller:\n  $0replicas: 2", LIMITS],
    [
      "whose lines below it would belong to another key",
      "controller:\n$0\n  replicas: 2\n",
      "webhook:\n  replicas: 2",
    ],
    ["that nobody would look at", "controller:\n$0", `replicas: 2\n${"# note\n".repeat(20_000)}`],
    ["of nothing", "controller:\n$0", "\n"],
  ] as const
).map(([what, text, block]) => [what, text, block, undefined]);

describe("a pasted block", () => {
  for (const [what, text, block, expected] of MOVED) {
    test(what, () => assert.equal(after(text, block), expected));
  }
});

describe("the editor pastes a block", () => {
  for (const [what, text, block] of PLAIN) test(what, () => assert.equal(after(text, block), undefined));
});

test("in a text that shows no indentation, a block is indented as the editor does it", () => {
  assert.equal(after("controller:\n$0", "replicas: 2", "values", 4), "controller:\n    replicas: 2");
});

test("a block of an operator resource goes where its fields belong", () => {
  assert.equal(
    after(
      "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nspec:\n$0",
      "subscriptionServer:\n  subDomain: cop",
      "operator",
    ),
    "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nspec:\n  subscriptionServer:\n    subDomain: cop",
  );
});
