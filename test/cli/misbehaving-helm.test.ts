import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { spread } from "../support/effort.ts";
import { MISBEHAVING, type MisbehavingProgram, writeProgram } from "../support/misbehaving-programs.ts";
import { CLEAN, folderWith, type Ran, run } from "./run.ts";

const skip = process.platform === "win32" && "a script of the shell is no program on Windows";

const FILES = {
  "mine/Chart.yaml": "apiVersion: v2\nname: mine\nversion: 7.1.0\n",
  "mine/values.yaml":
    'controller: {replicas: 1, dnsTarget: ""}\nsubscriptionServer: {domain: "", dnsTarget: ""}\nwebhook: {}\n',
  "mine/templates/x.yaml": "{{ toYaml .Values }}\n",
  "v.yaml": `# cap-operator: values chart=./mine\n${CLEAN}`,
};

const ENDING = MISBEHAVING.filter(({ isEndless }) => !isEndless);
const RENDER = ["render", "-f", "v.yaml", "--chart", "./mine"];

/** Commands that ask Helm. */
const COMMANDS: readonly (readonly string[])[] = [
  ["check", "--render", "v.yaml"],
  ["values", "--from-release", "cop"],
  RENDER,
  [...RENDER, "--trace", "controller.replicas"],
  [...RENDER, "--why", "Deployment/web:spec.replicas"],
];

/** Runs a command with a PATH on which the given program is the only Helm. */
async function runWith(program: MisbehavingProgram, args: readonly string[]): Promise<Ran> {
  const folder = folderWith(FILES);
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  writeProgram(bin, "helm", program);
  return run(folder, args, {
    env: { PATH: ["/usr/bin", "/bin"].reduce((all, folder) => `${all}${path.delimiter}${folder}`, bin) },
  });
}

for (const args of COMMANDS) {
  suite(`${args.join(" ")}, with a Helm that gives no answer`, { skip, concurrency: 2 }, () => {
    for (const program of spread(ENDING)) {
      test(program.name, async () => {
        const { code, out, err } = await runWith(program, args);
        // A file that may not be run is no Helm.
        assert.equal(code, program.isRunnable === false ? 2 : 3, out + err);
        assert.match(err, /Helm \S.{8,}\n/);
        assert.doesNotMatch(err, /Internal error|\n {4}at |undefined|: \n/);
      });
    }
  });
}
