import assert from "node:assert/strict";
import {
  closeAll,
  completions,
  eventually,
  hoverText,
  labelOf,
  openText,
  seesProblems,
  serverIsReady,
} from "./workbench.ts";

const HEAD =
  "apiVersion: operator.sample.io/v1alpha1\nkind: CAPOperator\nmetadata:\n  name: cap-operator\nspec:\n";

describe("the operator resource", () => {
  before(serverIsReady);
  afterEach(closeAll);

  it("is known by its kind, whatever the file is called", async () => {
    const opened = await openText(
      "resource.yaml",
      `${HEAD}  ingressGate$0wayLabels:\n    - name: app\n      value: gateway\n`,
    );
    await eventually(async () => assert.match(await hoverText(opened), /gateway/i));
    await seesProblems(opened, ["labels-differ-from-default: ingressGatewayLabels"]);
  });

  it("completes the entries of the labels", async () => {
    const opened = await openText("resource.yaml", `${HEAD}  ingressGatewayLabels:\n    - $0\n`);
    const labels = (await completions(opened)).map(labelOf);
    assert.ok(labels.includes("name") && labels.includes("value"), labels.join(", "));
  });

  it("checks types, and lets pass what is not documented", async () => {
    const opened = await openText(
      "resource.yaml",
      `${HEAD}  somethingElse: 1\n  ingressGatewayLabels: app\n`,
    );
    await seesProblems(opened, ["wrong-type: app"]);
  });
});
