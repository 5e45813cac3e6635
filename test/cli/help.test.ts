import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import {
  createProtocolConnection,
  type InitializeResult,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { renderCliDocs } from "../../schemas/cli-docs.ts";
import { repository } from "../support/repository.ts";
import { folderWith, program, run } from "./run.ts";

const folder = folderWith({});
const { version, bin } = JSON.parse(readFileSync(path.join(repository, "package.json"), "utf8"));

test("docs/reference/cli.md is up to date", () => {
  const committed = readFileSync(path.join(repository, "docs/reference/cli.md"), "utf8").replaceAll(
    "\r\n",
    "\n",
  );
  assert.ok(committed === renderCliDocs(), "docs/reference/cli.md is stale. Write it with: npm run docs");
});

test("the package has the program as a command", async () => {
  assert.equal(path.resolve(repository, bin["cap-operator"]), program);
  for (const asked of ["--version", "version"])
    assert.deepEqual(await run(folder, [asked]), { code: 0, out: `${version}\n`, err: "" });
});

test("every command has help, which names all that the reference names", async () => {
  const { code, out } = await run(folder, ["--help"]);
  assert.equal(code, 0);
  const commands = [...out.matchAll(/^ {2}(\w+) (?:\[|<)/gm)].map(([, name]) => name ?? "");
  assert.ok(commands.includes("check") && commands.includes("completion"), out);
  const sections = renderCliDocs().split("\n## ");
  for (const command of commands) {
    const help = await run(folder, [command, "--help"]);
    assert.equal(help.code, 0, command);
    const reference = sections.find((text) => text.startsWith(`${command}\n`)) ?? "";
    const options = [...reference.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, option]) => option ?? "");
    assert.ok(options.length > 0, command);
    for (const option of options) assert.ok(help.out.includes(option), `${command} ${option}`);
  }
});

