import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

const SHOP = "controller:\n  replicas: -1\n";

describe("a person with files that are named like values files", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      hasHelm: true,
      files: { "shop-values.yaml": SHOP, "empty-values.yaml": "" },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("finds one in peace, and makes it certain with one click", async () => {
    const { person } = desk;
    await person.opensFile("shop-values.yaml");
    const editor = person.editor("shop-values.yaml");
    await person.readsHoverOf("replicas", "pods");
    assert.match(await person.readsLanguageStatus("Likely CAP Operator values"), /by its name/);
    // The two lines come one after the other, and with each of them all links are drawn anew.
    await person.readsLanguageStatus("Completion and hovers only");
    await person.keepsPicture("likely");
    assert.equal(await person.hasLightbulb(editor), false);
    assert.equal(await person.hasLens(editor), false);
    assert.doesNotMatch(await person.readsTab("shop-values.yaml"), /problem/);
    await person.answersLanguageStatus("Likely CAP Operator values", "Yes, It Is");
    await person.seesText(editor, "# cap-operator: values");
    await person.seesProblem("out-of-range");
    await person.seesLens(editor, "Install...");
    assert.match(await person.readsLanguageStatus("by its comment"), /(?<!Likely )CAP Operator values/);
    await person.keepsPicture("likely-certain");
  });

  it("gives one up with one click", async () => {
    const { person } = desk;
    await person.opensFile("shop-values.yaml");
    // Both lines are there before a link is pressed.
    await person.readsLanguageStatus("Likely CAP Operator values");
    await person.answersLanguageStatus("Completion and hovers only", "No, It Is Not");
    await person.seesText(person.editor("shop-values.yaml"), "# cap-operator: off");
    await person.readsLanguageStatus("Not a CAP Operator file");
  });

  it("has help in an empty one from the first letter, and it is certain with the first key of the operator", async () => {
    const { person } = desk;
    await person.opensFile("empty-values.yaml");
    await person.readsLanguageStatus("Likely CAP Operator values");
    await person.presses("Control+Home");
    await person.types("webh");
    await person.suggestions.picks("webhook");
    await person.types("certificateM");
    await person.suggestions.picks("certificateManager");
    assert.match(await person.readsLanguageStatus("by its content"), /(?<!Likely )CAP Operator values/);
    await person.seesLens(person.editor("empty-values.yaml"), "Install...");
  });

  it("is asked before Helm gets one", async () => {
    const { person } = desk;
    await person.opensFile("shop-values.yaml");
    await person.runsCommand("CAP Operator: Install CAP Operator...");
    await person.quickPick("by its name only").first().waitFor();
    await person.keepsPicture("likely-install");
    await person.presses("Escape");
  });
});
