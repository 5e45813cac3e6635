import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { CLEAN, folderWith, type Ran, run } from "./run.ts";

const skip = process.platform === "win32" && "links need rights on Windows";

/** The result of `check` for a project with these settings. */
function checked(settings: string): Promise<Ran> {
  return run(folderWith({ ".cap-operator.yaml": settings, "cap-operator-values.yaml": CLEAN }), ["check"]);
}

suite("settings of a project that cannot mean what they say", () => {
  test("a glob whose bracket is not closed is an error at its place", async () => {
    for (const [glob, bracket] of [
      ["[", "["],
      ["**/{a,b", "{"],
      ["a[0-9]/[b", "["],
      ["{a,{b,c}", "{"],
    ] as const) {
      const { code, out, err } = await checked(`files: ["x.yaml", "${glob}"]\n`);
      assert.equal(code, 2, out + err);
      assert.match(err, /^\.cap-operator\.yaml:1:19 error /);
      assert.ok(err.includes(`The glob files[1] has a "${bracket}" that is not closed.`), err);
    }
    const empty = await checked('excludeFiles: [" "]\n');
    assert.deepEqual([empty.code, /The glob excludeFiles\[0\] is empty\./.test(empty.err)], [2, true]);
  });

  test("globs whose brackets are closed are none", async () => {
    const globs = JSON.stringify(["**/{a,b}/*.yaml", "[!a]x", "a]b}", "[[]x", "[]]y", "{a,[b{]}"]);
    assert.deepEqual((await checked(`files: ${globs}\n`)).code, 0);
  });

  test("a value inside of itself is not too large, but no value", async () => {
    for (const [line, text] of [
      [1, "a: &a [*a]\n"],
      [3, "releases: &a\n- name: b\n  values: *a\n"],
    ] as const) {
      const { code, err } = await checked(text);
      assert.equal(code, 2, err);
      assert.ok(
        err.startsWith(
          `.cap-operator.yaml:${line}:1 error .cap-operator.yaml is read as Helm reads values files: The anchor "a" contains itself. Helm rejects this.\n`,
        ),
        err,
      );
    }
    const twice = await checked("files: &a [x.yaml]\nexcludeFiles: *a\n");
    assert.equal(twice.code, 0, twice.err);
  });

  test("a key that is written twice is an error at the last one, also inside a release", async () => {
    const { code, err } = await checked(
      "helmVersion: '3'\nhelmVersion: '4'\nreleases:\n- name: a\n  name: b\n",
    );
    assert.equal(code, 2);
    assert.match(
      err,
      /^\.cap-operator\.yaml:2:1 error "helmVersion" is written more than once\. Remove all but one\.\n/,
    );
    assert.match(
      err,
      /^\.cap-operator\.yaml:5:3 error "name" is written more than once\. Remove all but one\.\n/m,
    );
  });

  test("a second document is an error where it begins", async () => {
    const { code, err } = await checked("helmVersion: '3'\n---\nfiles: []\n");
    assert.equal(code, 2);
    assert.match(
      err,
      /^\.cap-operator\.yaml:2:1 error \.cap-operator\.yaml has more than one document\. Write all settings in one\.\n/,
    );
  });

  test("a word that only Helm reads as a boolean is a text, also behind an anchor", async () => {
    const { code, err } = await checked(
      "diagnostics: &all\n  severity:\n    unknown-key: off\n    out-of-range: &o off\n    overridden: *o\n",
    );
    assert.equal(code, 0, err);
    const no = await checked("diagnostics:\n  enable: no\n");
    assert.match(no.err, /^\.cap-operator\.yaml:2:11 error .*diagnostics\.enable.*"no"/);
  });

  test("a release without a name is said to have none", async () => {
    const { code, err } = await checked("releases:\n- values: [cap-operator-values.yaml]\n");
    assert.equal(code, 2);
    assert.match(err, /^\.cap-operator\.yaml:2:3 error The release releases\[0\] has no name\.\n/);
  });
});

test("init does not write through a link to nothing", { skip }, async () => {
  const folder = folderWith({});
  symlinkSync("gone.yaml", path.join(folder, ".cap-operator.yaml"));
  assert.deepEqual(await run(folder, ["init", "--chart-version", "0.34.0"]), {
    code: 3,
    out: "",
    err: ".cap-operator.yaml is a link to a file that does not exist. Remove the link, or create the file.\n",
  });
});

test("schema says that a version is not known, and which one it prints instead", async () => {
  const { code, out, err } = await run(folderWith({}), ["schema", "--chart-version", "9"]);
  assert.deepEqual([code, err], [0, "9 is not known here; checked as 0.34.0.\n"]);
  assert.ok(JSON.parse(out).properties);
  assert.equal((await run(folderWith({}), ["schema", "--chart-version", "0.34.0"])).err, "");
});
