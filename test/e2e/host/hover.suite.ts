import assert from "node:assert/strict";
import { closeAll, eventually, hoverText, openText, serverIsReady } from "./workbench.ts";

describe("hover", () => {
  before(serverIsReady);
  afterEach(closeAll);

  async function checkHover(marked: string, ...expected: readonly RegExp[]): Promise<void> {
    const opened = await openText("values.yaml", marked);
    await eventually(async () => {
      const text = await hoverText(opened);
      for (const part of expected) {
        assert.match(text, part);
      }
    });
  }

  it("shows type and default of a key", () =>
    checkHover("controller:\n  repl$0icas: 2\n", /replicas/, /integer/, /\b1\b/));

  it("shows the component's own default", () =>
    checkHover("webhook:\n  resources:\n    limits:\n      mem$0ory: 1Gi\n", /string/, /200Mi/));

  it("shows the allowed values on a value", () =>
    checkHover(
      "subscriptionServer:\n  certificateManager: Cert$0Controller\n",
      /Platform/,
      /CertController/,
    ));

  it("says that a value must be set where the chart has only a placeholder", () =>
    checkHover("subscriptionServer:\n  dom$0ain: a.b.c\n", /required|must be set/i));

  it("explains fields of Kubernetes types", () =>
    checkHover("controller:\n  tolerations:\n    - eff$0ect: NoSchedule\n", /taint/i));

  it("works below a broken line", () =>
    checkHover("controller:\n  replicas 1\nwebhook:\n  side$0car: true\n", /sidecar/, /boolean/));

  it("says nothing on empty space", async () => {
    const opened = await openText("values.yaml", "controller:\n  replicas: 1\n\n$0\n");
    assert.equal(await hoverText(opened), "");
  });
});
