import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { analyse, engine } from "../support/engine.ts";

test("fixing all has nothing to do in a good file", async () => {
  const text = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";
  assert.equal(await engine.fixAll(analyse(text)), null);
});

test("of a thousand fixes, two that do not work together do not keep the others from being made", async () => {
  const labels = [...Array(1000).keys()];
  const text = `controller:\n  replicaz: 1\n  replicax: 2\n  podLabels:\n${labels.map((index) => `    l${index}: ${index}\n`).join("")}`;
  const { after, isPartial } = await likely(text);
  assert.ok(!isPartial);
  assert.equal(after.match(/^ {4}l\d+: ["']\d+["']$/gm)?.length, 1000);
  assert.equal(after.match(/^ {2}replicas: /gm)?.length, 1);
});

const HOSTS = "  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";

for (const [what, text, expected] of [
  [
    "a section that is indented",
    `controller:\n  replicas: 2\n  subscriptionServer:\n${HOSTS}`,
    "\nsubscriptionServer:\n",
  ],
  [
    "the first section",
    `  subscriptionServer:\n${HOSTS}controller:\n  replicas: 2\n`,
    "subscriptionServer:\n  domain",
  ],
  [
    "a key with keys below it",
    `subscriptionServer:\n${HOSTS}controller:\n  dnsTarget: a.internal\n    tolerations:\n    - operator: Exists\n`,
    "\n  tolerations:\n",
  ],
  [
    "a line that is there twice",
    `controller:\n  volumes:\n    - name: a\n    - name: a\n      emptyDir: {}\nsubscriptionServer:\n${HOSTS}`,
    ":\n    - name: a\n      emptyDir",
  ],
] as const) {
  test(`the only level at which a line works is most likely right: ${what}`, async () => {
    const { after } = await likely(text);
    assert.ok(after.includes(expected), after);
    assert.deepEqual(
      after.match(/\S+/g)?.toSorted(),
      [...new Set(text.split("\n"))].join("\n").match(/\S+/g)?.toSorted(),
    );
    assert.equal(await engine.fixAll(analyse(after), "likely"), null);
  });
}

for (const [what, text] of [
  [
    "into labels, where any key is right",
    `subscriptionServer:\n  dnsTarget: in.cluster-a.internal\npodLabels:\n  team: a\ndomian: op.cluster-a.internal\n`,
  ],
  ["into a text", `subscriptionServer:\n${HOSTS}podAnnotations:\n  a: |\n    one\n   two: 2\n    three\n`],
  ["from where it is right", "subscriptionServer:\npriorityClassName: system-cluster-critical\n"],
  [
    "where one of two may be meant",
    `subscriptionServer:\n${HOSTS}controller:\n    dnsTarget: in.cluster-a.internal\n  tolerations:\n    - operator: Exists\n`,
  ],
  [
    "into the value above it",
    `subscriptionServer:\n${HOSTS}controller:\n  volumeMounts:\n    - name: a\n      mountPath: /a\n      readOnly\n`,
  ],
] as const) {
  test(`a line is not moved ${what}`, async () => {
    const levels = (text: string) => text.split("\n").map((line) => line.search(/\S/));
    assert.deepEqual(levels((await likely(text)).after), levels(text));
  });
}

/** A text with all that is likely right. */
async function likely(text: string): Promise<{ readonly after: string; readonly isPartial: boolean }> {
  const analysis = analyse(text);
  const action = await engine.fixAll(analysis, "likely");
  const after = TextDocument.applyEdits(analysis.text, action?.edit?.changes?.[analysis.text.uri] ?? []);
  return { after, isPartial: action?.data !== undefined };
}
