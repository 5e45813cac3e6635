import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { load } from "js-yaml";

const folder = new URL("../../.github/workflows/", import.meta.url);

interface Workflow {
  readonly permissions?: unknown;
}

for (const name of readdirSync(folder)) {
  const text = readFileSync(new URL(name, folder), "utf8");
  const workflow = load(text) as Workflow;

  test(`${name}: actions are pinned by commit, with the version for people`, () => {
    const used = [...text.matchAll(/uses:[ \t]*(.*)/g)].map(([, action = ""]) => action.trim());
    assert.ok(used.length > 0);
    for (const action of used) {
      if (action.startsWith("./")) continue;
      assert.match(action, /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    }
  });

  test(`${name} may only read, unless a job asks for more`, () => {
    assert.deepEqual(workflow.permissions, { contents: "read" });
  });

  test(`${name} runs nothing that somebody else can write into it`, () => {
    // Titles, branch names and the like are texts of strangers: they are passed as variables, never into a script.
    for (const [, script = ""] of text.matchAll(/run:(.*(?:\n {8,}.*)*)/g)) {
      assert.doesNotMatch(script, /\$\{\{\s*github\.(event|head_ref|ref_name)/);
    }
  });
}
