import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { runProgram } from "../../server/cli/program.ts";
import { exampleWorkspace, repository } from "../support/repository.ts";
import { folderWith, run, WITH_UNKNOWN_KEY } from "./run.ts";

const GOOD = `chart: cap-operator
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
  const good = await run(folderWith({ ".cap-operator.yaml": GOOD, f: "controller: {}\n" }), ["check"]);
  assert.deepEqual([good.code, good.out], [0, "No files were checked. No YAML files to check were found.\n"]);
  for (const text of BAD) {
    if (text === "releases: {}") continue;
    assert.ok(!validate(load(text)), text);
    assert.equal((await run(folderWith({ ".cap-operator.yaml": text }), ["check"])).code, 2, text);
  }
});

const PUBLISHED = "oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator";

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
    chart: PUBLISHED,
    chartVersion: "0.34.0",
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

test("init without settings and without a terminal writes an example for the newest published chart, and reports that", async () => {
  const folder = folderWith({});
  const { out, err } = await run(folder, ["init"]);
  assert.equal(out, ".cap-operator.yaml written.\n");
  assert.equal(
    err,
    "The chart is cap-operator 0.34.0, the newest published version. To name another one: --chart, --chart-version.\n",
  );
  assert.deepEqual(written(folder), { chart: PUBLISHED, chartVersion: "0.34.0" });
});

test("the example that init writes is settings once its marks of comments are removed, and none before", async () => {
  const folder = folderWith({ "values.yaml": "# cap-operator: values\ncontroller:\n  replicaz: 1\n" });
  await run(folder, ["init"]);
  const file = path.join(folder, ".cap-operator.yaml");
  const example = readFileSync(file, "utf8");
  writeFileSync(file, example.replace(/^#(?=\S| {2})/gm, ""));
  const checked = await run(folder, ["check", "--release", "cap-operator"]);
  assert.match(checked.out, /unknown-key/);
  writeFileSync(file, example.replace(/^[^#].*\n/gm, ""));
  assert.equal((await run(folder, ["check", "values.yaml"])).code, 1);
});

test("init names the chart of its options, and a chart that is not there is an error", async () => {
  const named = async (...args: string[]) => {
    const folder = folderWith({});
    const { code, err } = await run(folder, ["init", ...args]);
    return [code, existsSync(path.join(folder, ".cap-operator.yaml")) ? written(folder) : err];
  };
  const version = { chart: PUBLISHED, chartVersion: "0.30.0" };
  assert.deepEqual(await named("--chart-version", "0.30.0"), [0, version]);
  const specification = { chart: "cap-operator-chart" };
  assert.deepEqual(await named("--chart", "cap-operator-chart"), [0, specification]);
  assert.deepEqual(await named("--chart", "./nope"), [2, "No chart of CAP Operator found at ./nope.\n"]);
});

test("init at a terminal asks for the chart: of the folder, published, or the specification's", async () => {
  // Folders that begin with a dot, and node_modules, have copies that nobody means.
  const files = Object.fromEntries(
    ["charts/cop", ".cache/cop", "node_modules/cop"].flatMap((folder) => [
      [`${folder}/Chart.yaml`, "apiVersion: v2\nname: cap-operator\nversion: 0.33.0\n"],
      [`${folder}/values.yaml`, "subscriptionServer:\n  domain: ''\n"],
    ]),
  );
  const list = [
    "Which chart are the values for?",
    "  1  cap-operator 0.33.0 (./charts/cop)",
    "  2  cap-operator 0.34.0",
    "  3  cap-operator 0.33.0",
    "  4  cap-operator 0.32.0",
    "  5  cap-operator 0.31.0",
    "  6  cap-operator 0.30.0",
    "  7  cap-operator-chart",
    "Number, or another published version [1]: ",
  ];
  const answered = async (...answers: readonly string[]) => {
    const folder = folderWith(files);
    const left = [...answers];
    const questions: string[] = [];
    const code = await runProgram(["init"], {
      cwd: folder,
      env: {},
      packageFolder: repository,
      out: () => undefined,
      err: () => undefined,
      isOutTerminal: true,
      isErrTerminal: true,
      ask: async (question) => {
        questions.push(question);
        return left.shift();
      },
      input: async () => Buffer.alloc(0),
    });
    const named = existsSync(path.join(folder, ".cap-operator.yaml")) ? written(folder) : undefined;
    return { code, named, questions };
  };
  const first = await answered("");
  assert.deepEqual(first.questions.join("").split("\n"), list);
  assert.deepEqual(first.named, { chart: "./charts/cop" });
  const published = { chart: PUBLISHED, chartVersion: "0.34.0" };
  assert.deepEqual((await answered("2")).named, published);
  assert.deepEqual((await answered("7")).named, { chart: "cap-operator-chart" });
  const typed = await answered("nope", "0.21.0");
  assert.deepEqual(typed.named, { ...published, chartVersion: "0.21.0" });
  assert.match(typed.questions[1] ?? "", /^"nope" is not in the list, and not a published version\./);
  const dismissed = await answered();
  assert.deepEqual([dismissed.code, dismissed.named], [2, undefined]);
});

function written(folder: string): unknown {
  return load(readFileSync(path.join(folder, ".cap-operator.yaml"), "utf8"));
}
