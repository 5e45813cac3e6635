import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const LATIN = Buffer.from(`# gr\xf6\xdfe\n${CLEAN}`, "latin1");
const MODELINE = "# cap-operator: values chart=cap-operator-chart\n";

/** A folder with files of any bytes. */
function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = folderWith({});
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  return folder;
}

test("bytes that are not UTF-8 are an error, because Helm rejects the file", async () => {
  const folder = folderOf({
    "values.yaml": LATIN,
    "other.yaml": Buffer.from("name: gr\xf6\xdfe\n", "latin1"),
  });
  const { code, out, err } = await run(folder, ["check"]);
  assert.match(
    out,
    /^values\.yaml:1:5 error syntax This is not valid UTF-8, so Helm rejects the whole file\./,
  );
  assert.match(out, /Checked 1 file: 1 error\. Not checked: 1 unrelated file\.$/m);
  assert.deepEqual([code, err], [1, ""]);
  const effective = await run(folder, ["effective", "-f", "values.yaml"]);
  assert.match(effective.err, /^Helm rejects \S*values\.yaml: line 1: This is not valid UTF-8/);
  assert.equal(effective.code, 1);
  const upgrade = await run(folder, [
    "upgrade",
    "-f",
    "values.yaml",
    "--chart-version",
    "0.30.0",
    "--to",
    "0.34.0",
    "--dry-run",
  ]);
  assert.match(upgrade.err, /Helm rejects \S*values\.yaml/);
  assert.notEqual(upgrade.code, 0);
  for (const command of ["fix", "format"]) {
    const { code, err } = await run(folder, [command, "values.yaml"]);
    assert.deepEqual([code, err], [3, "values.yaml is not valid UTF-8, so it is not changed.\n"]);
  }
});

test("UTF-16 with a byte order mark is read as Helm reads it", async () => {
  const text = `\uFEFF${CLEAN}  replicaz: 2\n`;
  const folder = folderOf({ "values.yaml": Buffer.from(text, "utf16le") });
  const { code, out } = await run(folder, ["check"]);
  assert.match(out, /^values\.yaml:6:3 warning unknown-key /m);
  assert.equal(code, 1);
});

test("what Helm 4 rejects of UTF-16 is a warning, an error for Helm 4, and nothing for files that it reads", async () => {
  const folder = folderOf({
    "values.yaml": Buffer.from(`\uFEFF${CLEAN}`, "utf16le"),
    "big-values.yaml": Buffer.from(`\uFEFF${CLEAN}`, "utf16le").swap16(),
  });
  const said = (severity: string) =>
    `values.yaml:1:1 ${severity} syntax Helm 4 rejects this file because it is UTF-16. Save it as UTF-8.`;
  const unknown = await run(folder, ["check"]);
  assert.deepEqual([unknown.code, unknown.out.split("\n")[0]], [1, said("warning")], unknown.out);
  writeFileSync(path.join(folder, ".cap-operator.yaml"), 'helmVersion: "4"\n');
  const known = await run(folder, ["check"]);
  assert.deepEqual([known.code, known.out.split("\n")[0]], [1, said("error")], known.out);
  assert.doesNotMatch(known.out, /big-values/);
  const effective = await run(folder, ["effective", "-f", "values.yaml"]);
  assert.equal(effective.code, 1);
  assert.match(effective.err, /^Helm 4 rejects this file because it is UTF-16|Helm rejects \S*values\.yaml/m);
});

test("what is nested deeper than Helm reads is an error in a file of ours", async () => {
  const folder = folderOf({
    "deep.yaml": `${MODELINE}a: ${"[".repeat(20_000)}`,
    "other.yaml": `a: ${"[".repeat(20_000)}`,
  });
  const { code, out, err } = await run(folder, ["check"]);
  assert.match(
    out,
    /^deep\.yaml:1:1 error syntax Lists and mappings are nested deeper than 10,000 levels, so Helm rejects/,
  );
  assert.match(out, /Checked 1 file: 1 error\. Not checked: 1 unrelated file\.$/m);
  assert.deepEqual([code, err], [1, ""]);
});

test("what is too much for us and not for Helm is not checked, with the reason and code 3", async () => {
  const folder = folderOf({
    "deep.yaml": `${MODELINE}a: ${"[".repeat(200)}${"]".repeat(200)}\n`,
    "large.yaml": `${MODELINE}${"# filler\n".repeat(1_000_000)}`,
  });
  const { code, out } = await run(folder, ["check"]);
  assert.match(
    out,
    /^deep\.yaml was not checked\. Lists and mappings are nested too deeply here, so the file is not analyzed\.$/m,
  );
  assert.match(
    out,
    /^large\.yaml was not checked\. This file is larger than 8 MB \(setting maxFileSize\), so it is not analyzed\.$/m,
  );
  assert.equal(code, 3);
  const effective = await run(folder, ["effective", "-f", "large.yaml"]);
  assert.match(effective.err, /large\.yaml/);
  assert.equal(effective.code, 1);
});

