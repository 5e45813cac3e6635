import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { load } from "js-yaml";
import { repository } from "../../support/repository.ts";

/** The properties of every case. */
export interface NamedCase {
  /** The point of the case, in a few words; may be left out if the text makes it clear. */
  readonly case?: string;
  readonly text?: string;
}

/** The cases of a file. */
export interface CaseFile<Case> {
  /** From the folder of the repository. */
  readonly name: string;
  readonly cases: readonly Case[];
}

/** The files with cases that match a pattern. A case with a key that is not among `keys` is refused, so that no typing error hides a check. */
export function readCases<Case extends NamedCase>(
  pattern: string,
  keys: Readonly<Record<keyof Case, true>>,
): CaseFile<Case>[] {
  const names = globSync(pattern, { cwd: repository }).sort();
  assert.ok(names.length > 0, `No file with cases matches ${pattern}.`);
  return names.map((name) => {
    const cases = load(readFileSync(path.join(repository, name), "utf8"));
    assert.ok(Array.isArray(cases), `${name} must be a list of cases.`);
    for (const one of cases) {
      assert.equal(typeof nameOf(one), "string", `A case in ${name} does not say what it shows in "case".`);
      for (const key of Object.keys(one))
        assert.ok(Object.hasOwn(keys, key), `"${nameOf(one)}" in ${name} has an unknown key "${key}".`);
    }
    return { name: name.replaceAll("\\", "/"), cases };
  });
}

/** One test for each case. */
export function testCases<Case extends NamedCase>(
  files: readonly CaseFile<Case>[],
  check: (one: Case) => void | Promise<void>,
): void {
  for (const { name, cases } of files) {
    suite(name, () => {
      for (const one of cases) test(nameOf(one), () => check(one));
    });
  }
}

function nameOf(one: NamedCase): string {
  return one.case ?? JSON.stringify(one.text);
}
