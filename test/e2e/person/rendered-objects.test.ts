import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, afterEach, before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { fakeHelm } from "../../ask-helm/fake-helm.ts";
import { helmBinary } from "../../helm/build-helm.ts";
import { TEAM_CHART } from "./charts-in-workspace.ts";
import { type Desk, sitDown } from "./desk.ts";

const FILE = "team-values.yaml";
const VALUES = `# cap-operator: values chart=./charts/team
subscriptionServer:
  domain: a.cluster-a.internal
  dnsTarget: b.cluster-a.internal
controller:
  team: platform
  image: {pullPolicy: Always}
`;
/** The chart of the team, with one more field in its object. */
const CHART = {
  ...TEAM_CHART,
  "charts/team/values.yaml": TEAM_CHART["charts/team/values.yaml"].replace(
    '  team: ""\n',
    '  team: ""\n  image: {pullPolicy: IfNotPresent}\n',
  ),
  "charts/team/templates/config.yaml": `${TEAM_CHART["charts/team/templates/config.yaml"]}  pull: {{ .Values.controller.image.pullPolicy }}\n`,
};

/** Stands in for Helm with that chart where Helm cannot be built. */
const STAND_IN = `const texts = process.argv.filter((one) => one.startsWith("--values=")).map((one) => fs.readFileSync(one.slice(9), "utf8"));
const team = texts.reduce((found, text) => /team"?: *"?([\\w-]+)/.exec(text)?.[1] ?? found, "");
const pull = texts.reduce((found, text) => /pullPolicy"?: *"?([\\w-]+)/.exec(text)?.[1] ?? found, "");
process.stdout.write("---\\n# Source: team/templates/config.yaml\\napiVersion: v1\\nkind: ConfigMap\\nmetadata:\\n  name: team\\ndata:\\n  team: " + team + "\\n  values: " + JSON.stringify(texts.join("")) + "\\n  pull: " + pull + "\\n");`;

/** Waits until a sentence is above the first line of an editor. */
function says(page: Locator, words: string): Promise<void> {
  return page.locator(".codelens-decoration").filter({ hasText: words }).first().waitFor();
}

describe("a person who looks at what Helm renders", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "cap-operator-rendered-"));
  let desk: Desk;
  before(async () => {
    const helm = (await helmBinary(3)) ?? fakeHelm(folder, STAND_IN);
    desk = await sitDown({
      ready: true,
      files: { ...CHART, [FILE]: VALUES },
      machineSettings: { "capOperator.helmPath": helm },
    });
  });
  after(async () => {
    await desk?.leave();
    rmSync(folder, { recursive: true, force: true });
  });
  afterEach((test) => desk.tidyUp(test));

  it("sees the objects beside the file, what the key at the cursor makes, and the key of a field", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.readsLanguageStatus("renders the chart with these values");
    await person.goesToEndOf("platform");
    await person.runsCommand("CAP Operator: Show Rendered Objects");
    const page = person.renderedObjects();
    await person.seesText(page, "kind: ConfigMap");
    await person.seesText(page, "team: platform");
    await says(page, "controller.team sets 2 fields in 1 object");
    await person.keepsPicture("rendered-objects");
    // The view follows what is typed, also before it is saved.
    await person.returnsTo(FILE);
    await person.presses("End");
    await person.types("s");
    await person.seesText(page, "team: platforms");
    await says(page, "1 object, 2 lines changed since saving");
    await page.locator(".cgmr").first().waitFor();
    await person.keepsPicture("changed-objects");
    // While a value is half written, the objects stay.
    await person.types(": [");
    await says(page, "These are the objects from before.");
    await person.seesText(page, "team: platforms");
    await person.presses("Backspace", "Backspace", "Backspace");
    await says(page, "controller.team sets 2 fields in 1 object");
    await page
      .locator(".codelens-decoration")
      .filter({ hasText: "from before" })
      .waitFor({ state: "detached" });
    await person.goesToEndOf("a.cluster-a");
    await says(page, "subscriptionServer.domain sets 1 field");
    // The effect of another value is in the details of a suggestion.
    await person.goesToEndOf("pullPolicy");
    await person.presses(...Array<string>("Always}".length).fill("ArrowLeft"));
    await person.suggestions.asksFor();
    await person.suggestions.selects("Never");
    await person.suggestions.readsAbout("Never", '+ data.pull: "Never"');
    await person.keepsPicture("value-difference");
    await person.presses("Escape", "Escape");
    // From the field back to its key.
    await person.goesToTab("Objects of team-values");
    await person.goesToEndOf("platforms");
    await person.presses("F12");
    await person.isIn(FILE);
    await person.readsPlace("Ln 6, Col 3");
  });

  it("sees in the objects what Kubernetes rejects, and at the key that makes it, until the key has another value", async () => {
    const { person } = desk;
    await person.opensFile(FILE);
    await person.runsCommand("CAP Operator: Show Rendered Objects");
    const page = person.renderedObjects();
    await person.seesText(page, "team: platform");
    await person.returnsTo(FILE);
    await person.goesToEndOf("platform");
    await person.presses("Control+Backspace");
    await person.types("5");
    await person.seesText(page, "team: 5");
    // Nothing is reported where somebody types.
    await person.presses("Control+Home");
    const message = 'Kubernetes rejects ConfigMap/team: "data.team" takes text, but gets a number.';
    await person.seesProblem(message, "Ln 8, Col 3");
    await person.seesProblem(message, "Ln 6, Col 3");
    await person.keepsPicture("rejected-object");
    await person.returnsTo(FILE);
    await person.presses("Control+End", "ArrowUp", "ArrowUp", "End");
    await person.types("a");
    await person.seesText(page, "team: 5a");
    await person.seesNoProblem("data.team");
  });
});
