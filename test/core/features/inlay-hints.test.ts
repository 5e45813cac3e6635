import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { Analysis } from "../../../server/core/semantics/analysis.ts";
import { DEFAULT_SETTINGS, type InlayHintMode } from "../../../server/core/settings.ts";
import { analyse, createEngine } from "../support/engine.ts";
import { analyseIn } from "../support/release.ts";

const WHOLE = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };

async function hintsOf(analysis: Analysis, mode: InlayHintMode = "inherited", range = WHOLE) {
  const engine = await createEngine({ ...DEFAULT_SETTINGS, inlayHints: mode });
  return engine.inlayHints(analysis, range);
}

/** The lines of a text that have hints, together with the hints. */
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

/** The tooltip and the link of a part of a hint. */
async function told(analysis: Analysis, part: string): Promise<{ tooltip: string; location: unknown }> {
  const parts = (await hintsOf(analysis)).flatMap(({ label }) => (typeof label === "string" ? [] : label));
  const found = parts.find(({ value }) => value === part);
  return { tooltip: String(found?.tooltip), location: found?.location };
}

describe("a key of the top level", () => {
  test("says which components inherit it, once, and not on the components", async () => {
    const text =
      "image:\n  tag: v1\npriorityClassName: high\nwebhook:\n  replicas: 1\n  image: {tag: v2}\ncontroller:\n  replicas: 1\n";
    assert.deepEqual(await shown(analyse(text)), [
      "  tag: v1| → controller, subscriptionServer",
      "priorityClassName: high| → all components",
    ]);
    const { tooltip } = await told(analyse(text), "→ controller, subscriptionServer");
    assert.equal(tooltip, "image.tag is inherited by controller, subscriptionServer, not by webhook.");
  });

  test("says so for each key where several are on one line, and once where it is the same", async () => {
    const differing =
      "image: {tag: v1, pullPolicy: Always}\nwebhook: {image: {tag: v2}}\ncontroller: {image: {tag: v3}}\n";
    assert.deepEqual(await shown(analyse(differing)), [
      "image: {tag: v1, pullPolicy: Always}| tag → subscriptionServer; pullPolicy → all components",
    ]);
    assert.deepEqual(await shown(analyse("image: {tag: v1, pullPolicy: Always}\n")), [
      "image: {tag: v1, pullPolicy: Always}| → all components",
    ]);
  });

  test("says nothing where it is empty", async () => {
    assert.deepEqual(await shown(analyse("tolerations: []\nimage: {tag: ''}\nwebhook: {replicas: 1}\n")), []);
  });

  test("says so where a file sets a part of it", async () => {
    const files = {
      "a.yaml": "nodeSelector: {a: b}\nwebhook: {replicas: 1}\n",
      "b.yaml": "nodeSelector: {c: d}\n",
    };
    assert.deepEqual(await shown(analyseIn("a.yaml", { files })), ["nodeSelector: {a: b}| → all components"]);
  });
});

describe("a component", () => {
  const elsewhere = (
    own: string,
    top = "image: {tag: v1, pullPolicy: Always}\nnodeSelector: {disk: ssd}\n",
  ) => ({
    files: { "top.yaml": top, "own.yaml": own },
  });

  test("names what all inherit from another file, once, after the first one", async () => {
    const own = "webhook:\n  replicas: 1\ncontroller:\n  replicas: 1\n";
    assert.deepEqual(
      await shown(analyseIn("own.yaml", elsewhere(own, "image: {tag: v1}\nnodeSelector: {a: b}\n"))),
      ["webhook:| all inherit image.tag, nodeSelector"],
    );
  });

  test("names what it inherits while another has its own", async () => {
    const own = "webhook:\n  replicas: 1\ncontroller:\n  nodeSelector: {disk: hdd}\nsubscriptionServer: {}\n";
    assert.deepEqual(await shown(analyseIn("own.yaml", elsewhere(own, "nodeSelector: {disk: ssd}\n"))), [
      "webhook:| inherits nodeSelector",
      "subscriptionServer: {}| inherits nodeSelector",
    ]);
  });

  test("is left alone where it is not written", async () => {
    assert.deepEqual(await shown(analyseIn("own.yaml", elsewhere("monitoring: {enabled: true}\n"))), []);
  });

  test("says at an empty key of its own, and after a comment, that the value is inherited", async () => {
    const text =
      'image: {tag: v1}\nwebhook:\n  image:\n    tag: ""  # later\n  nodeSelector: {}\nnodeSelector: {disk: ssd}\n';
    assert.deepEqual((await shown(analyse(text))).slice(1, 3), [
      '    tag: ""  # later| inherits image.tag',
      "  nodeSelector: {}| inherits nodeSelector",
    ]);
  });

  test("names the labels that are added to its own, without those that it has itself", async () => {
    const text = "podLabels: {team: a, tier: x}\nwebhook:\n  podLabels:\n    tier: y\n";
    assert.deepEqual(await shown(analyse(text)), [
      "podLabels: {team: a, tier: x}| → all components",
      "  podLabels:| inherits team",
    ]);
  });

  test("names no more than editors show on a line; the tooltip has the others", async () => {
    const top =
      "image: {tag: v1, pullPolicy: Always}\npriorityClassName: p\nnodeSelector: {a: b}\npodLabels: {c: d}\n";
    const analysis = analyseIn("own.yaml", elsewhere("webhook:\n  sidecar: true\n", top));
    assert.deepEqual(await shown(analysis), ["webhook:| all inherit image.tag, image.pullPolicy, +3"]);
    assert.equal(
      (await told(analysis, ", +3")).tooltip,
      [
        "podLabels is effectively { c: d }, from top-level podLabels (top.yaml:4).",
        "nodeSelector is effectively { a: b }, from top-level nodeSelector (top.yaml:3).",
        "priorityClassName is effectively p, from top-level priorityClassName (top.yaml:2).",
      ].join("\n"),
    );
  });

  test("leads to the place that a value comes from", async () => {
    const files = { "a.yaml": "# top\nimage: {tag: v1}\n", "b.yaml": "webhook:\n  replicas: 1\n" };
    assert.deepEqual(await told(analyseIn("b.yaml", { files }), "image.tag"), {
      tooltip: "image.tag is effectively v1, from top-level image.tag (a.yaml:2).",
      location: {
        uri: "file:///a.yaml",
        range: { start: { line: 1, character: 8 }, end: { line: 1, character: 11 } },
      },
    });
  });

  test("with carriage returns, aliases and merge keys", async () => {
    const own = "webhook: &w\r\n  image: {}\r\ncontroller: *w\r\nsubscriptionServer:\r\n  <<: *w\r\n";
    assert.deepEqual(await shown(analyseIn("own.yaml", elsewhere(own, "image: {tag: v1}\n"))), [
      "webhook: &w| all inherit image.tag",
    ]);
  });
});

