import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { exampleWorkspace } from "../support/repository.ts";
import { CLEAN, folderWith, program, run, UNDECIDED, WITH_UNKNOWN_KEY } from "./run.ts";

/** The `path:line:column severity code` of each finding in the text output. */
function placesIn(out: string): string[] {
  return out.split("\n").flatMap((line) => /^\S+:\d+:\d+ \w+ \S+/.exec(line)?.[0] ?? []);
}

test("nothing wrong: one line, one for the chart, and code 0", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  assert.deepEqual(await run(folder, ["check"]), {
    code: 0,
    out: `Checked 1 file: no problems found.\n${UNDECIDED}\n`,
    err: "",
  });
});

test("a finding is shown with its place, its rule, and the lines around it; the code is 1", async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const { code, out, err } = await run(folder, ["check", "values.yaml"]);
  assert.equal(code, 1);
  assert.equal(err, "");
  assert.equal(
    out,
    [
      'values.yaml:6:3 warning unknown-key Unknown key "replicaz" in "controller". Helm ignores it. Did you mean "replicas"?',
      "   4 | controller:",
      "   5 |   dnsTarget: public-ingress.cluster-a.landscape.internal",
      " > 6 |   replicaz: 2",
      "     |   ^^^^^^^^",
      "   7 | ",
      "",
      "Checked 1 file: 1 warning.",
      UNDECIDED,
      "1 problem may have a fix: cap-operator fix, or cap-operator fix --unsafe.",
      "",
    ].join("\n"),
  );
});

test("only problems are counted as fixable of which fix makes something", async () => {
  const hosts = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";
  const folder = folderWith({
    "undecided-values.yaml": `${hosts}  certificateManager: Platform\n`,
    "values.yaml": `# cap-operator: values version=0.34.0\n${hosts}controller:\n  replicaz: 2\npodLabels:\n  a: 1\nimage: {tag: [1]}\n`,
  });
  const countIn = async (file: string) =>
    /^(\d+) problems? may have a fix/m.exec((await run(folder, ["check", file])).out)?.[1];
  assert.equal(await countIn("undecided-values.yaml"), undefined);
  const counted = Number(await countIn("values.yaml"));
  const { err, out } = await run(folder, ["fix", "--unsafe", "--dry-run", "values.yaml"]);
  assert.equal(Number(/Would fix (\d+) problem/.exec(out + err)?.[1]), counted);
});

test("of a folder, the files of the operator are checked, in one order on every machine", async () => {
  const folder = folderWith({
    "b/values.yaml": WITH_UNKNOWN_KEY,
    "a/prod/values.yml": WITH_UNKNOWN_KEY,
    "Z/values.yaml": WITH_UNKNOWN_KEY,
    "a/deployment.yaml": "apiVersion: apps/v1\nkind: Deployment\n",
    "node_modules/x/values.yaml": WITH_UNKNOWN_KEY,
    ".git/values.yaml": WITH_UNKNOWN_KEY,
    "notes.txt": WITH_UNKNOWN_KEY,
  });
  const { code, out } = await run(folder, ["check"]);
  assert.equal(code, 1);
  assert.deepEqual(placesIn(out), [
    "Z/values.yaml:6:3 warning unknown-key",
    "a/prod/values.yml:6:3 warning unknown-key",
    "b/values.yaml:6:3 warning unknown-key",
  ]);
  assert.match(out, /^Checked 3 files: 3 warnings\. Not checked: 1 unrelated file\.$/m);
});

test("in the example workspace, problems are only in the file that is about mistakes", async () => {
  const { code, out } = await run(exampleWorkspace, ["check", "--min-severity", "hint"]);
  assert.equal(code, 1);
  assert.deepEqual([...new Set(placesIn(out).map((place) => place.split(":")[0]))], ["mistakes-values.yaml"]);
});

test("a glob and a file in a folder that is left out otherwise", async () => {
  const folder = folderWith({
    "a/values-dev.yaml": WITH_UNKNOWN_KEY,
    "a/values-prod.yaml": WITH_UNKNOWN_KEY,
    "node_modules/values.yaml": WITH_UNKNOWN_KEY,
  });
  const { out } = await run(folder, ["check", "**/*-prod.yaml", "node_modules/values.yaml"]);
  assert.deepEqual(placesIn(out), [
    "a/values-prod.yaml:6:3 warning unknown-key",
    "node_modules/values.yaml:6:3 warning unknown-key",
  ]);
});