for (const args of [[], ["help"], ["help", "check"], ["check", "-h"], ["-h"]]) {
  test(`"${["cap-operator", ...args].join(" ")}" begins with examples, and ends with exit codes and the page`, async () => {
    const { code, out, err } = await run(folder, args);
    assert.equal(code, args.length === 0 ? 2 : 0);
    const text = out + err;
    assert.match(text, /^Examples:\n {2}cap-operator check .*\n {2}cap-operator .*\n\nUsage: /);
    assert.match(
      text,
      /\nExit codes:\n {2}0 {2}No findings[\s\S]*\n {2}1 {2}Findings[\s\S]*\n {2}2 [\s\S]*\n {2}3 /,
    );
    const [, page = ""] = /\nDocumentation: (.+)\n$/.exec(text) ?? [];
    assert.match(readFileSync(page, "utf8"), /^# Command line\n/);
  });
}

test("the help of a command has the exit codes that it can end with, and no other", async () => {
  for (const [command, codes, about] of [
    ["check", "0123", /--fail-on/],
    ["fix", "0123", /Errors remain/],
    ["format", "0123", /--check or --dry-run/],
    ["diff", "0123", /is different/],
    ["explain", "02", /unknown option, code or key/],
    ["rules", "02", /printed/],
    ["values", "023", /no such release/],
  ] as const) {
    const { out } = await run(folder, [command, "--help"]);
    const ending = out.slice(out.indexOf("\nExit codes:\n"));
    assert.equal([...ending.matchAll(/^ {2}(\d) {2}/gm)].map(([, code]) => code).join(""), codes, command);
    assert.match(ending.replace(/\s+/g, " "), about);
    if (command !== "fix") assert.doesNotMatch(ending, /Errors remain|after fix/);
    if (command !== "diff") assert.doesNotMatch(ending, /diff/);
  }
});

test("the options of check are in groups", async () => {
  const { out } = await run(folder, ["help", "check"]);
  const headings = [...out.matchAll(/^(\w[\w ]*):$/gm)].map(([, heading]) => heading);
  const groups = ["What", "Strictness", "Output", "Chart and release", "Other"];
  assert.deepEqual(headings, ["Examples", "Arguments", ...groups, "Exit codes"]);
  assert.match(out, /\nStrictness:\n {2}--min-severity[^:]*(?::[^:]+)*?--fail-on/);
  assert.match(out, /\nOther:\n {2}--watch .*\n {2}-c, --config [\s\S]*? {2}-h, --help .*\n\nExit/);
});

test("every example has a command and options that exist", () => {
  const sections = renderCliDocs().split("\n## ").slice(4);
  const examples = sections.flatMap((section) => {
    const lines = /```sh\n.*\n((?:cap-operator .*\n)+)```/.exec(section)?.[1]?.trim().split("\n") ?? [];
    return lines.map((line) => ({ section, line: line.replace(/ {2}# .*/, "") }));
  });
  assert.ok(examples.length > 30, String(examples.length));
  for (const { section, line } of examples) {
    assert.ok(section.startsWith(`${line.split(" ")[1]}\n`), line);
    for (const [, flag = ""] of line.matchAll(/ (--?[\w-]+)/g))
      assert.match(section, new RegExp(`\\| .*(?<![\\w-])${flag}(?![\\w-])`), line);
  }
});

test("rules lists each rule with its severity, and whether it has a fix", async () => {
  const { code, out } = await run(folder, ["rules"]);
  assert.equal(code, 0);
  assert.match(out, /^unknown-key +warning +fix +The chart does not have this key\.$/m);
  assert.match(out, /^chart-schema +error +The schema /m);
  const rules = JSON.parse((await run(folder, ["rules", "--output", "json"])).out);
  const pages = readdirSync(path.join(repository, "docs/reference/rules"), { encoding: "utf8" });
  assert.deepEqual(
    rules.map((rule: { readonly code: string }) => `${rule.code}.md`).sort(),
    pages.filter((page) => !/^(?:README|index)\.md$/.test(page)).sort(),
  );
  const [unknown] = rules.filter((rule: { readonly code: string }) => rule.code === "unknown-key");
  const title = "The chart does not have this key.";
  assert.deepEqual(unknown, { code: "unknown-key", severity: "warning", title, hasFix: true });
});

type Offered = (...words: string[]) => readonly string[];

const project = folderWith({
  "values.yaml": "",
  ".cap-operator.yaml":
    "releases:\n  - {name: cop-prod, values: [values.yaml]}\n  - {name: $(touch hacked), values: [values.yaml]}\n",
  "other.settings": "releases: [{name: other, values: [values.yaml]}]\n",
});
const programs = folderWith({
  "cap-operator": `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`,
});
chmodSync(path.join(programs, "cap-operator"), 0o755);

/** Writes the script of a shell. */
function scriptFor(shell: string, name: string): string {
  const script = path.join(programs, name);
  writeFileSync(script, execFileSync(process.execPath, [program, "completion", shell]));
  return script;
}

/** The lines that a shell prints, in a fixed order. */
function printedBy(shell: string, args: readonly string[]): readonly string[] {
  const env = { ...process.env, PATH: `${programs}${path.delimiter}${process.env.PATH}` };
  const out = execFileSync(shell, args, { cwd: project, encoding: "utf8", env });
  return out
    .split("\n")
    .map((line) => line.split("\t")[0]?.trim() ?? "")
    .filter((line) => line !== "")
    .sort();
}

/** Candidates of bash for words, of which the last is being typed. */
const byBash: Offered = (...words) => {
  const line = words.join(" ");
  const ask = `source ${scriptFor("bash", "completion.bash")}; COMP_LINE='${line}'; COMP_POINT=${line.length}; _cap_operator; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return printedBy("bash", ["-c", ask]);
};

/** Candidates of zsh. */
const byZsh: Offered = (...words) => {
  const script = scriptFor("zsh", "_cap-operator");
  return printedBy("zsh", ["-f", offeredByZsh, words.join(" "), path.dirname(script)]);
};

/** Candidates of fish. */
const byFish: Offered = (...words) => {
  const script = scriptFor("fish", "cap-operator.fish");
  const ask = `source ${script}; complete -C '${words.join(" ")}'`;
  return printedBy("fish", ["--no-config", "-c", ask]);
};

/** Candidates of PowerShell. */
const byPowerShell: Offered = (...words) => {
  const line = words.join(" ");
  const ask = `. ${scriptFor("powershell", "cap-operator.ps1")}; (TabExpansion2 '${line}' ${line.length}).CompletionMatches.CompletionText`;
  return printedBy("pwsh", ["-NoProfile", "-Command", ask]);
};

const offeredByZsh = path.join(import.meta.dirname, "offered.zsh");

for (const [shell, command, offered] of [
  ["bash", "bash", byBash],
  ["zsh", "zsh", byZsh],
  ["fish", "fish", byFish],
  ["PowerShell", "pwsh", byPowerShell],
] as const) {
  const args = command === "pwsh" ? ["-NoProfile", "-Command", ""] : ["-c", ""];
  const isThere = spawnSync(command, args).status === 0;
  test(`${shell} completes commands, options, their values, and files`, {
    skip: !isThere && `${command} is not installed`,
  }, () => {
    assert.deepEqual(offered("cap-operator", "ch"), ["check"]);
    const severities = ["error", "hint", "information", "never", "warning"];
    assert.deepEqual(offered("cap-operator", "check", "--fail-on", ""), severities);
    assert.deepEqual(offered("cap-operator", "check", "--qui"), ["--quiet"]);
    assert.deepEqual(offered("cap-operator", "effective", "-o", "j"), ["json"]);
    assert.deepEqual(offered("cap-operator", "check", "val"), ["values.yaml"]);
    assert.deepEqual(offered("cap-operator", "check", "values.yaml", "val"), ["values.yaml"]);
    assert.deepEqual(offered("cap-operator", "check", "-f", "val"), ["values.yaml"]);
    const [error = ""] = offered("cap-operator", "check", "--fail-on=err");
    // Bash replaces only what comes after the sign.
    assert.equal(error, shell === "bash" ? "error" : "--fail-on=error");
  });
  test(`${shell} completes releases, versions, reporters, keys and codes`, {
    skip: !isThere && `${command} is not installed`,
  }, () => {
    // The name of a release that a shell would run is not offered.
    assert.deepEqual(offered("cap-operator", "check", "--release", ""), ["cop-prod"]);
    assert.deepEqual(offered("cap-operator", "check", "-c", "other.settings", "--release", ""), ["other"]);
    assert.deepEqual(offered("cap-operator", "check", "-r", "sa"), ["sarif"]);
    assert.deepEqual(offered("cap-operator", "check", "--stag"), ["--staged"]);
    assert.deepEqual(offered("cap-operator", "check", "--only", "unknown-k"), ["unknown-key"]);
    assert.deepEqual(offered("cap-operator", "check", "--skip", "syntax,unknown-k"), ["syntax,unknown-key"]);
    assert.deepEqual(offered("cap-operator", "fix", "--rule", "unknown-k"), ["unknown-key"]);
    assert.deepEqual(offered("cap-operator", "check", "--chart-version", "0.20"), ["0.20.0", "0.20.1"]);
    assert.deepEqual(offered("cap-operator", "upgrade", "--to", "0.34"), ["0.34.0"]);
    assert.deepEqual(offered("cap-operator", "effective", "--key", "controller.replic"), [
      "controller.replicas",
    ]);
    assert.deepEqual(offered("cap-operator", "explain", "unknown-k"), ["unknown-key"]);
    assert.deepEqual(offered("cap-operator", "explain", "spec.ing")[0], "spec.ingressGatewayLabels");
    assert.deepEqual(offered("cap-operator", "diff", "cop-"), ["cop-prod"]);
    const version = shell === "bash" ? "0.34.0" : "cop-prod@0.34.0";
    assert.deepEqual(offered("cap-operator", "diff", "cop-prod@0.34"), [version]);
    assert.deepEqual(offered("cap-operator", "help", "upg"), ["upgrade"]);
  });
}

test("lsp runs the language server", async () => {
  const child = spawn(process.execPath, [program, "lsp", "--stdio"], { cwd: folder });
  try {
    const connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    connection.listen();
    const asked = { processId: process.pid, rootUri: null, capabilities: {} };
    const { serverInfo } = await connection.sendRequest<InitializeResult>("initialize", asked);
    assert.deepEqual(serverInfo, { name: "cap-operator", version });
    connection.dispose();
  } finally {
    child.kill();
  }
});
