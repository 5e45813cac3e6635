import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { type Desk, sitDown } from "./desk.ts";

describe("a person who writes values", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({ ready: true });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("picks a key from the list, and finds it in the file with its default", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 1);
    await person.presses("Enter");
    await person.suggestions.asksFor();
    await person.suggestions.selects("replicas");
    await person.suggestions.readsAbout("replicas", "pods");
    await person.keepsPicture("completion");
    await person.types("repl");
    await person.suggestions.picks("replicas");
    // The list of its values opens by itself, with the default chosen.
    await person.suggestions.seesChosen("1");
    await person.keepsPicture("completion-value");
    await person.presses("Tab");
    await person.saves();
    assert.match(await onDisk("values.yaml"), /^controller:\n.*\n {2}dnsTarget: .*\n {2}replicas: 1\n/m);
  });

  it("goes from level to level with suggestions only", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("values.yaml");
    await person.presses("Control+End");
    await person.types("webh");
    await person.suggestions.picks("webhook");
    await person.types("certm");
    await person.suggestions.picks("certificateManager");
    await person.suggestions.picks("CertController");
    await person.saves();
    assert.match(await onDisk("values.yaml"), /^webhook:\n {2}certificateManager: CertController$/m);
  });

  it("completes a toleration down to its effect", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 1);
    await person.presses("Enter");
    await person.types("toler");
    await person.suggestions.picks("tolerations");
    await person.types("eff");
    await person.suggestions.picks("effect");
    await person.suggestions.sees("NoSchedule");
    await person.keepsPicture("completion-kubernetes");
    await person.suggestions.picks("NoSchedule");
    await person.saves();
    assert.match(await onDisk("values.yaml"), /^ {2}tolerations:\n {4}- effect: NoSchedule$/m);
  });

  it("sees each suggestion once, and a list that stays, while typing fast", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 1);
    await person.presses("Enter");
    await person.types("r");
    await person.suggestions.sees("replicas");
    const watch = await person.suggestions.watches();
    await person.types("eplica", 5);
    await person.suggestions.sees("replicas");
    const { lists, gone } = await watch.end();
    assert.ok(lists.length > 0);
    for (const labels of lists) {
      assert.equal(new Set(labels).size, labels.length, `twice in the list: ${labels.join(", ")}`);
    }
    assert.equal(gone, 0, "the list went away while typing");
  });

  it("reads about a key and a value", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    const memory = await person.readsHoverOf("memory", "500Mi");
    assert.match(memory, /text/);
    const enabled = await person.readsHoverOf("enabled", "boolean");
    assert.match(enabled, /false/);
    assert.match(await person.readsHoverOf("domain", "text"), /required|must be set/i);
  });

  it("breaks a key, sees the problem, and gets rid of it with the quick fix", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 1);
    await person.presses("Enter");
    await person.types("replicaz: 2");
    await person.presses("Escape");
    const row = await person.seesProblem("replicaz", "unknown-key");
    assert.match(row, /replicas/);
    await person.keepsPicture("problems");
    await person.returnsTo("values.yaml");
    await person.presses("Home", "Control+.");
    await person.picksAction("replicas");
    await person.seesText(person.editor("values.yaml"), "replicas: 2");
    await person.seesNoProblem("replicaz");
    await person.saves();
    assert.match(await onDisk("values.yaml"), /^ {2}replicas: 2$/m);
  });

  it("sees every mistake that Helm would be silent about", async () => {
    const { person } = desk;
    await person.opensFile("mistakes-values.yaml");
    const codes = [
      "unknown-key",
      "ambiguous-scalar",
      "out-of-range",
      "template-in-values",
      "not-allowed",
      "misplaced-key",
      "wrong-type",
      "duplicate-key",
      "empty-value",
      "required-for-install",
    ];
    await person.seesProblem("out-of-range");
    for (const code of codes) {
      await person.filtersProblems(code);
      await person.seesProblem(code);
    }
    await person.filtersProblems("");
    await person.seesProblem("out-of-range");
    await person.keepsPicture("mistakes");
  });

  it("types a key without the file turning red, and is told of half a key when leaving it", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 1);
    await person.presses("Enter");
    await person.types("r");
    // A list that comes after Escape would take the arrow keys.
    await person.suggestions.sees("replicas");
    await person.presses("Escape");
    await person.suggestions.isGone();
    await person.seesUnderline("hint");
    await person.seesNoUnderline("error");
    assert.doesNotMatch(await person.readsTab("values.yaml"), /problem/);
    await person.keepsPicture("typing-a-key");
    await person.presses("ArrowUp");
    await person.seesUnderline("error");
    await person.keepsPicture("left-a-key");
    await person.presses("ArrowDown", "End");
    await person.types("eplicas: 2");
    await person.seesNoUnderline("error");
  });

  it("keeps all help above and below a line that is broken", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    await person.goesToEndOf("dnsTarget", 0);
    await person.presses("Enter");
    await person.types("this line has no colon");
    await person.presses("Escape");
    await person.goesToEndOf("enabled");
    await person.presses("Enter");
    await person.types("enabledd: true");
    await person.presses("Escape");
    await person.seesProblem("syntax");
    await person.seesProblem("enabledd", "unknown-key");
    await person.returnsTo("values.yaml");
    await person.readsHoverOf("memory", "500Mi");
    await person.presses("Enter");
    await person.types("dash");
    await person.suggestions.sees("dash");
    await person.keepsPicture("broken-line");
  });

  it("is told by the status item which files are looked after, and why", async () => {
    const { person } = desk;
    await person.opensFile("values.yaml");
    // The status of the previous file stays until there is another answer.
    assert.match(await person.readsLanguageStatus("in a release"), /CAP Operator values/);
    await person.keepsPicture("status");
    await person.opensFile("mistakes-values.yaml");
    assert.match(await person.readsLanguageStatus("by its comment"), /CAP Operator values/);
    await person.opensFile("other-chart/values.yaml");
    assert.match(await person.readsLanguageStatus("another chart"), /Not a CAP Operator file/);
    await person.opensFile("operator.yaml");
    await person.readsLanguageStatus("CAP Operator resource");
  });
});
