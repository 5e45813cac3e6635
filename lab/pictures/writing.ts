// Pictures of writing values: no cluster is needed.
import { ARCHIVE, TEAM_CHART, valuesToUpgrade } from "../../test/e2e/person/charts-in-workspace.ts";
import type { Desk } from "../../test/e2e/person/desk.ts";
import { commandTitle } from "../../test/support/command-title.ts";
import type { Person } from "../../test/support/workbench/person.ts";
import { areaOf, areaOfEditors, MovingPicture, takePicture } from "./camera.ts";
import { opensQuickFixes, type Scenes, seesLenses, withoutSideBar } from "./scenes.ts";
import { PICTURES, type Picture } from "./table.ts";

const REQUIRED = `subscriptionServer:
  domain: cop.cluster-a.landscape.internal
  dnsTarget: public-ingress.cluster-a.landscape.internal
`;
const FIRST = "first-values.yaml";
const IN_ARCHIVE = "archive-values.yaml";
const MISPLACED = "new-values.yaml";
const UPGRADED = "old-values.yaml";
const UNDECIDED = "undecided-values.yaml";
const TWO_WORDS = "two-words-values.yaml";
const MISSING = "missing-values.yaml";
const REFUSED = "team-values.yaml";
const NEW_FILE = "cap-operator-values.yaml";

/** The files of the workspace in addition to those of the example. */
export const WRITTEN_FILES: Readonly<Record<string, string>> = {
  [FIRST]: `# cap-operator: values version=0.34.0
${REQUIRED}
controller:
`,
  // Shorter than that of the example, so that its release is whole in a picture.
  "values-production.yaml": `# Production: on top of values.yaml.
podLabels:
  environment: production
priorityClassName: system-cluster-critical

controller:
  replicas: 2
  detailedOperationalMetrics: true

subscriptionServer:
  replicas: 2
  domain: cop.cluster-p.landscape.internal
  dnsTarget: public-ingress.cluster-p.landscape.internal
`,
  [MISPLACED]: `# cap-operator: values version=0.34.0
${REQUIRED}  certificateManager: CertManager
  certificateConfig:
    issuerName: public-issuer

controller:
  replicaz: 2
`,
  [IN_ARCHIVE]: `# cap-operator: values chart=./charts/${ARCHIVE}
${REQUIRED}controller:
  rolloutDelay: 2h
`,
  [UPGRADED]: valuesToUpgrade(REQUIRED),
  [UNDECIDED]: `# cap-operator: values
${REQUIRED}
controller:
  replicas: 2
`,
  [TWO_WORDS]: `# cap-operator: values
${REQUIRED}  certificateManager: Platform
`,
  [MISSING]: `# cap-operator: values chart=./charts/missing
${REQUIRED}
controller:
  replicas: 2
`,
  [REFUSED]: `# cap-operator: values chart=./charts/team
${REQUIRED}
controller:
  team: ""
`,
  ...TEAM_CHART,
};

