import assert from "node:assert/strict";
import { test } from "node:test";
import { TextDocument } from "vscode-languageserver-textdocument";
import { analyse, createEngine } from "../support/engine.ts";

const engine = await createEngine();

async function fixedAll(text: string): Promise<string> {
  const analysis = analyse(text);
  const action = await engine.fixAll(analysis);
  const edits = action?.edit?.changes?.[analysis.text.uri] ?? [];
  return TextDocument.applyEdits(analysis.text, edits);
}

const INSTALL = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";

test("mends what Helm would read differently from the text, and leaves the rest to the person", async () => {
  const before = `${INSTALL}  certificateManager: certcontroller # by hand\nimage:\n\ttag: 1.10\ncontroller:\n  replicas: "2"\n  replicaz: 3\nwebhook:\n  sidecar: 'true'\n`;
  const after = `${INSTALL}  certificateManager: CertController # by hand\nimage:\n  tag: "1.10"\ncontroller:\n  replicas: 2\n  replicaz: 3\nwebhook:\n  sidecar: true\n`;
  assert.equal(await fixedAll(before), after);
});

test("puts no quotes around what has to be a number, nor after a tag", async () => {
  for (const text of [
    "webhook:\n  service: {port: 0443}\n",
    "controller:\n  replicas: 010\n",
    "tolerations:\n  - {effect: NoExecute, tolerationSeconds: 00}\n",
    "image:\n  tag: !!int 5\n",
  ]) {
    assert.equal(await fixedAll(text), text);
  }
});

test("mends what comes to light only once a line can be read", async () => {
  const before = 'webhook:\r\n\treplicas: "2"\r\n\timage: {tag: 1.10}\r\n';
  const after = 'webhook:\r\n  replicas: 2\r\n  image: {tag: "1.10"}\r\n';
  assert.equal(await fixedAll(before), after);
});

test("mends as much as it can without making an error", async () => {
  const text = 'image: {tag: 1.10}\nwebhook:\n  certificateManager: "certcontroller"\n  sidecar: "true"\n';
  const after = 'image: {tag: "1.10"}\nwebhook:\n  certificateManager: CertController\n  sidecar: true\n';
  assert.equal(await fixedAll(text), after);
});

test("has nothing to do in a good file", async () => {
  assert.equal(await engine.fixAll(analyse(INSTALL)), null);
});
