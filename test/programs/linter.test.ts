import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, suite, test } from "node:test";

const root = path.join(import.meta.dirname, "..", "..");
const copy = mkdtempSync(path.join(tmpdir(), "cap-operator-linter-"));
after(() => rmSync(copy, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), `${text}\n`);
}

/** Lints sources, by the names that they would have in the project. */
function lint(sources: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  // The copy is no repository of Git.
  const { vcs: _vcs, ...rules } = JSON.parse(readFileSync(path.join(root, "biome.json"), "utf8"));
  write("biome.json", JSON.stringify(rules));
  mkdirSync(path.join(copy, "build"), { recursive: true });
  for (const plugin of globSync("build/*.grit", { cwd: root }))
    copyFileSync(path.join(root, plugin), path.join(copy, plugin));
  for (const [file, source] of Object.entries(sources)) write(file, source);
  const biome = path.join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--reporter=json", "--max-diagnostics=none", ...Object.keys(sources)];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8" });
  assert.ok(stdout.startsWith("{"), stderr);
  const said: Record<string, string> = Object.fromEntries(Object.keys(sources).map((file) => [file, ""]));
  for (const { location, message } of JSON.parse(stdout).diagnostics) said[location.path] += `${message}\n`;
  return said;
}

const STARTS = /Only startProgram in server\/programs\/run-program\.ts starts a program/;

suite("the linter refuses to start a program elsewhere than in one file", () => {
  const refused = {
    "server/cli/x.ts": `import { spawn } from "node:child_process"; spawn("x");`,
    "server/helm/x.ts": `import { spawn } from "child_process"; spawn("x");`,
    "client/x.ts": `import type { ChildProcess } from "node:child_process"; export type X = ChildProcess;`,
    "server/workspace/x.ts": `export { fork } from "node:child_process";`,
    "server/lsp/x.ts": `export const x = await import("node:child_process");`,
    "server/mcp/x.ts": "export const x = await import(`node:child_process`);",
    "client/editor/x.ts": `export const x = require("child_process");`,
    "server/x.ts": `export const x = process.getBuiltinModule("child_process");`,
    "server/programs/x.ts": `import cluster from "cluster"; cluster.fork();`,
    "client/commands/x.ts": `export const x = await import("node:cluster");`,
  };
  const accepted = {
    "server/programs/run-program.ts": `import { spawn } from "node:child_process"; spawn("x");`,
    "client/views/x.ts": `export const x = "cluster";`,
    // A thread runs code of this project and starts nothing.
    "server/web/x.ts": `import { Worker } from "node:worker_threads"; new Worker("x");`,
  };
  const said = lint({ ...refused, ...accepted });
  for (const [file, source] of Object.entries(refused))
    test(`${file}: ${source}`, () => assert.match(said[file] ?? "", STARTS));
  for (const [file, source] of Object.entries(accepted))
    test(`but not ${file}: ${source}`, () => assert.doesNotMatch(said[file] ?? "", STARTS));
});

test("only the rooms that run Helm, Git and kubectl import what starts programs, which imports no other room", () => {
  const source = `import { startProgram } from "../programs/run-program.ts"; startProgram;`;
  const others = ["server/cli/y.ts", "server/mcp/y.ts", "server/lsp/y.ts", "client/commands/y.ts"];
  const starters = ["server/helm/y.ts", "server/git/y.ts", "client/editor/y.ts"];
  const said = lint({
    ...Object.fromEntries([...others, ...starters].map((file) => [file, source])),
    "server/programs/y.ts": `import { EXIT } from "../cli/exit-codes.ts"; EXIT;`,
  });
  for (const file of others)
    assert.match(said[file] ?? "", /Only server\/helm, server\/git and client\/editor start programs/, file);
  for (const file of starters) assert.doesNotMatch(said[file] ?? "", /Only server\/helm/, file);
  assert.match(said["server/programs/y.ts"] ?? "", /know Node only/);
});

test("the linter refuses data in arguments", () => {
  const source = "export const f = (list: number[], more: number[]) => list.push(...more);";
  assert.match(lint({ "server/core/z.ts": source })["server/core/z.ts"] ?? "", /Arguments are on the stack/);
});
