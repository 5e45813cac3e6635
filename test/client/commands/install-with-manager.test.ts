import assert from "node:assert/strict";
import { test } from "node:test";
import { installWithManager } from "../../../client/commands/install-with-manager.ts";
import { fakePorts, type World } from "../fake-ports.ts";
import { managerWorld } from "./manager-world.ts";

async function after(world: World): Promise<string[]> {
  const ports = fakePorts(world);
  await installWithManager.run(ports);
  return ports.seen;
}

test("x", async () => {
  const seen = await after(managerWorld());
  console.log(seen.join("\n"));
});
