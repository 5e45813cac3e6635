import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { HelmNode } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import { findProperty, valueAt, walk } from "../../../server/core/yaml/lookup.ts";
import { parseYaml } from "../../../server/core/yaml/reader/parse.ts";
import type { ValueNode } from "../../../server/core/yaml/tree.ts";
import { effort } from "../../support/effort.ts";
import { mergesInARow, mergesOfMerges, mergesOfOwnKeys } from "../../support/merges.ts";
import { KEYS, mergingMappings } from "../support/merging-mappings.ts";

function rootOf(text: string): ValueNode {
  const { root } = parseYaml(text).documents[0] ?? {};
  assert.ok(root);
  return root;
}

/** Counts the reads of the entries of mappings while `look` runs. */
function countLooks(root: ValueNode, look: () => void): number {
  let looks = 0;
  walk(root, (node) => {
    if (node.type !== "object") return;
    const { properties } = node;
    Object.defineProperty(node, "properties", {
      get: () => {
        looks++;
        return properties;
      },
    });
  });
  looks = 0;
  look();
  return looks;
}

for (const [what, text, mappings] of [
  ["twenty merges of the same mapping, forty levels deep", mergesOfMerges(20, 40), 41],
  ["a thousand merges of the same mapping, three levels deep", mergesOfMerges(1000, 3), 4],
  ["a thousand levels", mergesInARow(1000), 1001],
  ["a thousand levels, each with a key of its own", mergesOfOwnKeys(1000), 1001],
] as const) {
  test(`a lookup goes through each mapping once: ${what}`, () => {
    const root = rootOf(text);
    const merges = text.split("*").length - 1;
    const last = findProperty(root, `m${mappings - 1}`)?.valueNode;
    const first = findProperty(root, "m0")?.valueNode;
    assert.ok(last && first);
    let found: unknown;
    const looks = countLooks(root, () => {
      assert.equal(findProperty(last, "missing"), undefined);
      found = findProperty(last, "k");
    });
    assert.equal(found, findProperty(first, "k"));
    assert.ok(
      looks <= 8 * (mappings + merges),
      `${looks} looks at ${mappings} mappings with ${merges} merges`,
    );
    const again = countLooks(root, () => {
      findProperty(last, "missing");
      findProperty(last, "k");
    });
    assert.ok(again <= 20, "what is known is not looked for again");
  });
}

test("what a lookup finds for one mapping is right for the others that it passed", () => {
  const root = rootOf(
    "a: &a {k: 1}\nb: &b {k: 2, j: 2}\nc: &c {<<: [*a, *b], i: 3}\nd: {<<: [*c], j: 4, <<: *b}\n",
  );
  for (const [path, value] of [
    [["d", "k"], 2],
    [["c", "k"], 1],
    [["b", "k"], 2],
    [["a", "k"], 1],
    [["d", "i"], 3],
    [["d", "j"], 2],
    [["c", "j"], 2],
    [["a", "j"], undefined],
    [["b", "i"], undefined],
  ] as const) {
    const found = valueAt(root, path);
    assert.equal(found && "value" in found ? found.value : undefined, value, path.join("."));
  }
});

test("what a lookup finds is what Helm reads, at the same place in the text", () => {
  fc.assert(
    fc.property(mergingMappings, (text) => {
      const file = parseYaml(text);
      const root = file.documents[0]?.root;
      const { values } = readValues(file, 3, (value) => ({ kind: "chart-default", chart: "read", value }));
      // Helm reads nothing from aliases that expand to too much.
      fc.pre(values !== undefined);
      for (const [name, mapping] of values.entries) {
        assert.equal(mapping.type, "map");
        for (const key of KEYS) {
          const counting: HelmNode | undefined =
            mapping.type === "map" ? mapping.entries.get(key) : undefined;
          assert.equal(valueAt(root, [name, key])?.offset, offsetOf(counting), `${name}.${key}`);
        }
      }
    }),
    effort(1000),
  );
});

function offsetOf(node: HelmNode | undefined): number | undefined {
  return node?.origin.kind === "chart-default" ? node.origin.value?.offset : undefined;
}
