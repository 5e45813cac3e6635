import assert from "node:assert/strict";
import { test } from "node:test";
import { parseYaml } from "../../server/core/yaml/reader/parse.ts";
import { readProjectSettings } from "../../server/workspace/settings/project.ts";
import { readSettings } from "../../server/workspace/settings/settings.ts";

const MANY = 140_000;

for (const line of ["k: *u", "a: {{ .Values.a }}", "- *u", "- &a 1"]) {
  test(`${MANY} lines with ${line} are read`, () => {
    assert.equal(parseYaml(`${line}\n`.repeat(MANY)).documents.length, 1);
  });
}

test("settings with as many problems are read", () => {
  const { problems } = readSettings({ releases: [{ name: "a", set: Array(MANY).fill(5) }] });
  assert.equal(problems.length, MANY);
});

test("a file of settings with many entries is read", () => {
  const { problems } = readProjectSettings(`releases:\n- name: a\n  set:\n${"  - 5\n".repeat(MANY)}`);
  assert.equal(problems.length, MANY);
});
