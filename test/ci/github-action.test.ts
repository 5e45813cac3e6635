import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Ajv } from "ajv";
import { load } from "js-yaml";
import { sarifSchema } from "../cli/report-schemas.ts";
import { CLEAN, folderWith, program, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { haveGo } from "../support/go.ts";
import { repository } from "../support/repository.ts";
import { environmentWithRegistry } from "./registry.ts";
import { HOSTILE_NAMES, runScript, SHELLS } from "./shell.ts";

interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
  readonly "working-directory"?: string;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

const source = readFileSync(path.join(repository, "action.yml"), "utf8");
const action = load(source) as Action;
const { steps } = action.runs;
const skip = !SHELLS.includes("bash");

interface ActionRun {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
  /** Of all steps, as `steps.<id>.outputs.<name>`. */
  readonly outputs: ReadonlyMap<string, string>;
  /** The summary of the job. */
  readonly summary: string;
}

/** The step that installs the program; but for its own tests, the one of this repository runs. */
const INSTALL = "program";

/**
 * Runs the action's own steps as the runner does, but for the one that installs the program unless a package is named, or there are variables for it: expressions are filled in, `bash --noprofile --norc -eo pipefail` runs each script, and
 * outputs are read from a file (https://docs.github.com/en/actions/reference/workflow-syntax-for-github-actions#jobsjob_idstepsshell).
 */
function runAction(
  folder: string,
  inputs: Readonly<Record<string, string>>,
  environment?: Readonly<Record<string, string>>,
): ActionRun {
  for (const name of Object.keys(inputs)) assert.ok(name in action.inputs, name);
  const values = new Map(
    Object.entries(action.inputs).map(([name, input]) => [`inputs.${name}`, inputs[name] ?? input.default]),
  );
  const isInstalled = inputs.package === undefined && environment === undefined;
  if (isInstalled) values.set(`steps.${INSTALL}.outputs.path`, program);
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{ ([\w.-]+) \}\}/g, (_, name: string) => {
      const value = values.get(name);
      assert.ok(value !== undefined, `Nothing has the value of ${name}.`);
      return value;
    });
  const temporary = folderWith({ output: "" });
  const output = path.join(temporary, "output");
  const summary = path.join(temporary, "summary");
  writeFileSync(summary, "what an earlier command has written\n");
  const ran = { code: 0 as number | null, out: "", err: "" };
  for (const { id = "", run, env = {}, "working-directory": directory = "." } of steps) {
    if (run === undefined || ran.code !== 0 || (isInstalled && id === INSTALL)) continue;
    writeFileSync(output, "");
    const part = runScript(
      ["bash", "--noprofile", "--norc", "-eo", "pipefail"],
      run,
      path.join(folder, filled(directory)),
      {
        ...Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
        npm_config_offline: "true",
        ...environment,
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: summary,
        RUNNER_TEMP: temporary,
      },
    );
    ran.code = part.code;
    ran.out += part.out;
    ran.err += part.err;
    for (const line of readFileSync(output, "utf8").split("\n").slice(0, -1)) {
      const [name, ...value] = line.split("=");
      values.set(`steps.${id}.outputs.${name}`, value.join("="));
    }
  }
  return { ...ran, outputs: values, summary: readFileSync(summary, "utf8") };
}

const sarifOf = ({ outputs }: ActionRun) => {
  const file = outputs.get("steps.check.outputs.sarif-file") ?? assert.fail("There is no SARIF file.");
  return JSON.parse(readFileSync(file, "utf8"));
};

const urisOf = (run: ActionRun): string[] =>
  sarifOf(run)
    .runs[0].results.map(
      (result: { locations: [{ physicalLocation: { artifactLocation: { uri: string } } }] }) =>
        result.locations[0].physicalLocation.artifactLocation.uri,
    )
    .sort();

test("no text of an input is part of a script; other actions are pinned by commit, with their version beside it", () => {
  assert.equal(action.runs.using, "composite");
  for (const { run, shell, uses } of steps) {
    if (run !== undefined) {
      assert.equal(shell, "bash");
      assert.ok(!run.includes("${{"), run);
    } else {
      assert.match(uses ?? "", /^[\w-]+\/[\w/-]+@[0-9a-f]{40}$/);
      assert.match(source, new RegExp(`${uses} # v\\d+\\.\\d+\\.\\d+\n`));
    }
  }
  for (const [name, { description, default: fallback }] of Object.entries(action.inputs)) {
    assert.match(description, /\.$/, name);
    assert.equal(typeof fallback, "string", name);
  }
});

test("findings are annotations and a SARIF file, and fail the step", { skip }, () => {
  const folder = folderWith({ "a/values.yaml": WITH_UNKNOWN_KEY, "b/values.yaml": CLEAN });
  const run = runAction(folder, {});
  assert.equal(
    run.out,
    `::warning file=a/values.yaml,line=6,endLine=6,col=3,endColumn=11,title=unknown-key::Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?\n`,
  );
  assert.deepEqual([run.code, run.err], [1, ""]);
  assert.equal(run.outputs.get("steps.check.outputs.exit-code"), "1");
  assert.deepEqual(urisOf(run), ["a/values.yaml"]);
});

test("the summary of the job gets a table, after what earlier commands have written", { skip }, () => {
  const { summary } = runAction(folderWith({ "values.yaml": WITH_UNKNOWN_KEY }), {});
  assert.match(
    summary,
    /^what an earlier command has written\n### CAP Operator\n\nChecked 1 file: 0 errors, 1 warning\.\n/,
  );
  assert.match(summary, /\| values\\\.yaml\\:6\\:3 \| warning \| unknown\\-key \|/);
});

