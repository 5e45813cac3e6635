import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { CLEAN, folderWith, run } from "./run.ts";

const SETTINGS = `releases:
  - name: test
    values: [base.yaml]
  - name: prod
    values: [base.yaml, env/prod.yaml]
    set: [controller.replicas=many]
  - name: broken
    values: [base.yaml, env/missing.yaml]
`;

const project = folderWith({
  ".cap-operator.yaml": SETTINGS,
  "base.yaml": `${CLEAN}  replicas: 2\n`,
  "env/prod.yaml": "controller:\n  replicas: 3\n  replicaz: 4\n",
  "env/other.yaml": "controller:\n  replicaz: 4\n",
  "secret.txt": "text\n",
});

/** The first line of each finding. */
function heads(out: string): string[] {
  return out.split("\n").filter((line) => /^(?:\S+:\d+:\d+|command line) /.test(line));
}

test("a release is checked as Helm puts it together; what its entries set is said where the release is written", async () => {
  const { code, out } = await run(project, ["check", "--release", "prod"]);
  assert.equal(code, 1);
  assert.deepEqual(heads(out), [
    '.cap-operator.yaml:4:3 error wrong-type Release prod: --set #1 (controller.replicas=many): "replicas" takes a whole number, but Helm reads text here.',
    'env/prod.yaml:3:3 warning unknown-key Unknown key "replicaz" in "controller". Helm ignores it. "replicas" is already set.',
  ]);
  assert.match(out, /Checked 2 files: 1 error, 1 warning\.$/m);
});

test("a values file that is missing is an error of its release", async () => {
  const { code, out } = await run(project, ["check", "--release", "broken"]);
  assert.equal(code, 1);
  assert.match(
    out,
    /^\.cap-operator\.yaml:7:3 error Release broken: The values file env\/missing\.yaml does not exist\./m,
  );
});

test("a clean release has code 0, and a release that is not there is wrong use", async () => {
  assert.equal((await run(project, ["check", "--release", "test"])).code, 0);
  const { code, err } = await run(project, ["check", "--release", "staging"]);
  assert.equal(code, 2);
  assert.match(err, /^No release named staging found in the settings\. Known: test, .*\.$/m);
});

test("a release of a project without any is wrong use, with the file that lacks it or the way to write it", async () => {
  for (const asked of [["--release", "prod"], ["--all-releases"]]) {
    const nowhere = await run(folderWith({ "a.yaml": "" }), ["check", ...asked]);
    assert.equal(nowhere.code, 2);
    assert.match(nowhere.err, /^No \.cap-operator\.yaml found, .* cap-operator init$/m);
    const empty = await run(folderWith({ ".cap-operator.yaml": "files: []\n" }), ["check", ...asked]);
    assert.equal(empty.code, 2);
    assert.match(empty.err, /^No releases found in .*\.cap-operator\.yaml\.$/m);
  }
});

test("all releases: each file once", async () => {
  const { code, out } = await run(project, ["check", "--all-releases"]);
  assert.equal(code, 1);
  assert.match(out, /Checked 2 files: 2 errors, 1 warning\.$/m);
});

test("files and entries as for Helm, from the folder in which the command runs", async () => {
  const folder = path.join(project, "env");
  const args = ["check", "-f", "../base.yaml,prod.yaml", "--set", "controller.replicas=1"];
  const { code, out } = await run(folder, args);
  assert.equal(code, 1);
  assert.deepEqual(
    heads(out).map((head) => head.split(" ")[2]),
    ["unknown-key"],
  );
});

// Helm reads the flags in the order json, set, string, file, literal (pkg/cli/values/options.go), whatever order they are written in.
test("every flag that sets something is read as Helm reads it", async () => {
  const found = async (...args: string[]) =>
    heads((await run(project, ["check", "-f", "base.yaml", ...args])).out);
  assert.deepEqual(await found("--set", "controller.replicas=3"), []);
  assert.match(
    (await found("--set-string", "controller.replicas=3", "--min-severity", "hint")).join(),
    /hint wrong-type .*--set-string #1 .*takes a whole number/,
  );
  assert.deepEqual(await found("--set-json", "controller.replicas=3"), []);
  assert.match(
    (await found("--set-file", "controller.replicas=secret.txt")).join(),
    /--set-file #1 .*takes a whole number/,
  );
  assert.match(
    (await found("--set-file", "controller.replicas=none.txt")).join(),
    /"none\.txt" could not be read/,
  );
  assert.match(
    (await found("--set-literal", "controller.dnsTarget=a,b")).join(),
    /contains the character ","/,
  );
  assert.match((await found("--set-json", "controller.replicas={")).join(), /Helm rejects --set-json #1/);
  assert.deepEqual(
    await found("--set", "controller.replicas=3", "--set-json", 'controller.replicas="x"'),
    [],
  );
});

test("only one way to say what is checked", async () => {
  const { code, err } = await run(project, ["check", "base.yaml", "--release", "test"]);
  assert.deepEqual([code, err.split(":")[0]], [2, "Specify only one of"]);
  const both = await run(project, ["check", "--release", "test", "--set", "a=1"]);
  assert.equal(both.code, 2);
});

test("the summary names what was checked where no values file exists", async () => {
  const summary = async (folder: string, ...args: string[]) =>
    (await run(folder, ["check", ...args])).out.split("\n").find((line) => line.startsWith("Checked "));
  const folder = folderWith({ ".cap-operator.yaml": "releases:\n- {name: prod, values: [gone.yaml]}\n" });
  assert.equal(
    await summary(folder, "--set", "controller.replicas=x"),
    "Checked the values on the command line: 1 error.",
  );
  assert.equal(await summary(folder, "--release", "prod"), "Checked release prod: 1 error.");
  assert.equal(await summary(folder), "Checked the releases of the settings: 1 error.");
  const { out } = await run(folder, ["check", "--release", "prod", "-r", "markdown"]);
  assert.match(out, /^Checked release prod: 1 error, 0 warnings\.$/m);
});

test("the settings are not counted as a file that is not checked, unless they are named", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "chart: cap-operator\n",
    "part/.cap-operator.yaml": "chart: cap-operator\n",
    "values.yaml": CLEAN,
  });
  assert.match((await run(folder, ["check"])).out, /^Checked 1 file: no problems found\.$/m);
  const { out, err } = await run(folder, ["check", ".cap-operator.yaml"]);
  assert.equal(out, "No files were checked. Not checked: 1 unrelated file.\n");
  assert.match(err, /^\.cap-operator\.yaml was not checked\. .*settings of a project/);
});

