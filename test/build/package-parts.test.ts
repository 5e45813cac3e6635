import assert from "node:assert/strict";
import { test } from "node:test";
import { LIMIT, overBudget, partsOf } from "../support/package-parts.ts";

const entry = (name: string, compressed: number) => ({ name, compressed, size: compressed * 3 });

test("files are counted with their part, and each part has a budget", () => {
  const parts = partsOf([
    entry("extension/dist/extension.cjs", 10),
    entry("extension/dist/chunk-X1.js", 20),
    entry("extension/dist/language-server.js", 5),
    entry("extension.vsixmanifest", 3),
  ]);
  const packed = Object.fromEntries(parts.map((part) => [part.name, part.packed]));
  assert.equal(packed.extension, 10);
  assert.equal(packed["language server and command line"], 25);
  assert.equal(packed["what the packer adds"], 3);
  assert.equal(packed.documentation, 0);
  assert.deepEqual(overBudget(parts, 38), []);
});

test("a part, the package and a file of no part are refused when they are too large", () => {
  assert.match(
    overBudget(partsOf([entry("extension/client/media/icon.png", 60_000)]), 60_000).join(),
    /^the part "pictures and walkthrough" has 60,000 bytes; the limit is [\d,]+$/,
  );
  assert.deepEqual(overBudget(partsOf([]), LIMIT), []);
  assert.match(
    overBudget(partsOf([]), LIMIT + 1).join(),
    /^the package has [\d,]+1 bytes; the limit is [\d,]+0$/,
  );
  assert.deepEqual(overBudget(partsOf([entry("extension/dist/new.cjs", 7)]), 7), [
    'the part "files of no part" has 7 bytes; the limit is 0',
  ]);
});
