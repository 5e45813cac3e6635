import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const RESOURCE = `apiVersion: operator.sample.io/v1
kind: CAPOperator
metadata:
  name: cop
spec:
  ingressGatewayLabels:
    - name: app
      value: gateway
`;
/** One number differs from the defaults; order, indentation and what is left out do not count. */
const PORT = "webhook:\n    service:\n        port: 8443\n    replicas: 1\ncontroller: {}\n";

describe("a person who uses the command palette", () => {
  let desk: Desk;
  before(async () => {
    const files = { "resource.yaml": RESOURCE, "port-values.yaml": PORT };
    desk = await sitDown({ ready: false, files });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("starts a new values file before any YAML was opened", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: New Values File");
    // The newest published chart comes first; what is dismissed creates nothing.
    const { rows } = await person.readsChoices("cap-operator 0.34.0");
    assert.equal(rows[1]?.[0], "cap-operator 0.33.0");
    await person.keepsPicture("new-values-file-chart");
    await person.presses("Escape");
    await person.isAskedNothing();
    assert.deepEqual(await person.tabs(), []);
    await person.runsCommand("CAP Operator: New Values File");
    await person.picksChart("cap-operator 0.34.0");
    const editor = person.activeEditor();
    await person.seesText(editor, "# cap-operator: values version=0.34.0");
    await person.seesText(editor, "subscriptionServer:");
    await person.seesText(editor, "dnsTarget: ");
    await person.seesText(editor, "domain: ");
    await person.keepsPicture("new-values-file");
    // The first placeholder, a whole host name, is selected; the next one is a Tab away.
    await person.types("gateway.cluster.landscape.net");
    await person.presses("Tab");
    await person.types("cop.cluster.landscape.net");
    await person.seesText(editor, "dnsTarget: gateway.cluster.landscape.net");
    await person.seesText(editor, "domain: cop.cluster.landscape.net");
  });

  it("inserts a certificate configuration where it belongs", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 0);
    await person.presses("Enter");
    await person.runsCommand("CAP Operator: Insert Snippet...");
    // Nothing in the file decides its chart.
    await person.picksChart("cap-operator-chart");
    await person.quickPick("Certificate from CertController").first().waitFor();
    await person.keepsPicture("insert-snippet");
    await person.picks("Certificate from CertController");
    await person.seesText(person.editor("values.yaml"), "certController:");
    await person.keepsPicture("certificate");
    await person.presses("Escape");
    await person.saves();
    assert.match(
      await onDisk("values.yaml"),
      new RegExp(
        [
          "^subscriptionServer:",
          "  # .*",
          "  domain: .*",
          "  dnsTarget: .*",
          "  certificateManager: CertController",
          "  certificateConfig:",
          "    certController:",
          "      issuerGroup: \\S+",
          "      issuerKind: ClusterIssuer",
          "      issuerName: \\S+",
          "",
        ].join("\n"),
        "m",
      ),
    );
  });

  it("compares a file with the chart's defaults", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.runsCommand("CAP Operator: Compare Values...");
    await person.picks("Chart defaults");
    await person.seesText(person.diffSide("original"), "podLabels: {}");
    await person.seesText(person.diffSide("modified"), "environment: production");
    await person.keepsPicture("compare");
  });

  it("sees one changed line for one changed number, beside the chart's default", async () => {
    const { person } = desk;
    await person.opensFile("port-values.yaml");
    await person.runsCommand("CAP Operator: Compare Values...");
    await person.picks("Chart defaults");
    await person.seesText(person.diffSide("original"), "port: 443");
    await person.seesText(person.diffSide("modified"), "port: 8443");
    await person.seesChangedLines("original", 1);
    await person.seesChangedLines("modified", 1);
    await person.keepsPicture("compare-one-number");
  });

  it("says no to a file and gets silence, says yes and gets help", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("mistakes-values.yaml");
    await person.seesProblem("out-of-range");
    await person.runsCommand("CAP Operator: Change File Status...");
    await person.picks("Not a CAP Operator file");
    await person.seesNoProblem("out-of-range");
    await person.saves();
    assert.match(await onDisk("mistakes-values.yaml"), /^# cap-operator: off$/m);
    await person.runsCommand("CAP Operator: Change File Status...");
    await person.picks("Treat as a values file");
    await person.seesProblem("out-of-range");
  });

  it("applies no operator resource with an error, and is led to it", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("resource.yaml");
    await person.goesToEndOf("gateway");
    await person.types("-");
    await person.presses("Control+Home");
    await person.pressesInTitle("Apply Operator Resource...");
    const question = await person.readsQuestion("resource.yaml has unsaved changes.");
    assert.match(question, /The saved file is applied\./);
    assert.doesNotMatch(question, /Helm/);
    await person.answers("Save and Continue");
    const doubt = await person.readsQuestion("1 error found in the operator resource. Apply it anyway?");
    assert.match(doubt, /resource\.yaml:8: "gateway-" is not a valid label value/);
    assert.match(doubt, /The cluster may still accept it\./);
    assert.doesNotMatch(doubt, /Helm/);
    assert.match(await onDisk("resource.yaml"), /value: gateway-$/m);
    await person.keepsPicture("operator-resource-stopped");
    await person.answers("Go to First Error");
    await person.readsPlace("Ln 8, Col 22 (8 selected)");
    await person.isIn("resource.yaml");
  });
});
