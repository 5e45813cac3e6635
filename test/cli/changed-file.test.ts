import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { readExactly, replaceText } from "../../server/cli/rewriting/changed-file.ts";

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-changed-")));
after(() => rmSync(folder, { recursive: true, force: true }));
const EVERYWHERE = { mayRead: () => true, mayWrite: () => true };

test("a file whose real path may not be written is not changed", () => {
  const file = path.join(folder, "outside.yaml");
  writeFileSync(file, "a: 1\n");
  assert.throws(() => readExactly(file, "outside.yaml", { ...EVERYWHERE, mayWrite: () => false }), {
    message: /outside the workspace, so it is not changed/,
  });
});

test("a file that has changed since it was read is not overwritten", () => {
  const file = path.join(folder, "changed.yaml");
  writeFileSync(file, "a: 1\n");
  const exact = readExactly(file, "changed.yaml", EVERYWHERE);
  writeFileSync(file, "a: 2\n");
  assert.throws(() => replaceText(exact, "a: 3\n", "changed.yaml"), {
    message: /has been changed in the meantime, so it is not overwritten/,
  });
  assert.equal(readFileSync(file, "utf8"), "a: 2\n");
});
