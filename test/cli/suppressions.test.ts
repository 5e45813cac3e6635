import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run, UNDECIDED, WITH_UNKNOWN_KEY } from "./run.ts";

const FILE = ".cap-operator-suppressions.json";
const textOf = (folder: string) => JSON.parse(readFileSync(path.join(folder, FILE), "utf8"));

test("what is accepted is not reported again, wherever its line goes; what is new is", async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const written = await run(folder, ["check", "--suppress-all"]);
  assert.deepEqual(
    [written.code, written.out],
    [0, `Checked 1 file: no problems found. 1 finding suppressed.\n${UNDECIDED}\n`],
  );
  assert.deepEqual(textOf(folder), {
    format: 1,
    files: [{ path: "values.yaml", suppressed: [{ code: "unknown-key", line: "replicaz: 2", count: 1 }] }],
  });
  const values = path.join(folder, "values.yaml");
  writeFileSync(values, `# one\n\n${WITH_UNKNOWN_KEY}`);
  assert.equal((await run(folder, ["check"])).code, 0);
  writeFileSync(values, `${WITH_UNKNOWN_KEY}webhook:\n  replicaz: 2\n`);
  const again = await run(folder, ["check", "-q"]);
  assert.equal(again.code, 1);
  assert.match(again.out, /^values\.yaml:8:3 warning unknown-key/);
  writeFileSync(values, `${CLEAN}  replicaz: 3\n`);
  assert.equal((await run(folder, ["check"])).code, 1);
});

test("what is not found any more is told, and pruned: in the files of the run, and in those that are gone", async () => {
  const folder = folderWith({
    "a/values.yaml": WITH_UNKNOWN_KEY,
    "b/values.yaml": WITH_UNKNOWN_KEY,
    "c/values.yaml": WITH_UNKNOWN_KEY,
  });
  await run(folder, ["check", "--suppress-all"]);
  const before = textOf(folder);
  assert.equal((await run(folder, ["check"])).err, "");
  writeFileSync(path.join(folder, "a/values.yaml"), CLEAN);
  rmSync(path.join(folder, "b"), { recursive: true });
  const told = await run(folder, ["check"]);
  assert.deepEqual(
    [told.code, told.err],
    [0, "2 suppressions are no longer needed; remove with --prune-suppressions.\n"],
  );
  assert.deepEqual(textOf(folder), before);
  await run(folder, ["check", "a", "--prune-suppressions"]);
  assert.deepEqual(
    textOf(folder).files.map(({ path: at }: { path: string }) => at),
    ["c/values.yaml"],
  );
});

test("a file that is damaged ends the run, so that nothing is lost", async () => {
  for (const text of [
    "{",
    "[]",
    '{"files":[{"path":1}]}',
    '{"files":[null]}',
    '{"files":[{"path":"a","suppressed":[{}]}]}',
  ]) {
    const folder = folderWith({ [FILE]: text, "values.yaml": WITH_UNKNOWN_KEY });
    const { code, out, err } = await run(folder, ["check", "--suppress-all"]);
    assert.deepEqual([code, out], [2, ""], text);
    assert.match(err, /is damaged/);
    assert.equal(readFileSync(path.join(folder, FILE), "utf8"), text);
  }
});
