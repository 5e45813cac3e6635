import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { repository } from "../support/repository.ts";

/** The program as it ships. */
export const program = path.join(repository, "dist/cap-operator.js");
assert.ok(existsSync(program), "The command line is tested as it ships: npm run build comes first.");

/** The result of a run. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Options for a run of the program. */
export interface RunOptions {
  readonly input?: string | Uint8Array;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs the program in a folder as a person would. */
export async function run(cwd: string, args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { NO_COLOR: _, FORCE_COLOR: __, ...env } = process.env;
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { ...env, ...options.env } });
  const parts = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    parts.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    parts.err += text;
  });
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...parts };
}

/** Makes a folder with files, which goes away after the tests of the file. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-cli-")));
  after(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return folder;
}

/** The summary's line about a file that names no chart. */
export const UNDECIDED =
  "1 file as cap-operator 0.34.0 or cap-operator-chart (not decided: add # cap-operator: values chart=... as the first line, or run cap-operator init).";

/** Values in which nothing is wrong, and which nobody else would write. */
export const CLEAN = [
  "subscriptionServer:",
  "  domain: cop.cluster-a.landscape.internal",
  "  dnsTarget: public-ingress.cluster-a.landscape.internal",
  "controller:",
  "  dnsTarget: public-ingress.cluster-a.landscape.internal",
  "",
].join("\n");

/** The same with a key that does not exist, on its last line. */
export const WITH_UNKNOWN_KEY = `${CLEAN}  replicaz: 2\n`;
