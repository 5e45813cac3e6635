import assert from "node:assert/strict";
import { test } from "node:test";
import { install } from "../../../client/commands/install.ts";
import type { LeftRun } from "../../../client/program-ports.ts";
import { followLeftRuns } from "../../../client/release/left-run.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { DEPLOYED, type HelmState, helmWorld, KUBECONFIG, told } from "../install/helm-world.ts";

const AT = {
  context: "dev",
  server: "https://dev:6443",
  user: "ada",
  namespace: "cap-operator-system",
  release: "cap-operator",
};

/** A run that was left behind, which ends when the test says so. */
function leftRun(before?: { revision: number; status: string }) {
  const seen: string[] = [];
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  let isRunning = true;
  const run: LeftRun = {
    note: { at: AT, kind: "upgrade", ...(before && { before }) },
    began: "2026-02-03T10:11:12.000Z",
    isRunning: async () => isRunning,
    async ended() {
      await ended;
      return { stdout: "", stderr: "Error: UPGRADE FAILED: context canceled\n" };
    },
    async interrupt() {
      seen.push("interrupted");
      finish();
    },
    async forget() {
      seen.push("forgotten");
    },
  };
  function finish() {
    isRunning = false;
    end();
  }
  return { run, seen, finish };
}

function portsWith(left: LeftRun, state: HelmState, world: World = {}) {
  const ports = fakePorts(helmWorld(state, world));
  return { ...ports, leftRuns: { list: async () => [left], areInOtherWindows: async () => false } };
}

const BEFORE = { revision: 3, status: "deployed" };
const PENDING = { revision: 4, status: "pending-upgrade", description: "Preparing upgrade" };

test("a change that ended after its window was closed is reported, and forgotten", async () => {
  const { run, seen, finish } = leftRun(BEFORE);
  finish();
  const ports = portsWith(run, { histories: [[{ ...DEPLOYED, revision: 4 }]] });
  await followLeftRuns(ports);
  assert.deepEqual(told(ports.seen), [
    "info: An upgrade of cap-operator in dev was still running when its window was closed. Helm has ended. cap-operator is deployed at revision 4. [Show Status] [Show Output]",
  ]);
  assert.deepEqual(seen, ["forgotten"]);
});

test("one that was killed with its window is reported with the way out, which is one button", async () => {
  const { run, finish } = leftRun(BEFORE);
  finish();
  const histories = [[{ revision: 3, status: "deployed" }, PENDING]];
  const ports = portsWith(run, { histories }, { press: "Roll Back to Revision 3", confirm: true });
  await followLeftRuns(ports);
  const lines = told(ports.seen);
  assert.equal(
    lines[0],
    "warn: An upgrade of cap-operator in dev was still running when its window was closed. Helm has ended. cap-operator is still pending-upgrade at revision 4. [Roll Back to Revision 3] [Show Status] [Show Output]",
  );
  assert.ok(
    lines.some((line) => line.startsWith("run: helm rollback ")),
    lines.join("\n"),
  );
});

test("while it still runs, nothing else changes the release", async () => {
  const { run, seen, finish } = leftRun(BEFORE);
  const ports = portsWith(run, { histories: [[{ ...DEPLOYED, revision: 4 }]] }, { confirm: true });
  const following = followLeftRuns({ ...ports, pause: async () => undefined });
  await until(() => ports.seen.some((line) => line.includes("started before the window was closed")));
  await install.run(ports);
  assert.equal(
    ports.seen.at(-1),
    "warn: An upgrade of cap-operator in dev has not ended yet. Wait for it, or cancel it.",
  );
  finish();
  await following;
  assert.match(told(ports.seen).at(-1) ?? "", /Helm continued, and has ended\. cap-operator is deployed/);
  assert.deepEqual(seen, ["forgotten"]);
});

test("a change in a window that lost its connection is reported as soon as that window is gone", async () => {
  const { run, finish } = leftRun(BEFORE);
  finish();
  const ports = fakePorts(helmWorld({ histories: [[{ ...DEPLOYED, revision: 4 }]] }));
  let minutes = 5;
  const leftRuns = {
    list: async () => (minutes > 0 ? [] : [run]),
    areInOtherWindows: async () => minutes > 0,
  };
  const pause = async () => {
    minutes -= 1;
  };
  await followLeftRuns({ ...ports, leftRuns, pause });
  assert.match(
    told(ports.seen).join("\n"),
    /^info: An upgrade of .* Helm has ended\. cap-operator is deployed/,
  );
});

test("if the context leads elsewhere by now, nothing is read there", async () => {
  const { run, finish } = leftRun(BEFORE);
  finish();
  const files = { "/home/me/.kube/config": KUBECONFIG.replace("dev:6443", "elsewhere") };
  const ports = portsWith(run, {}, { files });
  await followLeftRuns(ports);
  const [line = ""] = told(ports.seen);
  assert.match(line, /^warn: An upgrade of .* Its outcome is not known\. The context "dev" now points to/);
  assert.ok(!ports.seen.some((one) => one.startsWith("run: ")));
});

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}
