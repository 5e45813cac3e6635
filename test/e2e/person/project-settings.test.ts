import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const PROJECT = ".cap-operator.yaml";
/** A file that nothing but the project's release makes one of the operator's. */
const EDGE = "edge.yaml";
const FILES = {
  [PROJECT]: `releases:
  - name: edge
    namespace: cap-operator-system
    values: [edge.yaml]
    set: [webhook.replicas=3]
diagnostics:
  severity:
    unknown-key: error
`,
  [EDGE]: `subscriptionServer:
  domain: operator.cluster-a.internal
  dnsTarget: public-ingress.cluster-a.internal
controller:
  replicaz: 2
`,
};

describe("a person with the settings of a project in a file", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true, files: FILES });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees a file of its release checked as the project says, and follows a change of it that is not saved", async () => {
    const { person } = desk;
    await person.opensFile(EDGE);
    await person.seesLens(person.editor(EDGE), "Install...");
    await person.seesUnderline("error");
    await person.opensFile(PROJECT);
    await person.goesToEndOf("unknown-key");
    await person.presses("Control+Shift+ArrowLeft");
    await person.types("hint");
    await person.opensFile(EDGE);
    await person.seesUnderline("hint");
    await person.seesNoUnderline("error");
  });

  it("gets help with the file itself", async () => {
    const { person } = desk;
    await person.opensFile(PROJECT);
    await person.readsHoverOf("severity", "severity");
    await person.goesToEndOf("unknown-key");
    await person.presses("Enter", "Home", "Home");
    await person.types("chartV");
    await person.suggestions.picks("chartVersion");
    await person.seesText(person.editor(PROJECT), "chartVersion: ");
    await person.keepsPicture("project-settings");
    await person.presses("Control+Shift+k");
    await person.types("chartVersionn: 1");
    await person.seesProblem("chartVersionn");
  });

  it("writes the settings of the workspace into it, after a question", async () => {
    const { person } = desk;
    await person.runsCommand("Write Project Settings");
    await person.pressesOn("Replace it with the settings of the workspace?", "Replace");
    await person.isIn(PROJECT);
    await person.seesText(person.editor(PROJECT), "cop-production");
    assert.match(await desk.onDisk(PROJECT), /name: cop-test/);
  });
});
