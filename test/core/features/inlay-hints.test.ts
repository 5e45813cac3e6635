import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Analysis } from "../../../server/core/analysis.ts";
import { DEFAULT_SETTINGS, type InlayHintMode } from "../../../server/core/settings.ts";
import { analyse, createEngine } from "../support/engine.ts";
import { analyseIn } from "../support/release.ts";

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

async function hintsOf(analysis: Analysis, mode: InlayHintMode = "inherited", range = WHOLE) {
  const engine = await createEngine({ ...DEFAULT_SETTINGS, inlayHints: mode });
  return engine.inlayHints(analysis, range);
}

/** The lines of a text that have hints, with them. */
async function shown(
  analysis: Analysis,
  mode: InlayHintMode = "inherited",
  range = WHOLE,
): Promise<string[]> {
  const lines = analysis.file.text.split(/\r?\n/);
  return (await hintsOf(analysis, mode, range)).map(({ position, label }) => {
    const text = typeof label === "string" ? label : label.map(({ value }) => value).join("");
    const line = lines[position.line] ?? "";
    return `${line.slice(0, position.character)}| ${text}${line.slice(position.character)}`;
  });
}

describe("what a component inherits", () => {
  test("stands behind the nearest key that is written", async () => {
    const text =
      "image:\n  tag: v1\nwebhook:\n  replicas: 1\ncontroller:\n  image:\n    pullPolicy: Always\n";
    assert.deepEqual(await shown(analyse(text)), ["webhook:| ⟵ image.tag: v1", "  image:| ⟵ tag: v1"]);
  });

  test("stands behind an empty key, and behind a comment", async () => {
    const text =
      'image: {tag: v1}\nnodeSelector: {disk: ssd}\nwebhook:\n  image:\n    tag: ""  # later\n  nodeSelector: {}\n';
    assert.deepEqual(await shown(analyse(text)), [
      '    tag: ""  # later| ⟵ v1',
      "  nodeSelector: {}| ⟵ { disk: ssd }",
    ]);
  });

  test("not where the component has its own, nor where the top level has nothing", async () => {
    const text =
      "image: {tag: v1}\nwebhook: {image: {tag: v2}}\ncontroller: {image: {tag: v3}, priorityClassName: ''}\n";
    assert.deepEqual(await shown(analyse(text)), []);
  });

  test("not for components that are not written", async () => {
    assert.deepEqual(await shown(analyse("image: {tag: v1}\n")), []);
  });

  test("labels that are merged, without those that the component has", async () => {
    const text = "podLabels: {team: a, tier: x}\nwebhook:\n  podLabels:\n    tier: y\n";
    assert.deepEqual(await shown(analyse(text)), ["  podLabels:| ⟵ team: a"]);
  });

  test("keeps to three keys; the others are told when asked", async () => {
    const text =
      "image: {tag: v1, pullPolicy: Always}\npriorityClassName: p\nnodeSelector: {a: b}\npodLabels: {c: d}\nwebhook:\n  sidecar: true\n";
    const [line] = await shown(analyse(text));
    assert.match(line ?? "", /^webhook:\| ⟵ image\.tag: v1, image\.pullPolicy: Always, .*, 2 more$/);
    const [hint] = await hintsOf(analyse(text));
    const last = typeof hint?.label === "string" ? undefined : hint?.label.at(-1);
    assert.match(String(last?.tooltip), /^nodeSelector: \{ a: b \}\npriorityClassName: p$/);
  });

  test("leads to the place it comes from, in another file of the release too", async () => {
    const files = { "a.yaml": "# top\nimage: {tag: v1}\n", "b.yaml": "webhook:\n  replicas: 1\n" };
    const [hint] = await hintsOf(analyseIn("b.yaml", { files }));
    const part = typeof hint?.label === "string" ? undefined : hint?.label[1];
    assert.deepEqual(part?.location, {
      uri: "file:///a.yaml",
      range: { start: { line: 1, character: 8 }, end: { line: 1, character: 11 } },
    });
    assert.equal(
      part?.tooltip,
      "webhook.image.tag is not set here and counts as v1. It comes from top-level image.tag (a.yaml:2).",
    );
  });

  test("names the releases where they differ", async () => {
    const own = { "b.yaml": "webhook:\n  replicas: 1\n" };
    const dev = { name: "dev", files: { ...own, "dev.yaml": "image: {tag: v1}\npriorityClassName: p\n" } };
    const prod = { name: "prod", files: { ...own, "prod.yaml": "image: {tag: v2}\npriorityClassName: p\n" } };
    assert.deepEqual(await shown(analyseIn("b.yaml", dev, prod)), [
      "webhook:| ⟵ image.tag: v1 (dev) / v2 (prod), priorityClassName: p",
    ]);
  });

  test("with carriage returns, aliases and merge keys", async () => {
    const text =
      "image: {tag: v1}\r\nwebhook: &w\r\n  replicas: 1\r\ncontroller: *w\r\nsubscriptionServer:\r\n  <<: *w\r\n";
    assert.deepEqual(await shown(analyse(text)), [
      "webhook: &w| ⟵ image.tag: v1",
      "subscriptionServer:| ⟵ image.tag: v1",
    ]);
  });
});

test("a range is asked for, and only that is answered", async () => {
  const text = "image: {tag: v1}\nwebhook:\n  replicas: 1\ncontroller:\n  replicas: 1\n";
  const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  assert.deepEqual(await shown(analyse(text), "inherited", range), ["controller:| ⟵ image.tag: v1"]);
});

test("off shows nothing, all shows every value that counts without being written", async () => {
  const text = "webhook:\n  service:\n    type: NodePort\n  replicas: 2\n";
  assert.deepEqual(await shown(analyse(text), "off"), []);
  assert.deepEqual(await shown(analyse(text), "inherited"), []);
  const all = await shown(analyse(text), "all");
  assert.ok(all.includes("  service:| ⟵ port: 443, targetPort: 1443"));
  assert.ok(!all.some((line) => line.includes("replicas:") && line.includes("⟵ 2")));
  const files = { "a.yaml": "webhook: {replicas: 5}\n", "b.yaml": "webhook:\n  service: {port: 1}\n" };
  assert.match((await shown(analyseIn("b.yaml", { files }), "all"))[0] ?? "", /^webhook:\| ⟵ replicas: 5/);
});

test("the operator resource has none", async () => {
  assert.deepEqual(await shown(analyse("kind: CAPOperator\nspec: {}\n", "operator"), "all"), []);
});
