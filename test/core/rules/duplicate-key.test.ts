import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { nodeAt } from "../../../server/core/values/helm-tree.ts";
import { readValues } from "../../../server/core/values/helm-value.ts";
import { isMergeKey, pathOf, walk } from "../../../server/core/yaml/lookup.ts";
import { effort } from "../../support/effort.ts";
import { analyse, engine } from "../support/engine.ts";
import { mergingMappings } from "../support/merging-mappings.ts";

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
      // Helm reads nothing from aliases that expand to too much.
      fc.pre(values !== undefined);
      const lost: number[] = [];
      walk(analysis.file.documents[0]?.root, (node) => {
        if (node.type !== "property" || isMergeKey(node) || node.valueNode.type !== "number") return;
        const path = pathOf(node);
        // The entries of a merge key have no place of their own in Helm's values.
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
    effort(100),
  );
});