test("what is not there is wrong use", async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  const { code, out, err } = await run(folder, ["check", "valeus.yaml", "*.yml"]);
  assert.deepEqual(
    [code, out, err],
    [2, "", "File or folder not found: valeus.yaml.\nNo file matches *.yml.\n"],
  );
});

for (const [what, args, said] of [
  ["no command", [], /Usage: cap-operator/],
  ["an unknown command", ["chekc"], /unknown command 'chekc'/],
  ["an unknown option", ["check", "--sevirity"], /unknown option '--sevirity'/],
  [
    "an unknown severity",
    ["check", "--fail-on", "fatal"],
    /Allowed choices are error, warning, information, hint, never/,
  ],
  ["an unknown reporter", ["check", "-r", "html"], /Unknown reporter html\./],
  ["two reporters for one output", ["check", "-r", "json", "-r", "sarif"], /Only one reporter/],
] as const) {
  test(`${what} is wrong use, and what to do is said`, async () => {
    const { code, out, err } = await run(folderWith({}), args);
    assert.deepEqual([code, out], [2, ""]);
    assert.match(err, said);
  });
}

test("what cannot be read is said and gives code 3, and the rest is checked", {
  skip: process.getuid?.() === 0 && "root reads everything",
}, async () => {
  const folder = folderWith({ "a.values.yaml": CLEAN, "b.values.yaml": WITH_UNKNOWN_KEY });
  chmodSync(path.join(folder, "a.values.yaml"), 0);
  for (const [paths, expected] of [[[], 1] as const, [["a.values.yaml", "b.values.yaml"], 3] as const]) {
    const { code, out } = await run(folder, ["check", ...paths]);
    assert.equal(code, expected);
    assert.match(out, /^a\.values\.yaml cannot be read \(EACCES\)\.$/m);
    assert.match(out, /b\.values\.yaml:6:3/);
  }
});

test("links: to files they are followed, to folders, in circles and to nothing not", async () => {
  const folder = folderWith({ "real/values.yaml": WITH_UNKNOWN_KEY });
  symlinkSync("real/values.yaml", path.join(folder, "linked.values.yaml"));
  symlinkSync("..", path.join(folder, "real/circle"));
  assert.deepEqual(placesIn((await run(folder, ["check"])).out), [
    "linked.values.yaml:6:3 warning unknown-key",
    "real/values.yaml:6:3 warning unknown-key",
  ]);
  symlinkSync("nowhere.yaml", path.join(folder, "dangling.yaml"));
  const before = (await run(folder, ["check", "real"])).out;
  symlinkSync("nowhere.yaml", path.join(folder, "real/dangling.yaml"));
  for (const paths of [["real"], ["real/*.yaml"]])
    assert.deepEqual(await run(folder, ["check", ...paths]), { code: 1, out: before, err: "" });
  const named = await run(folder, ["check", "dangling.yaml", "real"]);
  assert.equal(named.out.split("\n")[0], "dangling.yaml is a link to a file that does not exist.");
  assert.match(named.out, /^real\/values\.yaml:6:3 warning unknown-key/m);
  assert.deepEqual([named.code, named.err], [3, ""]);
});

test("a pipe in the place of a file keeps nobody waiting", {
  skip: process.platform === "win32",
}, async () => {
  const folder = folderWith({ "values.yaml": CLEAN });
  execFileSync("mkfifo", [path.join(folder, "pipe.values.yaml")]);
  assert.equal((await run(folder, ["check"])).code, 0);
  const { code, out } = await run(folder, ["check", "pipe.values.yaml"]);
  assert.equal(code, 3);
  assert.match(out, /^pipe\.values\.yaml is not a regular file\.$/m);
});

test("a folder in the place of the standard output's reader: nothing is printed after it has gone", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 300 }, (_, index) => [`${index}/values.yaml`, WITH_UNKNOWN_KEY]),
  );
  const child = spawn(process.execPath, [program, "check"], { cwd: folderWith(files) });
  let err = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  child.stdout.destroy();
  const [code] = await once(child, "close");
  assert.deepEqual([code, err], [1, ""]);
});

