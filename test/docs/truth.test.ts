// The tests that docs/project/truth.md names for its promises exist.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { repository } from "../support/repository.ts";

const page = readFileSync(path.join(repository, "docs/project/truth.md"), "utf8");
const rows = [...page.matchAll(/^\| (?!---|promise )(.*) \| (.*) \|$/gm)];

/** The text of a file with tests, as the page names it. */
function testsIn(name: string): string {
  const rule = /^rules\/([\w-]+)$/.exec(name)?.[1];
  const folder = name.startsWith("judge/") ? "lab" : "test";
  const file = rule ? `server/core/rules/${rule}/cases.yaml` : `${folder}/${name}`;
  return readFileSync(path.join(repository, file), "utf8");
}

test("every promise names its tests, and they exist", () => {
  assert.ok(rows.length > 50, String(rows.length));
  for (const [row, , tests = ""] of rows) {
    const named = [...tests.matchAll(/`([^`]+)`(?:, "([^"]+?)(?: \.\.\.)?")?/g)];
    assert.ok(named.length > 0, row);
    for (const [, name = "", title = ""] of named) {
      const text = testsIn(name);
      assert.ok(text.includes(title), `${name}: ${title}`);
    }
  }
});
