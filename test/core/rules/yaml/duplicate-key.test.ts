import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { nodeAt } from "../../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../../server/core/values/helm-value.ts";
import { pathOf, walk } from "../../../../server/core/yaml/lookup.ts";
import { isMergeKey } from "../../../../server/core/yaml/merge-keys.ts";
import { diagnosticsOf } from "../../support/check-diagnostics.ts";
import { analyse, engine } from "../../support/engine.ts";
import { mergingMappings } from "../../support/merging-mappings.ts";
import { finds, mends, offers, passes } from "../../support/rule-tests.ts";

describe("duplicate-key", () => {
  finds(
    "a key that appears twice, at the one that Helm ignores",
    `
    webhook:
      replicas: 1
      ^^^^^^^^ error[duplicate-key] "replicas" appears twice in this mapping. Helm keeps the one on line 3
      replicas: 2
  `,
  );
  finds(
    "in brackets",
    `
    webhook: {sidecar: true, sidecar: false}
              ^^^^^^^ error[duplicate-key] "sidecar" appears twice
  `,
  );
  finds(
    "an unknown key that appears twice is reported as unknown once",
    `
    foo: 1
    ^^^ error[duplicate-key]
    foo: 2
    ^^^ warning[unknown-key]
  `,
  );
  passes(
    "one key in two mappings",
    `
    webhook:
      replicas: 1
    controller:
      replicas: 1
  `,
  );
  finds(
    "a key that a merge key below it brings as well, because Helm applies a merge key where it is written",
    `
    controller: &base
      replicas: 1
      priorityClassName: high
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] The merge key (<<) on line 6 overwrites "replicas" with the value on line 2, because Helm applies
      <<: *base
      priorityClassName: low
  `,
  );
  finds(
    "a key that a merge of a merge brings, at the last merge key that does",
    `
    controller: &base {replicas: 1}
    global: {one: &one {<<: *base}, two: &two {sidecar: true}}
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] The merge key (<<) on line 6 overwrites "replicas" with the value on line 1
      sidecar: false
      ^^^^^^^ error[duplicate-key] The merge key (<<) on line 7 overwrites "sidecar" with the value on line 2
      <<: [*two, *one]
      <<: *two
  `,
  );
  finds(
    "a key above and below a merge key, once",
    `
    controller: &base {replicas: 1}
    webhook:
      replicas: 2
      ^^^^^^^^ error[duplicate-key] "replicas" appears twice in this mapping. Helm keeps the one on line 5
      <<: *base
      replicas: 3
  `,
  );
  passes(
    "keys that a merge key below does not bring, and keys below it",
    `
    controller: &base {replicas: 1}
    webhook:
      sidecar: true
      <<: *base
      replicas: 2
  `,
  );
  passes(
    "a quoted << beside a merge key, which is a label",
    `
    global:
      "<<": 1
      <<: {a: 1}
  `,
  );
  test("says where the other one is", async () => {
    const [, found] = await diagnosticsOf("webhook:\n  replicas: 1\n  replicas: 2\n");
    assert.deepEqual(found?.relatedInformation?.[0]?.location.range.start, { line: 2, character: 2 });
  });
});

test("every key whose value is not the one that Helm has is found, and no other", async () => {
  await fc.assert(
    fc.asyncProperty(mergingMappings, async (mappings) => {
      const text = `global:\n  ${mappings.trimEnd().replaceAll("\n", "\n  ")}\n`;
      const analysis = analyse(text);
      const { values } = readValues(analysis.file, 3, (value) => ({
        kind: "chart-default",
        chart: "read",
        value,
      }));
      // Helm reads nothing from aliases that repeat too much.
      fc.pre(values !== undefined);
      const lost: number[] = [];
      walk(analysis.file.documents[0]?.root, (node) => {
        if (node.type !== "property" || isMergeKey(node) || node.valueNode.type !== "number") return;
        const path = pathOf(node);
        // What a merge key holds has no place of its own in what Helm reads.
        if (path.includes("<<")) return;
        const counting = nodeAt(values, path)?.origin;
        const isKept = counting?.kind === "chart-default" && counting.value?.offset === node.valueNode.offset;
        if (!isKept) lost.push(node.offset);
      });
      const found = await engine.diagnostics(analysis);
      assert.deepEqual(
        found
          .filter(({ code }) => code === "duplicate-key")
          .map(({ range }) => analysis.text.offsetAt(range.start))
          .sort((a, b) => a - b),
        lost.sort((a, b) => a - b),
      );
    }),
    { numRuns: 100 },
  );
});

describe("duplicate-key: quick fixes", () => {
  mends(
    "with its comment",
    "webhook:\n  # old\n  repl$0icas: 1\n  # new\n  replicas: 2\n",
    'Remove this "replicas"',
    "webhook:\n  # new\n  replicas: 2\n",
  );
  mends(
    "in brackets",
    "webhook: {side$0car: true, sidecar: false}\n",
    'Remove this "sidecar"',
    "webhook: {sidecar: false}\n",
  );
  mends(
    "a whole block",
    "web$0hook:\n  replicas: 1\n\nwebhook:\n  replicas: 2\n",
    'Remove this "webhook"',
    "\nwebhook:\n  replicas: 2\n",
  );
  mends(
    "that a merge key overwrites",
    "controller: &base {replicas: 1}\nwebhook:\n  # more\n  repl$0icas: 2\n  <<: *base\n",
    'Move "replicas" below the merge key',
    "controller: &base {replicas: 1}\nwebhook:\n  <<: *base\n  # more\n  replicas: 2\n",
  );
  mends(
    "that a merge key overwrites",
    "controller: &base {replicas: 1}\nwebhook: {repl$0icas: 2, <<: *base}\n",
    'Remove this "replicas"',
    "controller: &base {replicas: 1}\nwebhook: {<<: *base}\n",
  );
  offers(
    "of a key with an anchor, only to remove it: aliases between the two places would lose it",
    "controller: &base {replicas: 1}\nwebhook:\n  repl$0icas: &two 2\n  <<: *base\n",
    ['Remove this "replicas"'],
  );
});

describe("duplicate-key: lines that belong together", () => {
  mends(
    "what is said above a key that is repeated on the next line stays",
    "# ours\nweb$0hook:\nwebhook:\n  sidecar: true\n",
    'Remove this "webhook"',
    "# ours\nwebhook:\n  sidecar: true\n",
  );
  mends(
    "a key between the two has the second one below it",
    "global:\n  t$0ag: &tag v1\n  image:\n  tag: *tag\n",
    "Move line 3 to the left edge",
    "global:\n  tag: &tag v1\nimage:\n  tag: *tag\n",
  );
});

describe("duplicate-key: two words for one key", () => {
  finds(
    "are named as they are written",
    `
    podLabels:
      on: a
      ^^ error[duplicate-key] Helm reads "on" and the "y" on line 3 as the same key, "true", and ignores this one. Put them in quotes.
      ^^ warning[invalid-label]
      y: b
      ^ warning[invalid-label]
  `,
  );
});
