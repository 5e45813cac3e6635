// Not in test/docs/security.test.ts, which is a test that mutations must make fail: these fail for each of them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";
import { LINTER, mutated, readPromises, testFile } from "./promises.ts";

const promises = readPromises();

test("every promise names tests that exist, and how it can be broken", () => {
  for (const row of Object.values(promises).flat()) {
    const { promise, tests, mutations = [], unbreakable } = row;
    for (const name of tests) assert.ok(name === LINTER || testFile(name), `${promise} ${name}`);
    assert.ok(tests.length > 0 && mutations.length > 0 !== (unbreakable !== undefined), promise);
    for (const { by } of mutations) assert.ok(by === undefined || tests.includes(by), `${promise} ${by}`);
  }
});

test("every mutation can be applied, and leaves code that can be read", () => {
  for (const mutation of Object.values(promises).flatMap((rows) =>
    rows.flatMap((row) => row.mutations ?? []),
  )) {
    const text = readFileSync(path.join(repository, mutation.file), "utf8").replaceAll("\r\n", "\n");
    const broken = mutated(mutation, text);
    assert.notEqual(broken, text, mutation.find);
    if (mutation.file.endsWith(".ts")) assert.doesNotThrow(() => stripTypeScriptTypes(broken), mutation.find);
  }
});
