import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { diskReach } from "../../server/workspace/files/disk-reach.ts";

const scratch = mkdtempSync(path.join(tmpdir(), "cap-operator-held-"));
after(() => rmSync(scratch, { recursive: true, force: true }));

test("a file on the disk is within reach only in the folders, and what an editor keeps elsewhere always", () => {
  for (const folder of ["workspace", "elsewhere"]) {
    mkdirSync(path.join(scratch, folder));
    writeFileSync(path.join(scratch, folder, "values.yaml"), "");
  }
  const { holds } = diskReach(() => true);
  const addressOf = (...names: string[]) => pathToFileURL(path.join(scratch, ...names)).href;
  const folders = [addressOf("workspace")];
  assert.equal(holds(addressOf("workspace", "values.yaml"), folders), true);
  assert.equal(holds(addressOf("elsewhere", "values.yaml"), folders), false);
  assert.equal(holds("untitled:values.yaml", folders), true);
});