describe("several releases", () => {
  const own = { "b.yaml": "webhook:\n  replicas: 1\n" };
  const release = (name: string, top: string) => ({ name, files: { ...own, "top.yaml": top } });

  test("the release in which something is inherited is named", async () => {
    const analysis = analyseIn(
      "b.yaml",
      release("dev", "image: {tag: v1}\n"),
      release("prod", "image: {tag: v2}\npriorityClassName: p\n"),
    );
    assert.deepEqual(await shown(analysis), ["webhook:| all inherit image.tag; 1 key in prod"]);
    assert.equal(
      (await told(analysis, "1 key")).tooltip,
      "priorityClassName is effectively p, from top-level priorityClassName (top.yaml:2).",
    );
  });

  test("values that differ are shown for each", async () => {
    const analysis = analyseIn(
      "b.yaml",
      release("dev", "image: {tag: v1}\n"),
      release("prod", "image: {tag: v2}\n"),
    );
    assert.deepEqual(await shown(analysis), ["webhook:| all inherit image.tag"]);
    assert.equal(
      (await told(analysis, "image.tag")).tooltip,
      "dev: image.tag is effectively v1, from top-level image.tag (top.yaml:1).\nprod: image.tag is effectively v2, from top-level image.tag (top.yaml:1).",
    );
  });

  test("a top-level key names those in which its value is inherited", async () => {
    const files = { "a.yaml": "image: {tag: v1}\nwebhook:\n  replicas: 1\n" };
    const analysis = analyseIn(
      "a.yaml",
      { name: "dev", files },
      { name: "prod", files, sets: ["image.tag=v2"] },
    );
    assert.deepEqual(await shown(analysis), [
      "image: {tag: v1}| → all components in dev",
      "webhook:| all inherit image.tag in prod",
    ]);
  });

  test("a name that leaves no room is in the tooltip", async () => {
    const long = "a-release-with-a-name-that-leaves-no-room-for-keys";
    const analysis = analyseIn("b.yaml", release("dev", ""), release(long, "image: {tag: v2}\n"));
    assert.deepEqual(await shown(analysis), ["webhook:| all inherit image.tag in 1 of 2 releases"]);
    assert.equal((await told(analysis, " in 1 of 2 releases")).tooltip, long);
  });
});

test("only the range that is asked for is answered", async () => {
  const text = "image: {tag: v1}\nwebhook:\n  replicas: 1\nnodeSelector: {a: b}\n";
  const range = { start: { line: 3, character: 0 }, end: { line: 4, character: 0 } };
  assert.deepEqual(await shown(analyse(text), "inherited", range), [
    "nodeSelector: {a: b}| → all components",
  ]);
});

test('"off" shows nothing, "all" names every key that takes effect without being written', async () => {
  const text = "webhook:\n  service:\n    type: NodePort\n  replicas: 2\n";
  assert.deepEqual(await shown(analyse(text), "off"), []);
  assert.deepEqual(await shown(analyse(text), "inherited"), []);
  const all = await shown(analyse(text), "all");
  assert.ok(all.includes("  service:| also port, targetPort"));
  assert.ok(!all.some((line) => line.includes("replicas:")));
  const files = { "a.yaml": "webhook: {replicas: 5}\n", "b.yaml": "webhook:\n  service: {port: 1}\n" };
  assert.match((await shown(analyseIn("b.yaml", { files }), "all"))[0] ?? "", /^webhook:\| also replicas, /);
});

test("what a component inherits is not named a second time", async () => {
  const text = "image: {tag: v1}\nwebhook:\n  image:\n    pullPolicy: Always\n";
  const all = await shown(analyse(text), "all");
  assert.ok(all.includes("image: {tag: v1}| → all components"));
  assert.ok(!all.some((line) => line.startsWith("  image:|")));
});

test("a key without a value says what a later file puts under it", async () => {
  const files = { "a.yaml": "webhook:\n", "b.yaml": "webhook: {replicas: 5}\n" };
  assert.match((await shown(analyseIn("a.yaml", { files }), "all"))[0] ?? "", /^webhook:\| also replicas, /);
});

test("the operator resource has none", async () => {
  assert.deepEqual(await shown(analyse("kind: CAPOperator\nspec: {}\n", "operator"), "all"), []);
});