test("a file that may be ours and cannot be read is a failure if it is named", async () => {
  const folder = folderOf({ "values.yaml": `a: ${"[".repeat(20_000)}` });
  assert.equal((await run(folder, ["check"])).code, 0);
  const { code, out } = await run(folder, ["check", "values.yaml"]);
  assert.match(out, /^values\.yaml:1:1 error syntax Lists and mappings are nested deeper than 10,000 levels/);
  assert.equal(code, 1);
});

test("the reason is told for each named file that was not checked", async () => {
  const folder = folderOf({
    "compose.yaml": "services: {}\n",
    "off.yaml": `# cap-operator: off\n${CLEAN}`,
    "values.yaml": CLEAN,
  });
  const { code, out } = await run(folder, ["check", "compose.yaml", "off.yaml", "values.yaml"]);
  assert.equal(code, 1);
  assert.deepEqual(out.split(/\n+/).slice(0, 2), [
    "compose.yaml was not checked. This looks like a Docker Compose file (name and folder). If it has values of the operator, begin it with the comment # cap-operator: values.",
    "off.yaml was not checked. The comment `# cap-operator: off` at the top switches this file off.",
  ]);
  assert.equal((await run(folder, ["check"])).err, "");
});

test("fix and format tell the reason for each named file that they leave alone", async () => {
  const folder = folderOf({ "values.yaml": "image: {tag: 1.10}\n", "x.yaml": "- image\n" });
  for (const command of ["fix", "format"]) {
    const { code, err } = await run(folder, [command, "x.yaml"]);
    assert.equal(code, 1);
    assert.match(err, /^x\.yaml was not changed\. The top level of this file is not a mapping, .+\n$/);
    assert.equal((await run(folder, [command])).err, "");
    const listed = await run(folder, [command, "--no-files=ok", "values.yaml", "x.yaml"]);
    assert.deepEqual(listed, { code: 0, out: listed.out, err: "" });
  }
});

test("a likely file that was not checked is told also where the report is for programs", async () => {
  const folder = folderOf({ "values.yaml": "image: {tag: 1.10}\n", "mine.values.yaml": MODELINE + CLEAN });
  for (const reporter of ["github", "sarif", "junit", "gitlab", "markdown", "json"]) {
    const { err } = await run(folder, ["check", "-r", reporter]);
    assert.match(err, /^values\.yaml was not checked\. The file is named like a values file /, reporter);
  }
  assert.equal((await run(folder, ["check", "-q", "-r", "github"])).err, "");
});

test("of a script that installs the chart without --set, it is not said that it does not", async () => {
  const install = "helm upgrade --install cop oci://registry.internal/charts/cap-operator";
  const folder = folderWith({
    "heredoc.sh": `${install} -f - <<EOF\ncontroller:\n  replicas: 2\nEOF\n`,
    "file.sh": `${install} -f values.yaml\n`,
    "variable.sh": `${install} "\${ARGS[@]}"\n`,
    "other.sh": "helm upgrade --install nginx oci://registry.internal/charts/nginx -f - <<EOF\na: 1\nEOF\n",
  });
  for (const name of ["heredoc.sh", "file.sh", "variable.sh"]) {
    const { out } = await run(folder, ["check", name]);
    assert.equal(
      out.slice(0, out.indexOf("\n") + 1),
      `${name} was not checked. This file names the chart of CAP Operator, and sets no values that can be checked here.\n`,
    );
  }
  assert.match((await run(folder, ["check", "other.sh"])).out, /does not install the chart of CAP Operator/);
});

test("nothing to check is never called without problems; --no-files says what it is", async () => {
  const folder = folderOf({});
  const none = "No files were checked. No YAML files to check were found.\n";
  assert.deepEqual(await run(folder, ["check"]), { code: 0, out: none, err: "" });
  assert.deepEqual(await run(folder, ["check", "--no-files=error"]), { code: 2, out: none, err: "" });
  assert.deepEqual(await run(folder, ["check", "--no-files=ok", "-q"]), { code: 0, out: "", err: "" });
  const told = await run(folder, ["check", "-q"]);
  assert.deepEqual(told, { code: 0, out: "", err: "No files were checked.\n" });
  writeFileSync(path.join(folder, "compose.yaml"), "services: {}\n");
  const { out } = await run(folder, ["check"]);
  assert.equal(out, "No files were checked. Not checked: 1 unrelated file.\n");
});
