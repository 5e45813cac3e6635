import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import type { DocumentKind } from "../../../server/core/wire/documents.ts";
import { effort } from "../../support/effort.ts";
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
  const { text, edit } = pastedAt(marked, block, kind, indent);
  return edit && TextDocument.applyEdits(TextDocument.create("file:///values.yaml", "yaml", 1, text), [edit]);
}

/** The text without `$0`, and the edit that pastes a block there. */
function pastedAt(marked: string, block: string, kind: DocumentKind = "values", indent?: number) {
  const { text, offset } = withCursor(marked);
  const analysis = analyse(text, kind);
  return { text, edit: engine.pasted(analysis, analysis.text.positionAt(offset), block, indent) };
}

/** A paste: its name, the text, the block, and the text afterwards. */
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
  [
    "stays together where one of its keys does not fit",
    "controller:\n  $0\nwebhook: {}\n",
    `tolerations:\n  ${TOLERATION.replaceAll("\n", "\n  ")}\nmylabel: x`,
    "controller:\n  tolerations:\n    - key: dedicated\n      operator: Exists\n  mylabel: x\nwebhook: {}\n",
  ],
  [
    "has a key that fits further out there, with its comment",
    "controller:\n  replicas: 2\n  $0\nwebhook: {}\n",
    "versionMonitoring: {}\n# the metrics\nmonitoring:\n  enabled: true\nresources:\n  limits: {}\n",
    "controller:\n  replicas: 2\n  versionMonitoring: {}\n  resources:\n    limits: {}\n\n# the metrics\nmonitoring:\n  enabled: true\nwebhook: {}\n",
  ],
  [
    "stays together where something would belong to another key otherwise",
    "controller:\n  $0\n  replicas: 2\n",
    "versionMonitoring: {}\nmonitoring:\n  enabled: true",
    "controller:\n  versionMonitoring: {}\n  monitoring:\n    enabled: true\n  replicas: 2\n",
  ],
  [
    "keeps its levels where nothing knows it",
    "controller:\n  $0",
    "one:\n  two: 3",
    "controller:\n  one:\n    two: 3",
  ],
  [
    "is not put where lines below would belong to another key",
    "controller:\n$0\n  replicas: 2\n",
    "webhook:\n  replicas: 2",
    "controller:\n  webhook:\n    replicas: 2\n  replicas: 2\n",
  ],
  ["is indented where any key is allowed", "podLabels: $0\n", "a: b\nc: d", "podLabels:\n  a: b\n  c: d\n"],
];

