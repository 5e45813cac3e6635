// Commands of Helm in scripts and pipelines, as the command line finds them: each case in a separate folder, all checked at once.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, suite, test } from "node:test";
import { load } from "js-yaml";
import { folderWith, run } from "../cli/run.ts";

interface Case {
  readonly case: string;
  readonly path: string;
  readonly text: string;
  readonly finds?: readonly string[];
  readonly isOthers?: boolean;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

interface Report {
  readonly files: readonly {
    readonly path: string;
    readonly state: string;
    readonly findings?: readonly { readonly code: string; readonly range: { readonly start: Place } }[];
  }[];
}

const cases = load(readFileSync(new URL("scripts.yaml", import.meta.url), "utf8")) as readonly Case[];
const TERRAFORM =
  'resource "helm_release" "cop" {\n  chart = "cap-operator"\n  set = [{ name = "x", value = "1" }]\n}\n';

suite("commands in scripts and pipelines", () => {
  let report: Report;

  before(async () => {
    const files = cases.map(({ path, text }, index) => [`${index}/${path}`, text] as const);
    const others = { "x/main.tf": TERRAFORM, "x/other.tf": "locals {}\n", "x/other.sh": "helm list\n" };
    const { out } = await run(folderWith({ ...Object.fromEntries(files), ...others }), [
      "check",
      "--reporter",
      "json",
    ]);
    report = JSON.parse(out) as Report;
  });

  for (const [index, { case: name, path, finds = [], isOthers = false }] of cases.entries()) {
    test(name, () => {
      const file = report.files.find((candidate) => candidate.path === `${index}/${path}`);
      const found = file?.findings?.map(
        ({ range: { start }, code }) => `${start.line}:${start.column} ${code}`,
      );
      assert.deepEqual(found?.toSorted(), isOthers ? undefined : finds);
    });
  }

  test("a folder has the files of Terraform that name the chart, and no other", () => {
    const others = report.files.filter(({ path }) => path.startsWith("x/"));
    assert.deepEqual(
      others.map(({ path, findings }) => [path, findings?.map(({ code }) => code)]),
      [["x/main.tf", ["unknown-key"]]],
    );
  });
});

test("a secret of Terraform is never printed, also not around what is wrong", async () => {
  const secret = '  set_sensitive { name = "controller.replicaz"\n value = "s3cr3t"\n }\n';
  const folder = folderWith({
    "main.tf": TERRAFORM.replace("}\n", `}\n${secret}`),
    "b.tf": `resource "helm_release" "b" {\nchart = "cap-operator"\n${secret}}\n`,
  });
  for (const reporter of ["text", "json", "sarif", "github", "gitlab", "junit"]) {
    const { out, err } = await run(folder, ["check", "--reporter", reporter]);
    assert.match(out, /replicaz/);
    assert.doesNotMatch(out + err, /s3cr3t/);
  }
  const values =
    "values = [<<A\nsubscriptionServer: {domain: a.b.c, dnsTarget: d.b.c}\nimage: {tag: 1.10}\nA\n]";
  const text = `resource "helm_release" "b" {\nchart = "cap-operator"\n${values}\n${secret}}\n`;
  const other = folderWith({ "main.tf": text });
  await run(other, ["fix", "main.tf"]);
  assert.equal(readFileSync(`${other}/main.tf`, "utf8"), text.replace("1.10", '"1.10"'));
});
