import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const OVERLAY = "controller: {replicas: -1}\n";

suite("a file that a person names is checked as values", () => {
  const folder = folderWith({
    "x.yaml": OVERLAY,
    "values-prod.yaml": OVERLAY,
    "typo.yaml": "contoller: {}\n",
  });

  test("whatever its name is, and although other charts have its keys, too", async () => {
    for (const name of ["x.yaml", "values-prod.yaml"]) {
      const { code, out } = await run(folder, ["check", name]);
      assert.match(out, new RegExp(`^${name.replace(".", "\\.")}:1:24 error out-of-range `, "m"));
      assert.equal(code, 1);
      assert.equal((await run(folder, ["check", "-"], { input: OVERLAY })).code, 1);
    }
    const { out } = await run(folder, ["check", "typo.yaml"]);
    assert.match(out, /^typo\.yaml:1:1 warning unknown-key .*Did you mean "controller"\?/m);
  });

  test("but not what is only found, what an editor passes on, and what a list of all files has", async () => {
    for (const args of [["."], ["*.yaml"], ["--no-files=ok", "x.yaml"], ["--stdin-file-path", "x.yaml"]]) {
      const { code, out } = await run(folder, ["check", ...args], { input: OVERLAY });
      assert.deepEqual([code, out.includes("out-of-range")], [0, false], out);
    }
  });

  test("fix and format change it", async () => {
    const fixed = await run(folderWith({ "x.yaml": "image: {tag: 1.10}\n" }), ["fix", "x.yaml"]);
    assert.match(fixed.out, /^x\.yaml fixed\.$/m);
    const { code, out } = await run(folder, ["format", "--check", "x.yaml"]);
    assert.deepEqual([code, out], [1, "x.yaml is not formatted.\n"]);
  });
});

suite("a file that is named and is something else is told", () => {
  const others: Readonly<Record<string, readonly [text: string, reason: string]>> = {
    "manifest.yaml": [
      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n",
      "This file has resources of Kubernetes, and none of the operator.",
    ],
    "docker-compose.yml": [
      "services: {a: {image: b}}\n",
      "This looks like a Docker Compose file (name and folder).",
    ],
    "template.yaml": [
      "{{- if .Values.a }}\na: 1\n{{- end }}\n",
      "This file contains template actions, so it is not plain YAML.",
    ],
    "list.yaml": ["- a: 1\n- b: 2\n", "The top level of this file is not a mapping, so it has no values."],
    "nginx.yaml": [
      "replicas: 2\nservice: {port: 80}\nimage: {tag: a}\n",
      "Most keys of this file are not in the operator's chart: `replicas`, `service`.",
    ],
  };
  const folder = folderWith({
    ...Object.fromEntries(Object.entries(others).map(([name, [text]]) => [name, text])),
    "values.yaml": CLEAN,
  });
  const remedy = "If it has values of the operator, begin it with the comment # cap-operator: values.";

  for (const [name, [, reason]] of Object.entries(others)) {
    test(`${name}: the reason, the way out, and exit code 1`, async () => {
      const { code, out } = await run(folder, ["check", name, "values.yaml"]);
      assert.equal(out.split("\n")[0], `${name} was not checked. ${reason} ${remedy}`);
      assert.equal(code, 1);
      for (const command of ["fix", "format"]) {
        const left = await run(folder, [command, name]);
        assert.deepEqual([left.code, left.err], [1, `${name} was not changed. ${reason} ${remedy}\n`]);
      }
    });
  }

  test("effective takes it as Helm does, and says what it is", async () => {
    const { code, err } = await run(folder, ["effective", "-f", "docker-compose.yml", "-f", "values.yaml"]);
    assert.equal(code, 0);
    assert.match(
      err,
      /^docker-compose\.yml is taken as a values file, as Helm takes it\. This looks like a Docker Compose/,
    );
    assert.doesNotMatch(err, /^values\.yaml/m);
  });

  for (const reporter of ["json", "sarif", "junit", "github", "gitlab", "markdown"]) {
    test(`in the report ${reporter}`, async () => {
      const { code, out } = await run(folder, ["check", "list.yaml", "values.yaml", "-r", reporter]);
      assert.equal(code, 1);
      assert.match(out.replaceAll("\\", ""), /was not checked.*is not a mapping.*# cap-operator: values/);
    });
  }

  test("--no-files decides the result", async () => {
    for (const [result, expected] of [
      ["ok", 0],
      ["error", 2],
    ] as const) {
      for (const command of ["check", "fix", "format"]) {
        const { code } = await run(folder, [command, "list.yaml", `--no-files=${result}`]);
        assert.equal(code, expected, `${command} ${result}`);
      }
    }
  });

  test("nothing is told about it if it is only found in a folder", async () => {
    const { code, out, err } = await run(folder, ["check"]);
    assert.deepEqual([code, out.includes("not checked."), err], [0, false, ""]);
  });
});
