import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, symlinkSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { loadAll } from "js-yaml";
import { validateXML } from "xmllint-wasm";
import { JUNIT_SCHEMA } from "../cli/report-schemas.ts";
import { CLEAN, folderWith, program, WITH_UNKNOWN_KEY } from "../cli/run.ts";
import { repository } from "../support/repository.ts";
import { environmentWithRegistry } from "./registry.ts";
import { HOSTILE_NAMES, runScript, SHELLS, type ShellRun } from "./shell.ts";

interface Input {
  readonly description: string;
  readonly type?: "array";
  readonly default: unknown;
}

interface Job {
  readonly image: { readonly name: string; readonly entrypoint: readonly string[] };
  readonly variables: Readonly<Record<string, { readonly value: string; readonly expand: boolean }>>;
  readonly script: readonly string[];
  readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
}

const source = readFileSync(path.join(repository, "templates/check.yml"), "utf8");
const [header] = loadAll(source) as { readonly spec: { readonly inputs: Readonly<Record<string, Input>> } }[];
const inputs = header?.spec.inputs ?? assert.fail("The template has no inputs.");

/** The job with inputs filled into the text, strings as they are and others as JSON: GitLab's `interpolation/text_template.rb`. */
function jobWith(given: Readonly<Record<string, unknown>>): Job {
  for (const name of Object.keys(given)) assert.ok(name in inputs, name);
  const body = source.slice(source.indexOf("\n---\n"));
  const text = body.replaceAll(/\$\[\[ inputs\.(\w+) \]\]/g, (_, name: string) => {
    const value = name in given ? given[name] : inputs[name]?.default;
    assert.ok(value !== undefined, name);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
  const jobs = loadAll(text).at(-1) as Readonly<Record<string, Job>>;
  assert.deepEqual(Object.keys(jobs), ["cap-operator"]);
  return jobs["cap-operator"] ?? assert.fail();
}

/** Runs a job's script in a folder as the runner does: all entries one after the other in one shell that stops at the first failure. */
function runJob(
  shell: string,
  folder: string,
  job: Job,
  env: Readonly<Record<string, string>> = {},
): ShellRun {
  const flags = shell === "bash" ? ["-eo", "pipefail"] : ["-e"];
  const variables = Object.entries(job.variables).map(([name, { value, expand }]) => {
    assert.equal(expand, false, name);
    return [name, value] as const;
  });
  return runScript([shell, ...flags], job.script.join("\n"), folder, {
    ...Object.fromEntries(variables),
    ...env,
  });
}

/** A folder with the program, as an image has it. */
function pathWithProgram(): string {
  const bin = folderWith({});
  symlinkSync(program, path.join(bin, "cap-operator"));
  return `${bin}${path.delimiter}${process.env.PATH ?? ""}`;
}

function codeQuality(folder: string, { artifacts }: Job) {
  const file = artifacts.reports.codequality ?? assert.fail();
  return JSON.parse(readFileSync(path.join(folder, file), "utf8")) as readonly {
    readonly description: string;
    readonly check_name: string;
    readonly fingerprint: string;
    readonly severity: string;
    readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
  }[];
}

test("no text of an input is part of the script, and every input has a meaning and something that stands without it", () => {
  const { script, image } = jobWith({});
  assert.ok(!script.join("\n").includes("$[["));
  assert.deepEqual(image.entrypoint, [""]);
  for (const [name, { description, default: fallback, type }] of Object.entries(inputs)) {
    assert.match(description, /\.$/, name);
    assert.equal(Array.isArray(fallback), type === "array", name);
  }
});

for (const shell of SHELLS) {
  test(`${shell}: the job writes a Code Quality report and a JUnit report, and fails on findings`, async () => {
    const folder = folderWith({ "a/values.yaml": WITH_UNKNOWN_KEY, "b/values.yaml": CLEAN });
    const job = jobWith({});
    const run = runJob(shell, folder, job, { PATH: pathWithProgram() });
    assert.equal(run.code, 1, run.err);
    assert.match(run.out, /^a\/values\.yaml:6:3 warning unknown-key Unknown key/m);
    const [issue, ...others] = codeQuality(folder, job);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { ...issue, fingerprint: "" },
      {
        description: `Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?`,
        check_name: "unknown-key",
        fingerprint: "",
        severity: "major",
        location: { path: "a/values.yaml", lines: { begin: 6 } },
      },
    );
    assert.match(issue?.fingerprint ?? "", /^[0-9a-f]{32,}$/);
    const xml = readFileSync(path.join(folder, job.artifacts.reports.junit ?? assert.fail()), "utf8");
    const { valid, errors } = await validateXML({ xml, schema: JUNIT_SCHEMA });
    assert.ok(valid, JSON.stringify(errors.slice(0, 3)));
    assert.match(xml, /<testsuites name="cap-operator" tests="2" failures="1" errors="0">/);
  });

  test(`${shell}: hostile names in the list of paths are names of files`, () => {
    const folder = folderWith(Object.fromEntries(HOSTILE_NAMES.map((name) => [name, WITH_UNKNOWN_KEY])));
    const job = jobWith({ paths: HOSTILE_NAMES, arguments: ["--fail-on=never"] });
    const run = runJob(shell, folder, job, { PATH: pathWithProgram() });
    assert.equal(run.code, 0, run.err);
    const found = codeQuality(folder, job).map(({ location }) => location.path);
    assert.deepEqual(found.sort(), [...HOSTILE_NAMES].sort());
    assert.ok(!existsSync(path.join(folder, "owned")));
  });

  test(`${shell}: a pattern is filled in by the program, which knows ** in every shell`, () => {
    const folder = folderWith({ "a/values.yaml": WITH_UNKNOWN_KEY, "b/c/d/values.yaml": WITH_UNKNOWN_KEY });
    const job = jobWith({ paths: ["**/values.yaml"] });
    runJob(shell, folder, job, { PATH: pathWithProgram() });
    const found = codeQuality(folder, job).map(({ location }) => location.path);
    assert.deepEqual(found.sort(), ["a/values.yaml", "b/c/d/values.yaml"]);
  });

  test(`${shell}: an image without the program installs the published package, or the one that is named`, async () => {
    const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
    const bare = path.dirname(execFileSync("which", ["npm"], { encoding: "utf8" }).trim());
    const PATH = [path.dirname(process.execPath), bare, "/usr/bin", "/bin"].join(path.delimiter);
    execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
      cwd: repository,
      stdio: "ignore",
    });
    const { version } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));
    const named = { package: `./cap-operator-tools-${version}.tgz` };
    for (const [given, env] of [
      [{}, await environmentWithRegistry()],
      [named, { npm_config_offline: "true" }],
    ] as const) {
      const prefix = folderWith({});
      const job = jobWith({ ...given, paths: ["values.yaml"] });
      const run = runJob(shell, folder, job, {
        ...env,
        PATH: `${path.join(prefix, "bin")}${path.delimiter}${PATH}`,
        npm_config_prefix: prefix,
      });
      assert.equal(run.code, 1, run.err);
      assert.equal(codeQuality(folder, job).length, 1);
    }
  });
}
