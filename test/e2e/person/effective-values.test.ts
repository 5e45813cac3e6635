import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

describe("a person who wants to know what will run", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("moves a misplaced key with the lightbulb", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("mistakes-values.yaml");
    await person.pointsAt("issuerName");
    await person.opensLightbulb();
    await person.keepsPicture("quick-fix");
    await person.picksAction("Move");
    await person.seesText(person.editor("mistakes-values.yaml"), "certController:");
    await person.saves();
    assert.match(
      await onDisk("mistakes-values.yaml"),
      /^ {2}certificateConfig:\n {4}certController:\n {6}issuerName: public-issuer # belongs /m,
    );
  });

  it("sees effective values beside the file, which follow while typing", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.presses("Control+b");
    await person.followsLens("Effective values");
    const effective = person.effectiveValues();
    await person.seesText(effective, "priorityClassName: system-cluster-critical");
    await person.keepsPicture("effective-values");
    // The keyboard is still in the file.
    await person.goesToEndOf("priorityClassName");
    await person.presses("Control+Shift+ArrowLeft", "Control+Shift+ArrowLeft");
    await person.types("-x");
    await person.seesText(effective, "-x");
    await person.presses("Control+b");
  });

  it("sees what a component inherits, in the line of the component", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.keepsPicture("inlay-hints");
    await person.presses("Control+End", "Enter");
  });

  it("compares what two releases run with", async () => {
    const { person } = desk;
    await person.runsCommand("CAP Operator: Compare Two Releases...");
    await person.picks("cop-test");
    await person.seesText(person.diffSide("original"), "domain: cop.cluster-a.landscape.internal");
    await person.seesText(person.diffSide("modified"), "domain: cop.cluster-p.landscape.internal");
    await person.keepsPicture("compare-releases");
  });
});