export const WRITING: Scenes<Desk & { readonly desk: Desk }> = {
  // First of all, because the editor keeps whether the list shows what a key means.
  tour: async ({ person }) => {
    const { page } = person;
    const film = new MovingPicture(page, await areaOfEditors(page, 900, 400));
    const typesInSteps = async (...parts: readonly string[]) => {
      for (const part of parts) {
        await person.types(part);
        await film.adds(280);
      }
    };
    await person.runsCommand(commandTitle("capOperator.newValuesFile"));
    // The built-in one, not the archive of the workspace.
    const chart = "cap-operator 0.34.0";
    await page.getByPlaceholder("Select the chart that the values are for").waitFor();
    await person.types(chart);
    await person.quickPick(chart).filter({ hasNotText: "charts/" }).first().click();
    await person.isIn(NEW_FILE);
    await seesLenses(person, NEW_FILE);
    await person.seesUnderline("error");
    await film.adds(1800);
    await typesInSteps("public", "-ingress");
    await person.presses("Tab");
    await typesInSteps("cluster", "-a", ".landscape", ".internal");
    await person.presses("Tab");
    await typesInSteps("cop");
    await person.presses("Escape", "Control+End");
    await person.seesNoUnderline("error");
    await person.seesNoUnderline("warning");
    await film.adds(1200);
    await person.presses("Enter", "Shift+Home", "Delete");
    await typesInSteps("contr");
    await person.suggestions.sees("controller");
    await film.adds(700);
    await person.suggestions.picks("controller");
    await person.suggestions.sees("replicas");
    await person.suggestions.selects("replicas");
    await person.suggestions.readsAbout("replicas", "whole number");
    await film.adds(2000);
    await person.presses("Control+Space");
    await page.locator(".suggest-details-container").waitFor({ state: "hidden" });
    await person.presses("Enter");
    await person.suggestions.seesChosen("1");
    await film.adds(700);
    await person.types("2");
    await person.presses("Escape", "Enter", "Shift+Home", "Delete");
    await typesInSteps("webhook:");
    await person.presses("Escape", "Enter");
    await typesInSteps("replicaz", ": 2");
    await person.presses("Escape", "ArrowUp");
    await person.seesUnderline("warning");
    await film.adds(1200);
    await person.pointsAt("replicaz");
    await opensQuickFixes(person);
    await film.adds(1800);
    await person.presses("Enter");
    await person.seesText(person.editor(NEW_FILE), "webhook:");
    await person.seesNoText(person.editor(NEW_FILE), "replicaz");
    await person.seesNoUnderline("warning");
    await film.ends(PICTURES.tour, 3000);
  },

  completion: async ({ person }) => {
    await person.opensFile(FIRST);
    await seesLenses(person, FIRST);
    await person.goesToEndOf("controller");
    await person.presses("Enter");
    await person.suggestions.asksFor();
    await person.suggestions.selects("replicas");
    await person.suggestions.readsAbout("replicas", "whole number");
    await takePicture(person.page, PICTURES.completion, await areaOfEditors(person.page, 900, 500));
  },

  quickFix: async ({ person }) => {
    await person.opensFile(MISPLACED);
    await seesLenses(person, MISPLACED);
    await person.seesUnderline("warning");
    await person.pointsAt("issuerName");
    await opensQuickFixes(person);
    await takePicture(person.page, PICTURES.quickFix, await areaOfEditors(person.page, 900, 390));
  },

  effectiveValues: async ({ person }) => {
    await person.opensFile("values-production.yaml");
    await seesLenses(person, "values-production.yaml");
    await withoutSideBar(person, async () => {
      await person.resizesWindow(1240);
      await person.runsCommand(commandTitle("capOperator.showEffectiveValues"));
      const effective = person.effectiveValues();
      await person.seesText(effective, "pullPolicy:");
      await person.followsLensIn(effective, "Select what is shown...");
      await person.picks("Only changed values with their origins");
      await person.seesNoText(effective, "pullPolicy:");
      await person.seesText(effective, "priorityClassName: system-cluster-critical");
      await takePicture(person.page, PICTURES.effectiveValues, await areaOfEditors(person.page, 1192, 488));
    });
  },

  chartStatus: async ({ person }) => {
    await person.opensFile(IN_ARCHIVE);
    await seesLenses(person, IN_ARCHIVE);
    await takesStatus(person, ARCHIVE, PICTURES.chartStatus);
  },

  undecidedStatus: async ({ person }) => {
    await person.opensFile(UNDECIDED);
    await seesLenses(person, UNDECIDED);
    await takesStatus(person, "Use Chart...", PICTURES.undecidedStatus);
  },

  twoWords: async ({ person }) => {
    await person.opensFile(TWO_WORDS);
    await seesLenses(person, TWO_WORDS);
    await person.pointsAt("Platform");
    await opensQuickFixes(person);
    await takePicture(person.page, PICTURES.twoWords, await areaOfEditors(person.page, 900, 312));
  },

  missingChart: async ({ person }) => {
    await person.opensFile(MISSING);
    await person.seesUnderline("error");
    await person.readsHoverOf("missing", "No chart found");
    await takePicture(person.page, PICTURES.missingChart, await areaOfEditors(person.page, 900, 300));
  },

  helmVerdict: async ({ person }) => {
    await person.opensFile(REFUSED);
    await seesLenses(person, REFUSED);
    await person.seesUnderline("error");
    await person.readsHoverOf("team", "name the team", 1);
    await takePicture(person.page, PICTURES.helmVerdict, await areaOfEditors(person.page, 900, 380));
  },

  chartDefinition: async ({ person }) => {
    await person.opensFile(IN_ARCHIVE);
    await seesLenses(person, IN_ARCHIVE);
    await person.pointsAt("rolloutDelay");
    await person.presses("F12");
    await person.isIn(`${ARCHIVE}/values.yaml`);
    await person.readsPlace("Ln 109, Col 3");
    await takePicture(person.page, PICTURES.chartDefinition, await areaOfEditors(person.page, 980, 416));
  },

  upgrade: async ({ person }) => {
    await person.opensFile(UPGRADED);
    await seesLenses(person, UPGRADED);
    await withoutSideBar(person, async () => {
      await person.runsCommand(commandTitle("capOperator.upgradeValues"));
      await person.readsChoices("cap-operator 0.30.0");
      await person.picks(`charts/${ARCHIVE}`);
      await person.seesChangedLines("modified", 4);
      await takePicture(person.page, PICTURES.upgrade, await areaOfEditors(person.page, 1232, 300));
    });
  },
};

/** Takes a picture of the language status of the active editor. */
async function takesStatus(person: Person, says: string, picture: Picture): Promise<void> {
  await person.readsLanguageStatus(says);
  const status = person.page.locator(".hover-language-status").first();
  const area = await areaOf([status, person.page.locator("[id='status.languageStatus']")], 24);
  await takePicture(person.page, picture, area);
}
