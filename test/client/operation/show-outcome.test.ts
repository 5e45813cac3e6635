import assert from "node:assert/strict";
import { test } from "node:test";
import type { Failure } from "../../../client/helm/failures/row.ts";
import { EDIT_VALUES, RETRY, ROLL_BACK, setting, terminal } from "../../../client/helm/recovery.ts";
import { releaseAddress } from "../../../client/helm/release-address.ts";
import { showRefused } from "../../../client/operation/show-outcome.ts";
import { fakePorts } from "../fake-ports.ts";

const AT = {
  context: "arn:aws:eks:eu:1:cluster/dev",
  server: "https://dev",
  namespace: "ops",
  release: "cop",
};
const FAILURE: Failure = {
  kind: "pending",
  sentence: "It is pending.",
  next: "Roll back.",
  recovery: [ROLL_BACK, setting("chart"), terminal("helm", "env"), RETRY],
};

const never = async () => assert.fail("It must not run again.");
const NEVER = { again: never, next: never };

async function told(press: string, failure: Failure, failureContext: Parameters<typeof showRefused>[2]) {
  const ports = fakePorts({ press });
  const again = async () => void ports.seen.push("again");
  await showRefused(ports, failure, failureContext, { again, next: never });
  return ports.seen.slice(1);
}

test("each recovery action does what its button says", async () => {
  assert.deepEqual(await told("Roll Back...", FAILURE, { release: AT }), [
    "error: It is pending. Roll back. [Roll Back...] [Open Settings] [Show Details]",
    `command: capOperator.rollBack ${releaseAddress(AT)}`,
  ]);
  assert.equal((await told("Open Settings", FAILURE, {})).at(-1), "settings: capOperator.chart");
  assert.equal((await told("Open in Terminal", FAILURE, {})).at(-1), "terminal: helm env");
});

test("what needs something that is not available has no button", async () => {
  assert.deepEqual(await told("", { ...FAILURE, recovery: [ROLL_BACK, EDIT_VALUES] }, {}), [
    "error: It is pending. Roll back. [Show Details]",
  ]);
});

test("of two buttons with one name, the command's is used", async () => {
  const ports = fakePorts({ press: "Open Settings" });
  const actions = [{ button: "Open Settings", go: () => ports.settings.show("capOperator.releases") }];
  await showRefused(ports, { ...FAILURE, recovery: [setting("chart")] }, { actions }, NEVER);
  assert.deepEqual(ports.seen.slice(1), [
    "error: It is pending. Roll back. [Open Settings] [Show Details]",
    "settings: capOperator.releases",
  ]);
});

test("of several values files, the person picks one", async () => {
  const values = ["file:///home/me/deploy/a.yaml", "file:///home/me/deploy/b.yaml"];
  const ports = fakePorts({ press: "Open Values File...", pick: "b.yaml" });
  await showRefused(ports, { ...FAILURE, recovery: [EDIT_VALUES] }, { values }, NEVER);
  assert.equal(ports.seen.at(-1), "opened: file:///home/me/deploy/b.yaml");
});

test("a line for a terminal is one line, whatever a name in it contains", () => {
  assert.deepEqual(terminal("kubectl", "delete", "pod", "a\nrm -rf ~\r;x"), {
    do: "type",
    line: "kubectl delete pod 'a rm -rf ~ ;x'",
  });
});