test("quieter findings are left out, and what makes a run fail can be chosen", async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  assert.deepEqual(await run(folder, ["check", "--min-severity", "error"]), {
    code: 0,
    out: `Checked 1 file: no problems found.\n${UNDECIDED}\n`,
    err: "",
  });
  const failing = async (on: string) => (await run(folder, ["check", "-q", "--fail-on", on])).code;
  assert.deepEqual(await Promise.all(["hint", "warning", "error", "never"].map(failing)), [1, 1, 0, 0]);
});

test("settings of the project are found above, and decide", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "diagnostics:\n  severity:\n    unknown-key: error\nexcludeFiles: ['old/**']\n",
    "deep/down/values.yaml": WITH_UNKNOWN_KEY,
    "deep/old/values.yaml": WITH_UNKNOWN_KEY,
    "old/values.yaml": WITH_UNKNOWN_KEY,
  });
  const { out } = await run(path.join(folder, "deep/down"), ["check", "../.."]);
  assert.deepEqual(
    placesIn(out).map((place) => place.replace(`${folder}/`, "")),
    ["values.yaml:6:3 error unknown-key", "deep/old/values.yaml:6:3 error unknown-key"],
  );
});

test("the settings of a project end at the root of a repository", async () => {
  const folder = folderWith({
    ".cap-operator.yaml": "diagnostics: { enable: false }\n",
    "repository/values.yaml": WITH_UNKNOWN_KEY,
  });
  mkdirSync(path.join(folder, "repository/.git"));
  assert.equal((await run(path.join(folder, "repository"), ["check"])).code, 1);
});

for (const [what, text, said] of [
  ["no YAML", "a: [", /\.cap-operator\.yaml is not valid YAML: /],
  ["a list", "- a", /must be a mapping of setting names to values/],
  ["a key that is none", "serverity: 1", /"serverity" is not a project setting/],
  ["a wrong type", "files: true", /The setting files must be a list of texts, but is true/],
  [
    "more than a machine can hold",
    [
      "a0: &a0 [1]",
      ...Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`),
      "files: *a30",
    ].join("\n"),
    /too large for settings/,
  ],
] as const) {
  test(`settings that are ${what} end the run before anything is checked`, async () => {
    const folder = folderWith({ ".cap-operator.yaml": text, "values.yaml": WITH_UNKNOWN_KEY });
    const { code, out, err } = await run(folder, ["check"]);
    assert.ok(code === 2 || code === 3, String(code));
    assert.equal(out, "");
    assert.match(err, said);
  });
}

test("files that are only likely of the operator are named, and not checked", async () => {
  const folder = folderWith({ "values.yaml": "# nothing yet\n" });
  const { code, out } = await run(folder, ["check"]);
  assert.equal(code, 0);
  assert.match(out, /^values\.yaml was not checked\. /m);
  assert.match(out, /Not checked: 1 file possibly for CAP Operator\.\n$/);
});

test("colours: on request, never without a terminal, and NO_COLOR does not undo a request", async () => {
  const folder = folderWith({ "values.yaml": WITH_UNKNOWN_KEY });
  const codes = "\u001b[";
  assert.ok(!(await run(folder, ["check"])).out.includes(codes));
  const asked = await run(folder, ["check", "--color", "always"], { env: { NO_COLOR: "1" } });
  assert.ok(asked.out.includes(`${codes}33mwarning${codes}39m`));
});

test("a file name and a file cannot control the terminal or the log", async () => {
  const name = "\u001b[2J\u202evalues.yaml";
  const hostile = `${CLEAN}  "\u001b]0;owned\u0007x\u009b31m": "\u202e"\n`;
  const folder = folderWith({ [name]: hostile, "::error::x.values.yaml": WITH_UNKNOWN_KEY });
  const { out, err } = await run(folder, ["check"]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is about these
  assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(out + err), JSON.stringify(out));
  assert.match(out, /\\u\{1b\}\[2J\\u\{202e\}values\.yaml/);
  assert.ok(!/^\s*::/m.test(out), out);
});
