import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { manifest } from "../../support/repository.ts";
import { WalkthroughPage } from "../../support/workbench/walkthrough-page.ts";
import { type Desk, sitDown } from "./desk.ts";

const NEW_FILE = "cap-operator-values.yaml";

describe("a person in the first five minutes", () => {
  let desk: Desk;
  let walkthrough: WalkthroughPage;
  before(async () => {
    // Helm is looked for before anything is asked.
    desk = await sitDown({ ready: false, hasHelm: true });
    walkthrough = new WalkthroughPage(desk.person.page);
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  async function opensWalkthrough(): Promise<void> {
    await desk.person.runsCommand("CAP Operator: Get Started");
    await walkthrough.steps();
  }

  it("reads every step of the walkthrough, and none of them is ticked by that", async () => {
    const { person } = desk;
    await person.resizesWindow(1700);
    await opensWalkthrough();
    const steps = await walkthrough.steps();
    const [declared] = manifest().contributes.walkthroughs;
    assert.deepEqual(
      steps,
      declared?.steps.map(({ id }) => id),
    );
    for (const step of steps) {
      assert.doesNotMatch(await walkthrough.opens(step), /[`*_[\]]/);
      await walkthrough.seesPicture();
      await person.keepsPicture(`walkthrough-${step}`);
    }
    for (const step of steps) assert.equal(await walkthrough.isTicked(step), false, step);
    await person.resizesWindow(1280);
  });

  it("ends the first step with a checked file: two names, and the problems are gone", async () => {
    const { person } = desk;
    await opensWalkthrough();
    await walkthrough.presses("create", "New Values File");
    await person.picksChart("cap-operator 0.34.0");
    await person.isIn(NEW_FILE);
    await person.seesProblem("placeholder-value", "dnsTarget");
    await person.returnsTo(NEW_FILE);
    await person.types("public-ingress.cluster.landscape.net");
    await person.presses("Tab");
    await person.types("cop.cluster.landscape.net");
    await person.presses("Escape");
    await person.seesNoProblem("placeholder-value");
    await person.presses("Control+j");
    await walkthrough.comesToFront();
    await walkthrough.seesTicked("create");
  });

  it("presses buttons before there is a file, and is offered the files there are and a new one", async () => {
    const { person } = desk;
    await opensWalkthrough();
    for (const [step, button] of [
      ["complete", "Insert Snippet..."],
      ["effective", "Show Effective Values"],
      ["effective", "Compare Values..."],
      ["install", "Check Prerequisites"],
      ["create", "Fill Domain and DNS Target from Cluster..."],
      ["install", "Preview Installation"],
      ["install", "Install CAP Operator..."],
    ] as const) {
      await walkthrough.presses(step, button);
      await person.quickPick("values-production.yaml").first().waitFor();
      await person.presses("Escape");
      await person.isAskedNothing();
      if (step !== "create") assert.equal(await walkthrough.isTicked(step), false, step);
    }
  });

  it("goes from the walkthrough to a new file, to values without a problem, and through the steps", async () => {
    const { person, onDisk } = desk;
    await opensWalkthrough();
    await walkthrough.presses("complete", "Insert Snippet...");
    await person.picks("New Values File");
    await person.picksChart("cap-operator 0.34.0");
    await person.quickPick("Monitoring").first().waitFor();
    await person.keepsPicture("first-file-and-snippets");
    await person.presses("Escape");
    await person.isAskedNothing();

    const editor = person.editor(NEW_FILE);
    await editor.click();
    await person.pointsAt("dnsTarget");
    await person.presses("End", "Shift+Home");
    await person.types("dnsTarget: gateway.cluster.landscape.net");
    await person.pointsAt("domain");
    await person.presses("End", "Shift+Home");
    await person.types("domain: cop.cluster.landscape.net");
    await person.presses("Escape", "Enter");
    await person.types("prot: 4000");
    await person.seesProblem("unknown-key");
    await person.returnsTo(NEW_FILE);
    await person.presses("Shift+Home", "Delete");
    await person.seesNoProblem("unknown-key");
    await walkthrough.comesToFront();
    await walkthrough.seesTicked("create");
    await walkthrough.seesTicked("problems");
    assert.equal(await walkthrough.isTicked("complete"), false);

    await person.returnsTo(NEW_FILE);
    await person.presses("Control+j", "Control+End", "Shift+Home", "Shift+Home", "Delete");
    await person.types("contr");
    await person.suggestions.picks("controller");
    await person.suggestions.picks("replicas");
    await person.suggestions.picks("1");
    await walkthrough.comesToFront();
    await walkthrough.seesTicked("complete");

    await walkthrough.presses("complete", "Insert Snippet...");
    await person.picks("Monitoring");
    await person.seesText(editor, "serviceMonitorSelectorLabels:");
    await person.keepsPicture("snippet-from-the-walkthrough");
    await walkthrough.comesToFront();

    await walkthrough.presses("effective", "Show Effective Values");
    await person.seesText(person.effectiveValues(), "# Effective values");
    await person.keepsPicture("effective-from-the-walkthrough");
    await walkthrough.comesToFront();
    await walkthrough.seesTicked("effective");

    await walkthrough.presses("effective", "Compare Values...");
    await person.picks("Chart defaults");
    await person.seesText(person.diffSide("modified"), "release: monitoring");
    await person.keepsPicture("compare-from-the-walkthrough");
    await walkthrough.comesToFront();
    assert.equal(await walkthrough.isTicked("install"), false);
    await person.keepsPicture("walkthrough-ticked");

    await walkthrough.presses("install", "Preview Installation");
    const question = await person.readsQuestion(`${NEW_FILE} has not been saved yet.`);
    assert.match(question, /Helm reads the saved file\./);
    await person.keepsPicture("preview-offers-to-save");
    await person.answers("Save and Continue");
    // It goes on, although this machine has no kubeconfig.
    await person.isAskedForChart();
    assert.match(await onDisk(NEW_FILE), /^ {2}domain: cop\.cluster\.landscape\.net$/m);
    await person.keepsPicture("preview-of-the-saved-file");
    await person.presses("Escape");
  });

  it("saves a new file that has no name yet where the dialog says, or dismisses it and hears no more", async () => {
    const { person, onDisk } = desk;
    await person.runsCommand("File: New Untitled Text File");
    await person.activeEditor().waitFor();
    await person.runsCommand("Change Language Mode");
    await person.page.locator('.quick-input-widget input[placeholder="Select Language Mode"]').waitFor();
    await person.page.keyboard.type("yaml");
    await person.picks("YAML");
    await person.page.locator("[id='status.editor.mode']").filter({ hasText: "YAML" }).waitFor();
    await person.activeEditor().waitFor();
    await person.types("# cap-operator: values\npriorityClassName: high");
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.readsQuestion("has not been saved yet.");
    await person.answers("Cancel");
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.answers("Save and Continue");
    await person.page
      .locator(".quick-input-widget .quick-input-title")
      .filter({ hasText: "Save As" })
      .waitFor();
    await person.presses("Escape");
    await person.page.locator(".quick-input-widget").waitFor({ state: "hidden" });
    assert.equal(await person.page.locator(".notifications-toasts .notification-list-item").count(), 0);
    await person.runsCommand("CAP Operator: Preview Installation");
    await person.answers("Save and Continue");
    // The dialog shows the folder of the workspace; the name that it proposes is selected.
    await person.quickPick("values-production.yaml").waitFor();
    await person.types("mine");
    await person.presses("Enter");
    await person.isAskedForChart();
    await person.keepsPicture("saved-by-the-dialog");
    await person.presses("Escape");
    assert.match(await onDisk("mine.yaml"), /^priorityClassName: high$/m);
  });
});
