import assert from "node:assert/strict";
import { test } from "node:test";
import { analyse, engine } from "../support/engine.ts";

test("fixing all has nothing to do in a good file", async () => {
  const text = "subscriptionServer:\n  domain: op.cluster-a.internal\n  dnsTarget: in.cluster-a.internal\n";
  assert.equal(await engine.fixAll(analyse(text)), null);
});
