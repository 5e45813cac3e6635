import assert from "node:assert/strict";
import { test } from "node:test";
import { findHelm } from "../../../client/operation/find-helm.ts";
import { fakePorts } from "../fake-ports.ts";
import { stepOver } from "../operations.ts";

test("the language server is told which Helm is found", async () => {
  const ports = fakePorts({ programs: () => "v4.3.1" });
  const { rollbackFlag } = await findHelm(stepOver(ports));
  assert.equal(rollbackFlag, "--rollback-on-failure");
  assert.deepEqual(ports.helmsFound, [4]);
});

test("a language server that does not answer does not keep anybody from installing", async () => {
  const ports = fakePorts({ programs: () => "v3.22.0" });
  const server = { ...ports.server, helmFound: () => Promise.reject(new Error("no server")) };
  assert.equal((await findHelm(stepOver({ ...ports, server }))).version.major, 3);
});
