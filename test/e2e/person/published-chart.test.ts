import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const FILE = "field-values.yaml";
const TEXT = `# cap-operator: values
subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
  certificateManager: CertManager
  certificateConfig:
    certManager:
      issuerKind: ClusterIssuer
      issuerName: cluster-ca
controller:
  rolloutDelay: 2h
`;

describe("a person with the published chart", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true, files: { [FILE]: TEXT } });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("is understood in its words, and sees which chart is meant", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    const editor = person.editor(FILE);
    await person.seesLens(editor, "Install...");
    assert.match(await person.readsLanguageStatus("Chart cap-operator 0.34.0"), /by its content/);
    assert.match(await person.readsHoverOf("rolloutDelay", "Since chart version"), /0\.32\.0/);
    assert.doesNotMatch(await person.readsTab(FILE), /problem/);
    await person.keepsPicture("published-chart");
  });

  it("reads the page of its own about a key", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.followsLinkOfHover("rolloutDelay", "Since chart version", "Documentation");
    assert.match(await person.readsPlaceOnPage("controller.rolloutDelay"), /Since 0\.32\.0/);
  });

  it("uses another version, and is told what that one does not have", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.readsLanguageStatus("CAP Operator values");
    await person.answersLanguageStatus("Chart cap-operator 0.34.0", "Use Chart...");
    // Text that is typed before the list is there goes into the file.
    await person.quickPick("cap-operator 0.34.0").first().waitFor();
    await person.types("0.20.0");
    await person.picks("cap-operator 0.20.0");
    await person.seesText(person.editor(FILE), "# cap-operator: values version=0.20.0");
    const problem = await person.seesProblem("unknown-key");
    assert.match(
      problem,
      /cap-operator 0\.20\.0 has no "controller\.rolloutDelay"; it was added in 0\.32\.0\./,
    );
    assert.match(await person.readsLanguageStatus("Chart cap-operator 0.20.0"), /by its comment/);
    await person.keepsPicture("published-chart-version");
  });
});