test("the SARIF file is valid under the official schema", {
  skip: skip || (!haveGo() && "Go is missing"),
}, () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(sarifSchema());
  assert.ok(validate(sarifOf(runAction(folder, {}))), JSON.stringify(validate.errors?.slice(0, 3)));
});

test("the findings are uploaded when that is asked for, whether or not the step failed", { skip }, () => {
  const upload = steps.find(({ uses }) => uses?.startsWith("github/codeql-action/upload-sarif@"));
  assert.equal(
    upload?.if,
    "${{ !cancelled() && inputs.upload-sarif == 'true' && steps.check.outputs.sarif-file != '' }}",
  );
  assert.equal(action.inputs["upload-sarif"]?.default, "false");
  assert.equal(upload?.with?.sarif_file, "${{ steps.check.outputs.sarif-file }}");
  const clean = runAction(folderWith({ "values.yaml": CLEAN }), {});
  assert.deepEqual([clean.code, clean.out, urisOf(clean)], [0, "", []]);
  // Whoever uses the action wrong has no file, and nothing is uploaded.
  const wrong = runAction(folderWith({}), { "fail-on": "everything" });
  assert.equal(wrong.code, 2);
  assert.equal(wrong.outputs.get("steps.check.outputs.exit-code"), "2");
  assert.equal(wrong.outputs.get("steps.check.outputs.sarif-file"), undefined);
});

test("inputs choose what is checked, where, and what fails", { skip }, () => {
  const folder = folderWith({
    ".cap-operator.yaml": "releases:\n  - name: prod\n    values: [x/one.yaml]\n",
    "x/one.yaml": WITH_UNKNOWN_KEY,
    "x/two.values.yaml": WITH_UNKNOWN_KEY,
    "x/three.values.yaml": WITH_UNKNOWN_KEY,
  });
  assert.deepEqual(urisOf(runAction(folder, { paths: "x/two.values.yaml\n\nx/th*.yaml\n" })), [
    "x/three.values.yaml",
    "x/two.values.yaml",
  ]);
  const deep = folderWith({ "a/values.yaml": WITH_UNKNOWN_KEY, "b/c/d/values.yaml": WITH_UNKNOWN_KEY });
  assert.deepEqual(urisOf(runAction(deep, { paths: "**/values.yaml" })), [
    "a/values.yaml",
    "b/c/d/values.yaml",
  ]);
  assert.deepEqual(urisOf(runAction(folder, { paths: " \t x/two.values.yaml \r\n\r\n", args: "  \r\n" })), [
    "x/two.values.yaml",
  ]);
  assert.deepEqual(urisOf(runAction(folder, { release: "prod" })), ["x/one.yaml"]);
  assert.deepEqual(urisOf(runAction(folder, { args: "--all-releases\n--fail-on=never" })), ["x/one.yaml"]);
  assert.equal(runAction(folder, { "fail-on": "error" }).code, 0);
  assert.equal(runAction(folder, { "min-severity": "error", "working-directory": "x" }).out, "");
});

test("paths in annotations start at the root of the repository, wherever the action works", { skip }, () => {
  const folder = folderWith({ "deploy/prod/values.yaml": WITH_UNKNOWN_KEY });
  mkdirSync(path.join(folder, ".git"));
  const run = runAction(folder, { "working-directory": "deploy", paths: "prod" });
  assert.match(run.out, /^::warning file=deploy\/prod\/values\.yaml,line=6,/);
  assert.deepEqual(urisOf(run), ["deploy/prod/values.yaml"]);
});

test("hostile names of files are names of files", { skip }, () => {
  const folder = folderWith(Object.fromEntries(HOSTILE_NAMES.map((name) => [name, WITH_UNKNOWN_KEY])));
  const run = runAction(folder, { paths: HOSTILE_NAMES.join("\n") });
  assert.deepEqual([run.code, run.err], [1, ""]);
  assert.deepEqual(
    urisOf(run),
    HOSTILE_NAMES.map((name) => name.split("/").map(encodeURIComponent).join("/")).sort(),
  );
  assert.equal(run.out.trimEnd().split("\n").length, HOSTILE_NAMES.length);
  for (const line of run.out.trimEnd().split("\n")) assert.match(line, /^::warning file=[^,:]+,line=6,/);
  assert.ok(!existsSync(path.join(folder, "owned")));
});

test("hostile text in any other input is refused or found nowhere, and nothing of it is run", {
  skip,
}, () => {
  const hostile = [
    "$(touch owned)",
    "`touch owned`",
    `"; touch owned; "`,
    "x\ntouch owned",
    "* $(touch owned)",
  ];
  for (const name of ["release", "args", "min-severity", "fail-on", "paths", "package"]) {
    for (const text of hostile) {
      const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
      const run = runAction(folder, { [name]: text });
      assert.notEqual(run.code, 0, `${name}: ${text}`);
      assert.ok(!existsSync(path.join(folder, "owned")), `${name}: ${text}`);
      assert.ok(!/^::(?!warning file=)/m.test(run.out), run.out);
    }
  }
});

test("the program is the published package of the version that the action has", { skip }, async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const run = runAction(folder, {}, await environmentWithRegistry());
  assert.match(run.out, /^::warning file=values\.yaml,line=6,/m);
  assert.equal(run.code, 1, run.err);
});

test("a packed package can be the program, without a network", { skip }, () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const quiet = { cwd: repository, stdio: "ignore" } as const;
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], quiet);
  const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
  const run = runAction(folder, { package: `./cap-operator-tools-${version}.tgz` });
  assert.notEqual(run.outputs.get("steps.program.outputs.path"), program);
  assert.match(run.out, /^::warning file=values\.yaml,line=6,/m);
  assert.equal(run.code, 1);
});
