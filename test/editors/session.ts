import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { repository } from "../support/repository.ts";

/** The opened text: one key is misspelled. */
export const TEXT = [
  "controller:",
  "  detailedOperationalMetrics: true",
  "  replicaz: 2",
  "subscriptionServer:",
  "  domain: operator.cluster.local",
  "  dnsTarget: public-ingress.cluster.local",
  "",
].join("\n");

/** The same text with the fix of the language server. */
export const MENDED = TEXT.replace("replicaz", "replicas");

/** The observations of a session in an editor. */
export interface Seen {
  readonly failure?: string;
  readonly problems?: readonly { readonly line: number; readonly message: string }[];
  readonly hover?: { readonly contents: { readonly value: string } };
  readonly completion?: readonly { label: string }[] | { readonly items: readonly { label: string }[] };
  readonly mended?: string;
  readonly symbols?: readonly { readonly name: string }[];
}

/** The reason to skip an editor that is missing, which is also printed; `false` if the program is available. */
export function missing(program: string, version = "--version"): string | false {
  if (spawnSync(program, [version]).status === 0) return false;
  const reason = `${program} is not on the PATH, so the server was not tried in it`;
  console.log(`Skipped: ${reason}.`);
  return reason;
}

/** The configurations in a language that the page about other editors has. */
export function documented(language: string): readonly string[] {
  const page = readFileSync(path.join(repository, "docs/guides/other-editors.md"), "utf8");
  return page
    .split(`\`\`\`${language}\n`)
    .slice(1)
    .map((text) => text.slice(0, text.indexOf("```")));
}

/** A folder with a values file, and the environment of an editor whose home it is. */
export interface Home {
  readonly folder: string;
  readonly file: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Makes a home for an editor, with the language server under its name on the PATH. */
export async function withServer<Result>(use: (home: Home) => Promise<Result>): Promise<Result> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "cap-operator-editor-")));
  const file = path.join(folder, "values.yaml");
  const programs = path.join(folder, "bin");
  mkdirSync(programs);
  const server = `#!/bin/sh\nexec "${process.execPath}" "${path.join(repository, "server/node.ts")}" "$@"\n`;
  writeFileSync(path.join(programs, "cap-operator-language-server"), server, { mode: 0o755 });
  writeFileSync(file, TEXT);
  const env = {
    ...process.env,
    PATH: `${programs}${path.delimiter}${process.env.PATH}`,
    HOME: folder,
    XDG_STATE_HOME: folder,
    XDG_CACHE_HOME: folder,
    XDG_CONFIG_HOME: folder,
    XDG_DATA_HOME: folder,
  };
  try {
    return await use({ folder, file, env });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs an editor with a script, and returns what the script has seen. */
export function runEditor(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Seen> {
  return withServer(async ({ folder, file, env }) => {
    const resultFile = path.join(folder, "result.json");
    const editor = spawn(program, args, {
      cwd: folder,
      env: { ...env, VALUES_FILE: file, RESULT_FILE: resultFile, ...environment },
      stdio: ["ignore", "inherit", "inherit"],
    });
    await once(editor, "exit");
    return JSON.parse(readFileSync(resultFile, "utf8"));
  });
}

/** Asserts that the problem, a hover, the fix and a completion were seen in an editor. */
export function assertHelped({ failure, problems, hover, mended, completion = [] }: Seen): void {
  assert.equal(failure, undefined);
  assert.deepEqual(
    problems?.map(({ line }) => line),
    [3],
  );
  assert.match(problems?.[0]?.message ?? "", /replicaz/);
  assert.match(hover?.contents.value ?? "", /detailedOperationalMetrics.*boolean/);
  assert.equal(mended, MENDED);
  const labels = ("items" in completion ? completion.items : completion).map(({ label }) => label);
  assert.ok(labels.includes("replicas"), labels.join(", "));
}
