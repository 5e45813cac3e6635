// `check` counts the problems that `fix` and `fix --unsafe` then fix.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

/** The number of problems that `check` counts as fixable, and of those that `fix --unsafe` fixes. */
async function counted(content: string) {
  const folder = folderWith({ "values.yaml": content });
  const check = await run(folder, ["check", "values.yaml"]);
  const fix = await run(folder, ["fix", "--unsafe", "values.yaml"]);
  return {
    counted: Number(/^(\d+) problems? may have a fix/m.exec(check.out)?.[1] ?? 0),
    fixed: Number(/Fixed (\d+) problems?/.exec(fix.out)?.[1] ?? 0),
    out: `${check.out}${fix.out}${fix.err}`,
  };
}

const RESOURCE =
  "apiVersion: operator.sme.sap.com/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n  subscriptionServer:\n";
const NAMED = `# cap-operator: values chart=cap-operator version=0.34.0\n${CLEAN}`;

for (const [what, content, count] of [
  [
    "two ways to name a chart are a person's choice",
    "subscriptionServer:\n  domain: a.cluster-a.internal\n  dnsTarget: b.cluster-a.internal\n  certificateManager: Platform\n",
    0,
  ],
  ["a misspelled key and a label without quotes are fixed", `${NAMED}  replicaz: 2\npodLabels:\n  a: 1\n`, 2],
  ["keys with dots are fixed", `${NAMED}controller.replicas: 2\ncontroller.image.tag: "1"\n`, 2],
  ["a setting that nothing is like is not removed", `${NAMED}qwertz: 1\n`, 0],
  ["an equal key is removed", `${NAMED}webhook:\n  replicas: 2\n  replicas: 2\n`, 1],
  ["a misspelled key, and a field that is missing besides, are fixed", `${RESOURCE}    subDomian: cop\n`, 2],
  [
    "a missing field is not inserted while it may be there under a key that nothing is like",
    `${RESOURCE}    subDomain: cop\n  qwertz: 1\n`,
    0,
  ],
] as const) {
  test(what, async () => {
    const { counted: found, fixed, out } = await counted(content);
    assert.deepEqual([found, fixed], [count, count], out);
  });
}

test("what cannot be read has no fix", async () => {
  const folder = folderWith({ "deep.yaml": `${NAMED}podLabels: ${"[".repeat(12_000)}\n` });
  writeFileSync(path.join(folder, "bytes.yaml"), Buffer.from(`${NAMED}# \u00ff\n`, "latin1"));
  const { out } = await run(folder, ["check", "deep.yaml", "bytes.yaml"]);
  assert.match(out, /UTF-8/);
  assert.doesNotMatch(out, /may have a fix/);
});
