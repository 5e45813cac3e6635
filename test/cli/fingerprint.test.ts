import assert from "node:assert/strict";
import { test } from "node:test";
import { Fingerprints } from "../../server/cli/output/fingerprint.ts";

test("a finding has the fingerprint that it had in earlier versions, so that a service does not show it as new", () => {
  const finding = {
    code: "unknown-key",
    message: 'Unknown key "replicaz".',
    range: { start: { line: 7, character: 2 }, end: { line: 7, character: 10 } },
    excerpt: { first: 6, lines: ["controller:", "  replicaz: 1"] },
  };
  const fingerprints = new Fingerprints();
  // The first half of what sha256sum prints for: 0 ["values.yaml","unknown-key","Unknown key \"replicaz\".","replicaz: 1"]
  assert.equal(fingerprints.next("values.yaml", finding), "66a4694539f522b8a3cb305eef62b1b9");
  // The second of two alike begins with 1.
  assert.equal(fingerprints.next("values.yaml", finding), "286d02e95ecac90aab237cce0a6930b2");
});
