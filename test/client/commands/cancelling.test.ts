import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import { previewInstallation } from "../../../client/commands/preview-installation.ts";
import { rollBack } from "../../../client/commands/roll-back.ts";
import { showHistory } from "../../../client/commands/show-history.ts";
import { showStatus } from "../../../client/commands/show-status.ts";
import { uninstall } from "../../../client/commands/uninstall.ts";
import type { Command } from "../../../client/operation/command.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { config, DEPLOYED, helmWorld } from "../install/helm-world.ts";

const KUBECTL_ANSWERS: NonNullable<World["programs"]> = (line) => {
  if (!line.startsWith("kubectl")) return undefined;
  if (line.includes("--raw")) return JSON.stringify({ groups: [], resources: [], gitVersion: "v1.33.1" });
  if (line.includes("can-i")) return "yes\n";
  return JSON.stringify({ apiVersion: "v1", kind: "List", items: [] });
};

/** Runs a command and presses Cancel at its n-th program call, which answers as if nothing had happened, or fails. */
async function cancelledAt(command: Command, n: number, fails: boolean) {
  let calls = 0;
  let seenBefore = 0;
  const histories = [[{ revision: 2, status: "superseded" }, DEPLOYED]];
  const world = helmWorld(
    { histories, live: config(1), answers: { "helm history --output": JSON.stringify(HISTORY) } },
    { missing: [], pick: "2", programs: KUBECTL_ANSWERS },
  );
  const { programs } = world;
  const ports = fakePorts({
    ...world,
    programs(line, invocation, cancel) {
      calls += 1;
      if (calls !== n) return programs?.(line, invocation, cancel);
      cancel();
      seenBefore = ports.seen.length;
      if (fails) return { exitCode: 1, stderr: "Error: context canceled\n", interrupted: true };
      return programs?.(line, invocation, cancel);
    },
  });
  await command.run(ports);
  const after = ports.seen.slice(seenBefore);
  return { wasCancelled: calls >= n, told: after.filter((line) => !/^(log|run|progress)/.test(line)) };
}

const HISTORY = [2, 3].map((revision) => ({
  revision,
  updated: "2026-02-03T10:11:12.131415Z",
  status: revision === 3 ? "deployed" : "superseded",
  chart: "cap-operator-chart-0.11.0",
  app_version: "v0.11.0",
  description: "Install complete",
}));

for (const command of [install, previewInstallation, showStatus, showHistory, rollBack, uninstall]) {
  for (const [how, fails] of [
    ["answers all the same", false],
    ["fails because of it", true],
  ] as const) {
    test(`${command.id}, cancelled while it reads: if the program ${how}, nothing is asked, told or changed`, async () => {
      let stages = 0;
      for (let n = 1; ; n += 1) {
        const { wasCancelled, told } = await cancelledAt(command, n, fails);
        if (!wasCancelled) break;
        stages += 1;
        assert.deepEqual(told, [], `cancelled at call ${n}`);
      }
      assert.ok(stages > 0);
    });
  }
}