const PLAIN: readonly Row[] = (
  [
    ["at its place", "$0", LIMITS],
    ["at its place, with its indentation", "controller:\n$0", "  replicas: 2\n  image: {}\n"],
    ["at its place, on its own line", "controller:\n  $0", "replicas: 2"],
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

/** The text, the block, and the notice for the user; `undefined` without one. */
const NOTICES: readonly (readonly [what: string, text: string, block: string, notice: string | undefined])[] =
  [
    ["a block that goes where it fits", "controller:\n$0\n", LIMITS, undefined],
    ["any keys where any are allowed", "podLabels: $0\n", "a: b\nc: d", undefined],
    ["items that have no keys", "imagePullSecrets:$0\n", "- name: a\n- name: b\n", undefined],
    ["an unknown key that the editor puts there, too", "controller:\n  $0", "mylabel: x", undefined],
    [
      "a block that goes further out",
      "controller:\n  replicas: 2\n  $0",
      "monitoring:\n  enabled: true",
      '"monitoring" was put further out, where it belongs.',
    ],
    [
      "a key that goes further out than the others",
      "controller:\n  replicas: 2\n  $0\nwebhook: {}\n",
      "versionMonitoring: {}\nmonitoring:\n  enabled: true\nresources:\n  limits: {}\n",
      '"monitoring" was put further out, where it belongs.',
    ],
    [
      "two keys that do, and one that has no place",
      "controller:\n  $0\n",
      "replicas: 2\nmylabel: x\nmonitoring:\n  enabled: true\nwebhook: {}\nversionMonitoring: {}\n",
      '"monitoring" and "webhook" were put further out, where they belong. "mylabel" is not known here and stays as it was copied.',
    ],
    [
      "a key that has no place among others",
      "controller:\n$0\n",
      "replicas: 2\nmylabel: x\n",
      '"mylabel" is not known here and stays as it was copied.',
    ],
    [
      "a block of which nothing is known",
      "controller:\n  $0",
      "one:\n  two: 3\nthree: 4\n",
      '"one" and "three" are not known here and stay as they were copied.',
    ],
    [
      "more keys than a person reads",
      "controller:\n  $0",
      "a: 1\nb: 2\nc: 3\nd: 4\n",
      "4 keys are not known here and stay as they were copied.",
    ],
    [
      "a long key",
      "controller:\n$0\n",
      `replicas: 2\n${"m".repeat(400)}: x\n`,
      `"${"m".repeat(119)}…${"m".repeat(19)}" is not known here and stays as it was copied.`,
    ],
  ];

describe("a person who pastes reads where keys went", () => {
  for (const [what, text, block, notice] of NOTICES)
    test(what, () => assert.equal(pastedAt(text, block).edit?.notice, notice));
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

/** Entries of a block, by their keys: some are known below `controller`, some at the top level, some nowhere. */
const ENTRIES: Readonly<Record<string, string>> = {
  replicas: "replicas: 2",
  tolerations: "tolerations:\n- key: a\n  operator: Exists",
  resources: "# limits\nresources:\n  limits:\n    # of it\n    memory: 1Gi",
  podAnnotations: "podAnnotations:\n  note: |\n    a\n\n    # b",
  monitoring: "monitoring:\n  enabled: true",
  certificateManager: "certificateManager: Platform",
  domain: 'domain: "a\n\n  b"',
  mylabel: "mylabel: {x: 1,\n  y: 2}",
  other: "other: # none",
};
const AROUND = [
  "controller:\n$0\n",
  "controller:\n  $0",
  "controller:\n  $0\nwebhook:\n  service: {}\n",
  "controller: $0\nwebhook:\n  service: {}\n",
  "controller:\n    image:\n        $0\n    logLevel: 1\n",
  "webhook:\n  service: {}\n$0\nimage: {}\n",
  "subscriptionServer:\n  dnsTarget: a.b.c\n  $0\n# end\n",
];

/** Every mapping in a value, and the value itself. */
function mappingsIn(value: unknown): Readonly<Record<string, unknown>>[] {
  if (typeof value !== "object" || value === null) return [];
  const below = Object.values(value).flatMap(mappingsIn);
  return Array.isArray(value) ? below : [{ ...value }, ...below];
}

/** A value without the entries of a block, wherever they are, and without mappings that are empty then. */
function without(value: unknown, block: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const rest = Object.entries(value)
    .filter(([key, child]) => !(key in block && JSON.stringify(child) === JSON.stringify(block[key])))
    .map(([key, child]) => [key, without(child, block)] as const)
    .filter(([, child]) => child !== null && JSON.stringify(child) !== "{}");
  return Object.fromEntries(rest);
}

test("what was pasted has each entry once and as it was copied, and leaves all others as they were", () => {
  const keys = fc.shuffledSubarray(Object.keys(ENTRIES), { minLength: 1 });
  const cut = fc.boolean();
  let moved = 0;
  fc.assert(
    fc.property(keys, fc.constantFrom(...AROUND), cut, (chosen, marked, isFollowed) => {
      const block = chosen.map((key) => ENTRIES[key]).join("\n") + (isFollowed ? "\n" : "");
      const text = after(marked, block);
      if (text === undefined) return;
      moved += 1;
      const [pasted, result] = [parse(block), parse(text)];
      for (const [key, value] of Object.entries(pasted)) {
        const holders = mappingsIn(result).filter(
          (item) => JSON.stringify(item[key]) === JSON.stringify(value),
        );
        assert.equal(holders.length, 1, `${key} in\n${text}`);
      }
      assert.deepEqual(without(result, pasted), without(parse(withCursor(marked).text), {}), text);
      for (const comment of block.match(/^ *# .*$/gm) ?? []) assert.ok(text.includes(comment.trim()), text);
    }),
    effort(2000),
  );
  assert.ok(moved > 0);
});
