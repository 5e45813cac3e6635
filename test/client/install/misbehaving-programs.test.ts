import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import type { Answer } from "../fake-installation.ts";
import { fakePorts } from "../fake-ports.ts";
import { DEPLOYED, helmWorld } from "./helm-world.ts";

/** Ends of runs that are no answers. */
const ENDS: Readonly<Record<string, Exclude<Answer, string>>> = {
  killed: { exitCode: undefined, stdout: "" },
  "killed in the middle": { exitCode: undefined, stdout: "---\n# Source: a/templates/b.yaml\nkind: Depl" },
  "exit 1 without a word": { exitCode: 1 },
  "exit 2 with a panic": { exitCode: 2, stderr: "panic: runtime error\n\ngoroutine 1 [running]:\n" },
  "exit 126": { exitCode: 126, stderr: "Permission denied\n" },
  "exit 127": { exitCode: 127 },
  "exit 137": { exitCode: 137 },
  "out of memory": { exitCode: 2, stderr: "fatal error: runtime: out of memory\n" },
  "nothing with exit 0": { exitCode: 0, stdout: "" },
  "garbage with exit 0": { exitCode: 0, stdout: "\ufffd\u0001garbage" },
  "half a JSON text": { exitCode: 0, stdout: '{"manifest": "kind: De' },
  "another JSON text": { exitCode: 0, stdout: '"hello"\n' },
  "half of the objects": { exitCode: 0, stdout: "---\n# Source: a/templates/b.yaml\nkind: Depl" },
};

/** The calls of Helm before an installation, without which nothing is known of it; `show crds` may print nothing. */
const CALLS = ["helm version", "helm show chart", "helm history --max 1", "helm get all", "helm template"];

suite("before an installation, a Helm without an answer ends the command", () => {
  for (const call of CALLS) {
    for (const [name, answer] of Object.entries(ENDS)) {
      test(`${call}: ${name}`, async () => {
        for (const command of [install, previewInstallation]) {
          let asked = 0;
          const ports = fakePorts(
            helmWorld(
              // Without a dry run in the cluster, the objects are those of `helm template`.
              { histories: [[DEPLOYED]], version: "v3.12.0" },
              {
                isExact: true,
                programs(line) {
                  if (line.startsWith(call)) asked += 1;
                  return line.startsWith(call) ? answer : exact(line);
                },
              },
            ),
          );
          await command.run(ports);
          const { seen } = ports;
          assert.ok(asked > 0, "it was not asked");
          const changes = seen.filter((line) => /^run: helm (?:upgrade|install|rollback)/.test(line));
          assert.deepEqual(
            changes.filter((line) => !line.includes("--dry-run")),
            [],
          );
          assert.doesNotMatch(seen.join("\n"), /Nothing would change|^confirm: (?:Install|Upgrade)/m);
          assert.match(seen.join("\n"), /^(?:error|warning|page)/m);
        }
      });
    }
  }
});

/** A complete answer, as Helm prints it in any case. */
function exact(line: string): string | undefined {
  if (line.startsWith("helm template"))
    return "---\n# Source: a/templates/b.yaml\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\n";
  if (line.startsWith("helm get all"))
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n# end of the release\n";
  return undefined;
}

test("a program that is not Helm is named with its path, and the setting can be opened", async () => {
  const ports = fakePorts(helmWorld({}, { press: "Open Settings" }));
  const run = async () => ({ exitCode: 0, stdout: "", stderr: "", interrupted: false, path: "/bin/true" });
  await install.run({ ...ports, programs: { run } });
  assert.deepEqual(ports.seen.slice(-2), [
    "error: The output of helm version (/bin/true) could not be read: Helm did not report its version. Nothing was changed. Check that capOperator.helmPath names the right program. [Open Settings] [Show Output]",
    "settings: capOperator.helmPath",
  ]);
});
