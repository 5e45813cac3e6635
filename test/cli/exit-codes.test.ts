// The exit codes of docs/reference/cli.md, by command and cause.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { CLEAN, folderWith, program, run, WITH_UNKNOWN_KEY } from "./run.ts";

const SETTINGS =
  "releases:\n  - {name: prod, values: [values.yaml]}\n  - {name: bad, values: [bad-values.yaml]}\n";
const folder = folderWith({
  "values.yaml": CLEAN,
  "bad-values.yaml": WITH_UNKNOWN_KEY,
  "scalar-values.yaml": "# cap-operator: values\nsubscriptionServer:\n  subDomain: yes\n",
  ".cap-operator.yaml": SETTINGS,
  "list/values.yaml": CLEAN,
  "list/.cap-operator.yaml": "- a\n",
  "broken.settings": "a: [\n",
  "unknown.settings": "relases: []\n",
  "deep-values.yaml": `# cap-operator: values\na: ${"[".repeat(20_000)}\n`,
  "large-values.yaml": `# cap-operator: values\n${"# ".repeat(1000)}\n`,
  "small.settings": "maxFileSize: 0.001\n",
  "folder/is/empty/.gitkeep": "",
});

const CODES: Readonly<Record<number, readonly string[]>> = {
  0: [
    "check values.yaml",
    "check --release prod",
    "check bad-values.yaml --fail-on error",
    "check bad-values.yaml --fail-on never",
    "check folder",
    "check folder --no-files ok",
    "effective --release prod",
    "explain unknown-key",
    "explain controller.replicas",
    "rules",
    "diff values.yaml prod",
    "fix --dry-run values.yaml",
    "format --dry-run values.yaml",
    "upgrade --to 0.34.0 -f values.yaml --chart-version 0.33.0",
    "schema",
    "completion bash",
    "help",
    "help fix",
    "--version",
    "check --help",
  ],
  1: [
    "check bad-values.yaml",
    "check --release bad",
    "check --all-releases",
    "check deep-values.yaml",
    "check bad-values.yaml --reporter json",
    "diff values.yaml bad-values.yaml",
    "diff @0.1.0 @0.34.0",
    "fix --dry-run --unsafe bad-values.yaml",
  ],
  2: [
    "",
    "nosuch",
    "check --nosuch",
    "check --fail-on nosuch",
    "check --reporter nosuch",
    "check nosuch.yaml",
    "check nosuch/*.yaml",
    "check --release nosuch",
    "check --chart ./nosuch values.yaml",
    "check folder --no-files error",
    "check -c nosuch.settings values.yaml",
    "check -c broken.settings values.yaml",
    "check -c unknown.settings values.yaml",
    "check -c list/.cap-operator.yaml values.yaml",
    "fix -c list/.cap-operator.yaml values.yaml",
    "schema -c list/.cap-operator.yaml",
    "effective -c list/.cap-operator.yaml",
    "effective --release nosuch",
    "effective -f nosuch.yaml",
    "effective --key nosuch",
    "explain nosuch",
    "explain",
    "rules --output nosuch",
    "diff nosuch prod",
    "diff @99 prod",
    "fix nosuch.yaml",
    "fix --rule nosuch",
    "format nosuch.yaml",
    "upgrade --to 99 -f values.yaml",
    "upgrade -f values.yaml",
    "schema --kind nosuch",
    "init",
    "completion nosuch",
    "help nosuch",
    "values --from-release prod",
    "check --render values.yaml",
  ],
  3: [
    "check values.yaml --reporter json=values.yaml/report.json",
    "check -c small.settings large-values.yaml",
  ],
};

for (const [code, commands] of Object.entries(CODES)) {
  for (const command of commands) {
    test(`cap-operator ${command}: code ${code}`, async () => {
      const ran = await run(folder, command.split(" ").filter(Boolean), { env: { PATH: "" } });
      assert.equal(ran.code, Number(code), ran.out + ran.err);
      // Wrong use and failures are reported in at least a sentence.
      if (Number(code) > 1) assert.match(ran.err + ran.out, /\w+ .*\w/);
    });
  }
}

