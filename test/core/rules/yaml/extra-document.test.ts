import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { Analysis } from "../../../../server/core/semantics/analysis.ts";
import type { HelmMajor } from "../../../../server/core/values/refusal.ts";
import { parseYaml } from "../../../../server/core/yaml/reader/parse.ts";
import { engine } from "../../support/engine.ts";
import { finds, passes } from "../../support/rule-tests.ts";

const REQUIRED =
  "subscriptionServer: {domain: cop.cluster-a.internal, dnsTarget: public.cluster-a.internal}\n";

describe("extra-document", () => {
  finds(
    "a second document",
    `${REQUIRED}---
^^^ warning[extra-document] Helm 3 reads only the first document of a values file and ignores this one. Move the values you need above the \`---\`.
webhook: {replicas: 2}
`,
  );
  finds(
    "what follows the end of a document",
    `${REQUIRED}...
webhook: {replicas: 2}
^^^^^^^^^^^^^^^^^^^^^^ warning[extra-document] Helm ignores everything after the \`...\`. Remove that line if you need the values below it.
`,
  );
  passes("a document that begins with its marker", `---\n${REQUIRED}`);
  passes("a document that ends with its marker", `${REQUIRED}...\n`);
  passes("a second document without content", `${REQUIRED}---\n# nothing\n`);
  passes("two operator resources", "spec: {}\n---\nspec: {}\n", "operator");
});

describe("several documents", () => {
  const SECOND = `controller: {replicas: 2}\n---\n${REQUIRED}`;

  test("Helm 3 misses in the first document what is in the second", async () => {
    assert.deepEqual(await codes(SECOND, 3), ["required-for-install", "extra-document"]);
  });
  test("Helm 4 has what is in the second document", async () => {
    assert.deepEqual(await codes(SECOND, 4), ["extra-document"]);
    const [found] = await engine.diagnostics(analysisFor(SECOND, 4));
    assert.equal(
      found?.message,
      "Helm 4 merges this document over the ones above it. Helm 3 would ignore it.",
    );
    assert.equal(found?.severity, 3);
  });
  test("what is missing in both is reported once, with Helm 3 and with Helm 4", async () => {
    const text = "controller: {replicas: 2}\n---\nwebhook: {replicas: 2}\n";
    for (const helm of [3, 4] as const) {
      assert.deepEqual(await codes(text, helm), ["required-for-install", "extra-document"]);
    }
  });
  // From Helm 3 and 4 themselves: the recorded answers to `a: 1` and `a: 2` in two documents.
  test("the effective values are those of the Helm that installs", () => {
    const text = `${REQUIRED}webhook: {replicas: 2}\n---\nwebhook: {replicas: 3}\n`;
    for (const [helm, replicas] of [
      [3, "replicas: 2"],
      [4, "replicas: 3"],
    ] as const) {
      const analysis = analysisFor(text, helm);
      const [root] = analysis.roots;
      assert.ok(root);
      const shown = engine.effectiveDocument(analysis.stacksOf(root)[0], "changed").text;
      assert.match(shown, new RegExp(replicas));
    }
  });

  test("a fix is tried out with the Helm that installs", async () => {
    const memory = (kind: string, amount: string) =>
      `controller: {resources: {${kind}: {memory: ${amount}}}}\n`;
    // On its own, over the chart's default limit of 500Mi, the second document would be no better with 600Mi.
    const text = `${REQUIRED}${memory("limits", "600Mi")}---\n${memory("requests", "700Mi")}`;
    const analysis = analysisFor(text, 4);
    const end = analysis.text.positionAt(text.length);
    const actions = await engine.codeActions(analysis, { start: { line: 0, character: 0 }, end }, []);
    const titles = actions.map(({ title }) => title);
    assert.ok(titles.includes("Set the request to 600Mi"), titles.join("\n"));
    const found = (await engine.diagnostics(analysis)).filter(({ code }) => code === "request-exceeds-limit");
    assert.equal(found.length, 1);
  });
});

async function codes(text: string, helm: HelmMajor): Promise<unknown[]> {
  return (await engine.diagnostics(analysisFor(text, helm))).map(({ code }) => code);
}

function analysisFor(text: string, helm: HelmMajor): Analysis {
  const file = parseYaml(text);
  const roots = file.documents.map((document) => ({
    kind: "values" as const,
    document,
    node: document.root,
  }));
  return new Analysis("file:///values.yaml", 1, file, roots, [], helm);
}
