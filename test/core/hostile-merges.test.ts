import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { load } from "js-yaml";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { mergesInARow, mergesOfMerges } from "../support/merges.ts";
import { labelsAt } from "./support/check-completion.ts";
import { diagnosticsOf } from "./support/diagnostics-of.ts";
import { analyse, engine } from "./support/engine.ts";
import { hoverAt } from "./support/hover-at.ts";
import { analyseIn, stackOf } from "./support/release.ts";

/** Values in which a component gets its keys from what is merged into it; the last line is where the cursor mark goes. */
function values(merges: string, levels: number): string {
  const base = merges.replace("{k: 1, j: 2}", "{domain: a.shop.io, dnsTarget: b.shop.io}");
  const nested = base.trimEnd().replaceAll("\n", "\n  ");
  return `global:\n  ${nested}\nsubscriptionServer:\n  domain: c.shop.io\n  <<: *m${levels}\n  `;
}

/** Deeper than any text that people write, but still accepted by Helm. */
const DEEP = values(mergesInARow(100), 100);
/** So many merges that following each one would never end; Helm rejects it at once. */
const WIDE = values(mergesOfMerges(20, 40), 40);

describe("a hundred levels of merge keys", () => {
  test("are checked by rules", async () => {
    const found = await diagnosticsOf(DEEP);
    assert.deepEqual(
      found.map(({ code, range }) => [code, range.start.line]),
      [["duplicate-key", 203]],
    );
  });

  test("give effective values and hovers what Helm has", () => {
    const { text } = engine.effectiveDocument(stackOf({ files: { "values.yaml": DEEP } }), "plain");
    assert.partialDeepStrictEqual(load(text), {
      subscriptionServer: { domain: "a.shop.io", dnsTarget: "b.shop.io" },
    });
    const analysis = analyseIn("values.yaml", { files: { "values.yaml": DEEP } });
    const position = analysis.text.positionAt(DEEP.indexOf("domain: c"));
    assert.match(
      JSON.stringify(engine.hover(analysis, position)),
      /Effective in release prod:\*\* `a\.shop\.io`/,
    );
  });

  test("do not keep completion from offering other keys", () => {
    assert.ok(labelsAt(`${DEEP}$0`).includes("priorityClassName"));
  });
});

describe("merges of merges that Helm rejects", () => {
  test("are checked only once by rules", async () => {
    const found = await diagnosticsOf(WIDE);
    assert.deepEqual(
      found.map(({ code }) => code),
      ["syntax", "duplicate-key"],
    );
    assert.match(String(found[0]?.message), /^The aliases of this document expand to too much text/);
  });

  test("do not affect hover and completion", () => {
    assert.match(hoverAt(`${WIDE}priority$0ClassName: x`)?.markdown ?? "", /priorityClassName/);
    assert.match(
      hoverAt(WIDE.replace("domain: c", "do$0main: c"))?.markdown ?? "",
      /subscriptionServer\.domain/,
    );
    assert.ok(labelsAt(`${WIDE}$0`).includes("priorityClassName"));
  });

  test("have no effect on effective values, in every release and feature that asks for them", () => {
    const stack = stackOf({ files: { "values.yaml": WIDE } });
    assert.match(engine.effectiveDocument(stack, "annotated").text, /expand to too much/);
    const analysis = analyse(WIDE);
    const end = analysis.text.positionAt(WIDE.length);
    assert.deepEqual(engine.inlayHints(analysis, { start: { line: 0, character: 0 }, end }), []);
    assert.equal(parseYaml(WIDE).problems.length, 0);
  });
});
