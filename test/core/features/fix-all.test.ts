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
  const analysis = analyse(text);
  const action = await engine.fixAll(analysis, "likely");
  assert.equal(action?.data, undefined);
  const fixed = TextDocument.applyEdits(analysis.text, action?.edit?.changes?.[analysis.text.uri] ?? []);
  assert.equal(fixed.match(/^ {4}l\d+: ["']\d+["']$/gm)?.length, 1000);
  assert.equal(fixed.match(/^ {2}replicas: /gm)?.length, 1);
});