const FAULTS = `.cap-operator.yaml:1:1 error "relases" is not a project setting. Did you mean "releases"?
 > 1 | relases: []
     | ^^^^^^^
.cap-operator.yaml:3:14 error "unknwon-key" is not the code of a rule. Did you mean "unknown-key"?
 > 3 |   severity: {unknwon-key: error, unknown-key: loud}
     |              ^^^^^^^^^^^
.cap-operator.yaml:3:47 error The setting diagnostics.severity.unknown-key must be error, warning, information, hint or off, but is "loud".
 > 3 |   severity: {unknwon-key: error, unknown-key: loud}
     |                                               ^^^^
.cap-operator.yaml:6:13 error The setting releases[0].values must be a list of texts, but is "values.yaml".
 > 6 |     values: values.yaml
     |             ^^^^^^^^^^^
`;

test("each fault of the settings has its place in their file, in the words of this file", async () => {
  const project = folderWith({
    "values.yaml": CLEAN,
    ".cap-operator.yaml":
      "relases: []\ndiagnostics:\n  severity: {unknwon-key: error, unknown-key: loud}\nreleases:\n  - name: prod\n    values: values.yaml\n",
  });
  for (const command of ["check", "effective", "fix"])
    assert.deepEqual(await run(project, [command]), { code: 2, out: "", err: FAULTS });
});

test("settings that are not YAML, or not a mapping, have a place too", async () => {
  const { err } = await run(folder, ["check", "-c", "broken.settings"]);
  assert.match(
    err,
    /^broken\.settings:1:1 error .* is not valid YAML: This bracket is never closed\.\n > 1 \| a: \[\n {5}\| \^{4}\n$/,
  );
  const list = await run(`${folder}/list`, ["check"]);
  assert.match(
    list.err,
    /^\.cap-operator\.yaml:1:1 error .* must be a mapping .*\n > 1 \| - a\n {5}\| \^\^\^\n$/,
  );
});

test("two releases of one name are reported once, at the second name in their file", async () => {
  const twice =
    "releases:\n  - {name: prod, values: [values.yaml]}\n  - {name: prod, values: [values.yaml]}\n";
  const project = folderWith({ "values.yaml": CLEAN, ".cap-operator.yaml": twice });
  const { code, out } = await run(project, ["check", "--all-releases"]);
  assert.equal(code, 0);
  const said = out.match(/.*Several releases are named prod\..*/g) ?? [];
  assert.equal(said.length, 1, out);
  assert.match(said[0] ?? "", /^\.cap-operator\.yaml:\d+:\d+ information /);
});

/** Runs a line of a shell, in which the program is called cli, and whose code is that of the program. */
function shell(line: string): { readonly code: number | null; readonly err: string } {
  const cli = `cli() { '${process.execPath}' '${program}' "$@"; }`;
  const { status, stderr } = spawnSync("bash", ["-c", `${cli}; ${line}`], { cwd: folder, encoding: "utf8" });
  return { code: status, err: stderr };
}
const hasBash = spawnSync("bash", ["-c", ""]).status === 0;
const skip = !hasBash && "bash is not installed";

for (const [line, code] of [
  ["cli schema", 0],
  ["cli rules", 0],
  ["cli check values.yaml", 0],
  ["cli check bad-values.yaml", 1],
  ["cli check bad-values.yaml --reporter json", 1],
] as const) {
  test(`${line}: a reader that closes the output changes neither the code nor the messages`, { skip }, () => {
    assert.deepEqual(shell(`${line} | head -c 10 > /dev/null; exit \${PIPESTATUS[0]}`), { code, err: "" });
    assert.deepEqual(shell(`${line} | true; exit \${PIPESTATUS[0]}`), { code, err: "" });
  });
}

const isFull = existsSync("/dev/full");
for (const [line, sentence] of [
  ["cli schema > /dev/full", "The output could not be written: ENOSPC: no space left on device, write.\n"],
  [
    "cli check values.yaml > /dev/full",
    "The output could not be written: ENOSPC: no space left on device, write.\n",
  ],
  [
    "cli check values.yaml --reporter json=/dev/full",
    "The report could not be written: ENOSPC: no space left on device, write.\n",
  ],
] as const) {
  test(`${line}: a full disk is a sentence and code 3`, { skip: skip || (!isFull && "no /dev/full") }, () => {
    assert.deepEqual(shell(line), { code: 3, err: sentence });
  });
}

test("a fault at the end of a long line is one short sentence with a short frame", async () => {
  const project = folderWith({ ".cap-operator.yaml": `{a: 1, ${" ".repeat(5000)}b: 1}\n` });
  const { code, err } = await run(project, ["check"]);
  assert.equal(code, 2);
  assert.match(err, /^\.cap-operator\.yaml:1:5008 error "b" is not a project setting\./m);
  for (const line of err.split("\n")) assert.ok(line.length < 400, String(line.length));
});