test("the standard input in the place of a file", async () => {
  const input = `${CLEAN}  replicaz: 2\n`;
  const { code, out } = await run(project, ["check", "--stdin-file-path", "new/values.yaml"], { input });
  assert.equal(code, 1);
  assert.match(out, /^new\/values\.yaml:6:3 warning unknown-key/);
  const chart = folderWith({ "Chart.yaml": "name: shop\nversion: 1.0.0\n" });
  const foreign = await run(chart, ["check", "--stdin-file-path", "values.yaml"], { input: "a: 1\n" });
  assert.deepEqual(
    [foreign.code, foreign.out],
    [0, "No files were checked. Not checked: 1 unrelated file.\n"],
  );
});

test("a release of which no values file exists is reported in the settings, once", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "releases:\n- name: prod\n  values: [missing.values.yaml]\n",
  });
  const { code, out, err } = await run(folder, ["check", "."]);
  assert.match(
    out,
    /^\.cap-operator\.yaml:2:1 error Release prod: The values file missing\.values\.yaml does not exist\./,
  );
  assert.equal(err, "");
  assert.equal(code, 1);
});

test("a values file that is missing is an error of its release, once, also if others exist", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "releases:\n- name: prod\n  values: [main.values.yaml, missing.values.yaml]\n",
    "main.values.yaml": CLEAN,
  });
  const { code, out, err } = await run(folder, ["check", "."]);
  assert.match(out, /^\.cap-operator\.yaml:2:1 error Release prod: .*missing\.values\.yaml does not exist/);
  assert.equal(out.split("does not exist").length, 2);
  assert.deepEqual([code, err], [1, ""]);
  const all = await run(folder, ["check", "--all-releases"]);
  assert.deepEqual([all.code, all.out.split("\n")[0]], [1, out.split("\n")[0]]);
});

suite("a release with values from a place in a file", () => {
  const files = {
    ".cap-operator.yaml": `releases:
  - name: prod
    chart: cap-operator-chart
    values: [base.yaml, "apps/cop.yaml#spec.values"]
  - name: wrong
    values: [base.yaml, "apps/cop.yaml#spec.valuez"]
`,
    "base.yaml": CLEAN,
    "apps/cop.yaml": `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: cop}
spec:
  chart: {spec: {chart: cap-operator}}
  values:
    controller:
      replicaz: 2
    subscriptionServer:
      meshSystemNamespace: mine # kept
`,
  };

  test("is checked with its lines, and a place that is not there is an error of the settings", async () => {
    const { code, out } = await run(folderWith(files), ["check", "--all-releases"]);
    assert.equal(code, 1);
    assert.deepEqual(heads(out), [
      ".cap-operator.yaml:5:3 error Release wrong: The values file apps/cop.yaml has nothing at spec.valuez (did you mean spec.values?). It is named in the releases of the settings, and is ignored.",
      'apps/cop.yaml:8:7 warning unknown-key Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?',
    ]);
  });

  test("has these in its effective values; without the place there are none", async () => {
    const folder = folderWith(files);
    const { out } = await run(folder, [
      "effective",
      "--release",
      "prod",
      "--key",
      "subscriptionServer.meshSystemNamespace",
    ]);
    assert.match(
      out,
      /^subscriptionServer\.meshSystemNamespace: "mine" {2}# apps\/cop\.yaml#spec\.values:10$/m,
    );
    const wrong = await run(folder, ["effective", "--release", "wrong"]);
    assert.deepEqual([wrong.code, wrong.out], [2, ""]);
    assert.match(wrong.err, /has nothing at spec\.valuez/);
  });

  test("is compared with another by these values", async () => {
    const settings = `${files[".cap-operator.yaml"]}  - {name: base, chart: cap-operator-chart, values: [base.yaml]}\n`;
    const folder = folderWith({ ...files, ".cap-operator.yaml": settings });
    const { code, out } = await run(folder, ["diff", "base", "prod"]);
    assert.equal(code, 1, out);
    const place = "apps/cop.yaml#spec.values";
    assert.match(
      out,
      new RegExp(`^subscriptionServer.meshSystemNamespace\n.*\n {2}\\+ "mine" {2}# ${place}:10$`, "m"),
    );
  });

  test("is migrated in the document, of which the rest stays", async () => {
    const folder = folderWith(files);
    const { out, err } = await run(folder, ["upgrade", "--release", "prod", "--to", "0.34.0"]);
    assert.equal(out, "apps/cop.yaml migrated.\n", err);
    assert.equal(
      readFileSync(path.join(folder, "apps/cop.yaml"), "utf8"),
      files["apps/cop.yaml"].replace("meshSystemNamespace", "istioSystemNamespace"),
    );
  });
});
