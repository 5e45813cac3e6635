import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { folderWith, run } from "./run.ts";

/** The findings of the rule in a file that only its comment assigns to the operator. */
async function found(comment: string, name = "notes.yaml", below = "foo: 1\n"): Promise<string[]> {
  const { out } = await run(folderWith({ [name]: `${comment}\n${below}` }), ["check", name]);
  return out.split("\n").filter((line) => line.includes("unknown-comment"));
}

test("a file with nothing but a comment that is nearly right is checked", async () => {
  for (const comment of [
    "# cap-operator: version=0.34.0",
    "# cap-operator: values versoin=0.34.0",
    "# cap-operator values version=0.34.0",
    "# cap-operator: valuse",
    "# cap-operator: operater",
  ]) {
    const [line = "", ...more] = await found(comment);
    assert.match(line, /^notes\.yaml:1:1 warning unknown-comment /, comment);
    assert.deepEqual(more, []);
  }
});

test("it is found in a folder, and the keys of the file are checked", async () => {
  const folder = folderWith({ "notes.yaml": "# cap-operator: valuse\nfoo: 1\n" });
  const { out, code } = await run(folder, ["check"]);
  assert.match(out, /^notes\.yaml:1:1 warning unknown-comment /m);
  assert.match(out, /^notes\.yaml:2:1 warning unknown-key /m);
  assert.equal(code, 1);
});

test("a likely file is checked too, and other texts say nothing of a file", async () => {
  assert.equal((await found("# cap-operator: yes", "values.yaml", "image:\n  tag: x\n")).length, 1);
  assert.equal((await found("# cap-operator values", "values.yaml", "image:\n  tag: x\n")).length, 1);
  for (const [comment, below] of [
    ["# cap-operator is installed by the platform team", "foo: 1\nbar: 2\n"],
    ["# cap-operator: installed by the platform team", "foo: 1\nbar: 2\n"],
    ["# cap-operator: version 0.34.0 or later is required", "foo: 1\nbar: 2\n"],
    ["# cap-operator values", "foo: 1\nbar: 2\n"],
    ["# cap-operator: version=0.34.0", "apiVersion: v1\nkind: ConfigMap\n"],
  ] as const) {
    assert.deepEqual(await found(comment, "notes.yaml", below), [], comment);
  }
});

test("the values of a dependency, and what is ours below other documents", async () => {
  const chart = `apiVersion: v2
name: platform
version: 1.0.0
dependencies:
- name: cap-operator
  version: 0.34.0
  repository: oci://registry.example/charts
`;
  const folder = folderWith({
    "Chart.yaml": chart,
    "values.yaml": "# cap-operator: valuse\nother: 1\ncap-operator:\n  controller:\n    replicas: 2\n",
  });
  assert.match((await run(folder, ["check"])).out, /^values\.yaml:1:1 warning unknown-comment /m);
});

test("`fix` writes the comment that is meant", async () => {
  const folder = folderWith({
    "notes.yaml": "# cap-operator values version=0.34.0\ncontroller:\n  replicas: 2\n",
  });
  await run(folder, ["fix", "--unsafe"]);
  assert.equal(
    readFileSync(path.join(folder, "notes.yaml"), "utf8"),
    "# cap-operator: values version=0.34.0\ncontroller:\n  replicas: 2\n",
  );
});
