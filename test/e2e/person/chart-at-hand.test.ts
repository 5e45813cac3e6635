import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { ARCHIVE, putCharts, valuesToUpgrade } from "./charts-in-workspace.ts";
import { type Desk, sitDown } from "./desk.ts";

const REQUIRED = `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
`;
const IN_ARCHIVE = "archive-values.yaml";
const CHOOSING = "chosen-values.yaml";
const UPGRADED = "upgraded-values.yaml";
const FILES = {
  [IN_ARCHIVE]: `# cap-operator: values chart=./charts/${ARCHIVE}
${REQUIRED}controller:
  rolloutDelay: 2h
`,
  [CHOOSING]: `# cap-operator: values
${REQUIRED}controller:
  replicas: 2
`,
  [UPGRADED]: valuesToUpgrade(REQUIRED),
};

describe("a person with charts in the workspace", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true, files: FILES, arrange: putCharts });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees that an archive is meant, and how much it has", async () => {
    const { person } = desk;
    await person.opensFile(IN_ARCHIVE);
    await person.seesLens(person.editor(IN_ARCHIVE), "Install...");
    const source = await person.readsLanguageStatus("113 keys");
    assert.match(source, /from charts\/cap-operator-0\.34\.0\.tgz/);
    await person.keepsPicture("chart-status");
    await person.answersLanguageStatus("Chart cap-operator 0.34.0", "Use Chart...");
    const { rows } = await person.readsChoices("cap-operator 0.34.0");
    assert.deepEqual(rows[0], ["cap-operator 0.34.0", "charts/cap-operator-0.34.0.tgz, in use"]);
  });

  it("goes from a key to its line in the archive, which cannot be edited", async () => {
    const { person } = desk;
    await person.opensFile(IN_ARCHIVE);
    await person.seesLens(person.editor(IN_ARCHIVE), "Install...");
    await person.pointsAt("rolloutDelay");
    await person.presses("F12");
    await person.isIn("cap-operator-0.34.0.tgz/values.yaml");
    const chart = person.editor("cap-operator-0.34.0.tgz/values.yaml");
    await person.seesText(chart, "rolloutDelay:");
    await person.keepsPicture("chart-definition");
    await person.readsPlace("Ln 109, Col 3");
    await person.types("x");
    await person.isTold("Cannot edit in read-only editor");
  });

  it("picks a chart of the workspace, and completion follows", async () => {
    const { person } = desk;
    await person.opensFile(CHOOSING);
    const editor = person.editor(CHOOSING);
    await person.seesLens(editor, "Install...");
    await person.runsCommand("Use Chart...");
    const { rows, cut } = await person.readsChoices("cap-operator 0.30.0");
    await person.keepsPicture("chart-choice");
    assert.deepEqual(rows.slice(0, 5), [
      ["cap-operator 0.30.0", "charts/cap-operator"],
      ["cap-operator 0.34.0", "charts/cap-operator-0.34.0.tgz"],
      ["The chart of a release in a cluster..."],
      ["Fetch from a Registry..."],
      ["cap-operator-chart"],
    ]);
    assert.deepEqual(cut, []);
    await person.picks("charts/cap-operator");
    await person.seesText(editor, "# cap-operator: values chart=./charts/cap-operator");
    assert.match(await person.readsLanguageStatus("Chart cap-operator 0.30.0"), /by its comment/);
    // The chart of the specification calls it otherwise.
    await person.goesToEndOf("dnsTarget");
    await person.presses("Enter");
    await person.types("istio");
    await person.suggestions.sees("istioSystemNamespace");
  });

  it("names a chart that cannot be fetched, and the question stays open with the reason", async () => {
    const { person } = desk;
    await person.opensFile(CHOOSING);
    await person.runsCommand("Use Chart...");
    await person.readsChoices("cap-operator 0.30.0");
    await person.picks("Fetch from a Registry...");
    await person.isAskedToType("The chart: oci://");
    await person.types("oci://127.0.0.1:1/cap-operator");
    await person.presses("Enter");
    await person.isAskedToType("Leave it empty for the newest");
    await person.presses("Enter");
    await person.isAskedToType("Helm was not found on the PATH. Install it, or set capOperator.helmPath.");
    await person.keepsPicture("chart-refused");
    await person.presses("Escape");
    await person.isAskedToType("The chart: oci://");
    await person.presses("Escape");
    await person.isAskedNothing();
  });

  it("sees what an upgrade to a chart of the workspace changes, and applies it", async () => {
    const { person } = desk;
    await person.opensFile(UPGRADED);
    await person.runsCommand("Upgrade Values to Chart Version...");
    await person.readsChoices("cap-operator 0.30.0");
    await person.picks("charts/cap-operator-0.34.0.tgz");
    // The question stays while diff and page are read.
    await person.quickPick("Save it when you are satisfied.").first().waitFor();
    await person.seesChangedLines("modified", 4);
    await person.picks("Read Details");
    await person.readsPage("Safe migrations");
    await person.quickPick("Save it when you are satisfied.").first().waitFor();
    await person.keepsPicture("upgrade-page");
    await person.picks("Apply");
    const editor = person.editor(UPGRADED);
    await person.seesText(editor, "# cap-operator: values chart=./charts/cap-operator-0.34.0.tgz");
    await person.seesText(editor, "istioSystemNamespace: my-mesh");
    await person.seesText(editor, 'certificateManager: "CertManager"');
    await person.seesText(editor, "# Where the mesh is.");
    await person.seesText(editor, "certManager:");
    assert.match(await person.readsLanguageStatus("113 keys"), /cap-operator-0\.34\.0\.tgz/);
    assert.doesNotMatch(await person.readsTab(UPGRADED), /problem/);
  });
});
