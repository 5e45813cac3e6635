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
    // A click before that may hit another line, whose lightbulb stays for a while.
    await person.seesLens(person.editor("mistakes-values.yaml"), "Effective values");
    // A lightbulb from before offers nothing for the problems.
    await person.seesUnderline("error");
    await person.pointsAt("issuerName");
    await person.opensLightbulb();
    await person.keepsPicture("quick-fix");
    await person.picksAction("Move");
    await person.seesText(person.editor("mistakes-values.yaml"), "gardener:");
    await person.saves();
    assert.match(
      await onDisk("mistakes-values.yaml"),
      /^ {2}certificateConfig:\n {4}gardener:\n {6}issuerName: public-issuer # belongs /m,
    );
  });

  it("sees effective values beside the file, each with its origin in sight, which follow while typing", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.followsLens("Effective values");
    const effective = person.effectiveValues();
    await person.seesText(effective, "priorityClassName: system-cluster-critical");
    for (const width of [1280, 1500, 1720]) {
      await person.resizesWindow(width);
      await person.seesOrigin(effective, "priorityClassName: system-cluster-critical", "values-production:5");
      await person.seesOrigin(effective, "enabled: true", "values:16");
    }
    await person.resizesWindow(1280);
    await person.keepsPicture("effective-values");
    // The keyboard is still in the file.
    await person.goesToEndOf("priorityClassName");
    await person.types("-x");
    await person.seesText(effective, "system-cluster-critical-x");
    // A new line at the top changes no value.
    await person.presses("Control+Home");
    await person.presses("Enter");
    await person.seesOrigin(effective, "priorityClassName: system-cluster-critical-x", "values-production:6");
  });

  it("reads where a value comes from by pointing at it", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.followsLens("Effective values");
    await person.seesText(person.effectiveValues(), "tag:");
    const hover = await person.readsHoverOfLine(person.effectiveValues(), "tag:", "--set-string #1");
    assert.match(hover, /image\.tag=1\.10.*Instead of "", the chart's default/s);
    await person.keepsPicture("effective-values-hover");
  });

  it("sees only what is changed, or everything again, with or without origins", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.followsLens("Effective values");
    const effective = person.effectiveValues();
    await person.seesText(effective, "pullPolicy:");
    await person.followsLensIn(effective, "Select what is shown...");
    await person.picks("Only changed values with their origins");
    await person.seesText(effective, "# The chart's defaults are left out.");
    await person.seesText(effective, "replicas: 3");
    await person.seesNoText(effective, "pullPolicy:");
    await person.keepsPicture("effective-values-changed");
    // The view has the keyboard now, and with it its buttons.
    await person.pressesInTitle("Show Effective Values");
    await person.picks("All values with their origins");
    await person.seesText(effective, "pullPolicy:");
    await person.seesOrigin(effective, "priorityClassName:", "values-production:5");
    await person.pressesInTitle("Show Effective Values");
    await person.quickPick("All values").nth(1).click();
    await person.seesOrigin(effective, "priorityClassName:", "");
    // The view stays open, and the next steps need the origins.
    await person.pressesInTitle("Show Effective Values");
    await person.picks("All values with their origins");
    await person.seesOrigin(effective, "priorityClassName:", "values-production:5");
  });

  it("follows an origin to its line, which opens beside the effective values", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.followsLens("Effective values");
    await person.followsLink(person.effectiveValues(), "enabled");
    await person.isIn("values.yaml");
    await person.readsPlace("Ln 16,");
    await person.types("x");
    await person.seesText(person.editor("values.yaml"), "x: true");
    await person.effectiveValues().waitFor();
  });

  it("sees what a component inherits, in the line of the component", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    const file = person.editor("values-production.yaml");
    await person.seesText(file, "podLabels:→ all components");
    // The tag stands in the settings only.
    await person.seesText(file, "controller:inherited: image.tag");
    await person.keepsPicture("inlay-hints");
  });

  it("reads in the hover what counts in place of a value, and in which release", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    const hover = await person.readsHoverOf("domain", "cop.cluster-p.landscape.internal");
    assert.match(hover, /cop-production/);
    assert.match(hover, /values-production\.yaml/);
    await person.keepsPicture("hover");
  });

  it("compares what two releases run with", async () => {
    const { person } = desk;
    await person.opensFile("values-production.yaml");
    await person.runsCommand("CAP Operator: Compare Values...");
    await person.picks("cop-test");
    await person.seesText(person.diffSide("original"), 'priorityClassName: ""');
    await person.seesText(person.diffSide("modified"), "priorityClassName: system-cluster-critical");
    await person.keepsPicture("compare-releases");
  });
});
