import assert from "node:assert/strict";
import { closeAll, eventually, hoverText, openText, serverIsReady } from "./workbench.ts";

describe("hover", () => {
  before(serverIsReady);
  afterEach(closeAll);

  it("shows type and default of a key", async () => {
    const opened = await openText("values.yaml", "controller:\n  repl$0icas: 2\n");
    await eventually(async () => {
      const text = await hoverText(opened);
      for (const part of [/replicas/, /whole number/, /\b1\b/]) assert.match(text, part);
    });
  });

  it("says nothing on empty space", async () => {
    const opened = await openText("values.yaml", "controller:\n  replicas: 1\n\n$0\n");
    assert.equal(await hoverText(opened), "");
  });
});
