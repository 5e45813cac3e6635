import assert from "node:assert/strict";
import { test } from "node:test";
import { readJson } from "../../../client/helm/reading-commands.ts";

const PULLED = "registry.example.org/charts/cap-operator-chart:0.11.0";
const DIGEST = "sha256:0123456789abcdef";

test("JSON alone is read", () => {
  assert.deepEqual(readJson('{"name":"cap-operator"}\n'), { name: "cap-operator" });
  assert.deepEqual(readJson("[]"), []);
});

// Helm 4.3.1, `helm upgrade --install --dry-run=server --output json <release> oci://...`, prints two such lines on its standard output.
test("the lines about a chart from a registry that Helm 4 prints before its JSON are left out", () => {
  for (const end of ["\n", "\r\n"]) {
    const before = `Pulled: ${PULLED}${end}Digest: ${DIGEST}${end}`;
    assert.deepEqual(readJson(`${before}{"name":"cap-operator"}${end}`), { name: "cap-operator" });
  }
});

test("a string in the JSON that looks like such a line stays", () => {
  const manifest = `a: |\n  text\nPulled: ${PULLED}\nDigest: ${DIGEST}\n`;
  assert.deepEqual(readJson(`Pulled: ${PULLED}\n${JSON.stringify({ manifest })}`), { manifest });
});

test("what is not JSON gives a readable error that shows nothing of it", () => {
  for (const printed of ["", "password: open", '{"pin":"open"', `Pulled: ${PULLED}\n`]) {
    assert.throws(() => readJson(printed), {
      message: "Helm succeeded, but what it printed is not the expected JSON.",
    });
  }
});
