import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { exampleWorkspace } from "../support/repository.ts";
import { folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

const GOOD = `chart: ../chart
chartVersion: 0.34.0
diagnostics: { enable: true, severity: { unknown-key: error } }
excludeFiles: [old/**]
files: ["*.yaml"]
format: { enable: false }
helmVersion: "4"
managerReleaseUrl: manager
maxFileSize: 2
releases:
  - { name: a, namespace: b, chart: c, version: d, kubeContext: e, values: [f], set: [g=1], setString: [h=1], setJson: [i=1] }
`;

const BAD = [
  "chart: [a]",
  "helmVersion: 5",
  "releases: [{values: [a]}]",
  "releases: {}",
  "nonsense: 1",
  "diagnostics: {severity: {unknown-key: loud}}",
  "maxFileSize: small",
  "releases: [{name: a, valeus: [b]}]",
  "diagnostics: {enabl: true}",
  "diagnostics: {severity: {no-such-rule: error}}",
  "format: {style: tabs}",
];

test("the schema of the settings accepts what the command line accepts, and refuses what it refuses", async () => {
  const schema = JSON.parse((await run(folderWith({}), ["schema", "--kind", "project"])).out);
  // Only one kind of editor reads that.
  assert.doesNotMatch(JSON.stringify(schema), /markdownDescription/);
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  assert.ok(validate(load(GOOD)), JSON.stringify(validate.errors));
  // The settings themselves are no values, even if a glob in them says that all files are.
  const good = await run(folderWith({ ".cap-operator.yaml": GOOD }), ["check"]);
  assert.deepEqual(
    [good.code, good.out],
    [0, "Checked 0 files: no problems found. Not checked: 1 file of other tools.\n"],
  );
  for (const text of BAD) {
    if (text === "releases: {}") continue;
    assert.ok(!validate(load(text)), text);
    assert.equal((await run(folderWith({ ".cap-operator.yaml": text }), ["check"])).code, 2, text);
  }
});

test("init writes the settings of the editor for the project, and a pipeline then knows its releases", async () => {
  const editor = readFileSync(path.join(exampleWorkspace, ".vscode/settings.json"), "utf8");
  const folder = folderWith({
    ".vscode/settings.json": editor.replace(
      '"[yaml]"',
      '"capOperator.diagnostics.severity": {"unknown-key": "error"}, "capOperator.codeLens": false, "[yaml]"',
    ),
    "values.yaml": WITH_UNKNOWN_KEY,
    "values-production.yaml": "controller:\n  replicas: 2\n",
  });
  const { code, out } = await run(folder, ["init"]);
  assert.deepEqual(
    [code, out],
    [0, ".cap-operator.yaml written with the settings of .vscode/settings.json.\n"],
  );
  assert.deepEqual(load(readFileSync(path.join(folder, ".cap-operator.yaml"), "utf8")), {
    diagnostics: { severity: { "unknown-key": "error" } },
    releases: [
      {
        name: "cop-test",
        namespace: "cap-operator-system",
        values: ["values.yaml"],
        set: ["controller.detailedOperationalMetrics=true"],
      },
      {
        name: "cop-production",
        namespace: "cap-operator-system",
        values: ["values.yaml", "values-production.yaml"],
        set: ["controller.replicas=3"],
        setString: ["image.tag=1.10"],
      },
    ],
  });
  const checked = await run(folder, ["check", "--release", "cop-production"]);
  assert.match(checked.out, /^values\.yaml:6:3 error unknown-key/m);
  const again = await run(folder, ["init"]);
  assert.deepEqual([again.code, again.err], [2, ".cap-operator.yaml already exists in this folder.\n"]);
});

test("init without settings writes an example that is valid", async () => {
  const folder = folderWith({});
  assert.equal((await run(folder, ["init"])).out, ".cap-operator.yaml written.\n");
  assert.equal((await run(folder, ["check"])).code, 0);
});
