// Pictures of writing values: no cluster is needed.
import { ARCHIVE, TEAM_CHART } from "../../test/e2e/person/charts-in-workspace.ts";
import type { Desk } from "../../test/e2e/person/desk.ts";
import { commandTitle } from "../../test/support/command-title.ts";
import type { Person } from "../../test/support/workbench/person.ts";
import { areaOf, areaOfEditors, takePicture } from "./camera.ts";
import { DOMAIN } from "./named-cluster.ts";
import { opensQuickFixes, type Scenes, seesLenses, showsChangedValues, withoutSideBar } from "./scenes.ts";
import { PICTURES, type Picture } from "./table.ts";

const REQUIRED = `subscriptionServer:
  domain: cop.${DOMAIN}
  dnsTarget: public-ingress.${DOMAIN}
`;
const FIRST = "first-values.yaml";
const IN_ARCHIVE = "archive-values.yaml";
const MISPLACED = "new-values.yaml";
const UPGRADED = "old-values.yaml";
const UNDECIDED = "undecided-values.yaml";
const TWO_WORDS = "two-words-values.yaml";
const MISSING = "missing-values.yaml";
const REFUSED = "team-values.yaml";
const RENDERED = "objects-values.yaml";
const REJECTED = "rejected-values.yaml";
const IN_FLUX = "flux/release.yaml";
const IN_ARGO = "argocd/cap-operator.yaml";

/** The files of the workspace in addition to those of the example. */
export const WRITTEN_FILES: Readonly<Record<string, string>> = {
  ".vscode/settings.json": JSON.stringify({
    "capOperator.releases": [
      {
        name: "cap-operator",
        namespace: "cap-operator-system",
        chart: "oci://ghcr.io/sap/cap-operator-lifecycle/helm/cap-operator",
        version: "0.34.0",
        values: ["values.yaml", "values-production.yaml"],
        set: ["controller.replicas=3"],
      },
    ],
  }),
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
  domain: cop.${DOMAIN}
  dnsTarget: public-ingress.${DOMAIN}
`,
  // The list of fixes covers nothing where the key is in the last line.
  [MISPLACED]: `# cap-operator: values version=0.34.0
controller:
  replicaz: 2

${REQUIRED}  certificateManager: CertManager
  certificateConfig:
    issuerName: letsencrypt
`,
  [IN_ARCHIVE]: `# cap-operator: values chart=./charts/${ARCHIVE}
${REQUIRED}controller:
  rolloutDelay: 2h
`,
  [UPGRADED]: `# cap-operator: values version=0.30.0
${REQUIRED}
webhook:
  sidecar: true
  replicas: 2
`,
  [UNDECIDED]: `# cap-operator: values
${REQUIRED}
controller:
  replicas: 2
`,
  [TWO_WORDS]: `# cap-operator: values
${REQUIRED}  certificateManager: Platform
`,
  // The first lines are short, so that the message covers none of them.
  [MISSING]: `# cap-operator: values chart=./charts/missing
controller:
  replicas: 2

${REQUIRED}`,
  [REFUSED]: `# cap-operator: values chart=./charts/team
${REQUIRED}
controller:
  team: ""
`,
  [RENDERED]: `# cap-operator: values chart=./charts/objects
${REQUIRED}
controller:
  replicas: 2
  priorityClassName: critical
`,
  [REJECTED]: `# cap-operator: values chart=./charts/objects
${REQUIRED}
controller:
  replicas: 2
  team: 5
`,
  "charts/objects/Chart.yaml": "apiVersion: v2\nname: cap-operator\nversion: 0.34.0\n",
  "charts/objects/values.yaml":
    'controller:\n  replicas: 1\n  priorityClassName: ""\n  team: platform\nsubscriptionServer:\n  domain: ""\n  dnsTarget: ""\n',
  "charts/objects/templates/controller-deployment.yaml": `apiVersion: apps/v1
kind: Deployment
metadata:
  name: cap-operator-controller
  labels:
    team: {{ .Values.controller.team }}
spec:
  replicas: {{ .Values.controller.replicas }}
  selector:
    matchLabels:
      app: controller
  template:
    metadata:
      labels:
        app: controller
    spec:
      priorityClassName: {{ .Values.controller.priorityClassName }}
      containers:
        - name: controller
          image: ghcr.io/sap/cap-operator/controller:v0.34.0
`,
  [IN_FLUX]: `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: cap-operator
  namespace: cap-operator-system
spec:
  interval: 10m
  chart:
    spec:
      chart: cap-operator
      version: 0.34.0
      sourceRef:
        kind: HelmRepository
        name: cap-operator
  values:
    priorityClassName: system-cluster-critical
    subscriptionServer:
      replicas: 2
      domain: cop.${DOMAIN}
      dnsTarget: public-ingress.${DOMAIN}
    webhook:
      replicas: 2
`,
  [IN_ARGO]: `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: cap-operator
  namespace: argocd
spec:
  source:
    repoURL: ghcr.io/sap/cap-operator-lifecycle/helm
    chart: cap-operator
    targetRevision: 0.34.0
    helm:
      values: |
        subscriptionServer:
          domain: cop.${DOMAIN}
          dnsTarget: public-ingress.${DOMAIN}
        controller:
`,
  ...TEAM_CHART,
};

export const WRITING: Scenes<Desk & { readonly desk: Desk }> = {
  completion: async ({ person }) => {
    await person.opensFile(FIRST);
    await seesLenses(person, FIRST);
    await completesController(person);
    await takePicture(person.page, PICTURES.completion, await areaOfEditors(person.page, 900, 500));
  },

  quickFix: async ({ person }) => {
    await person.opensFile(MISPLACED);
    await seesLenses(person, MISPLACED);
    await person.seesUnderline("warning");
    await person.pointsAt("issuerName");
    await opensQuickFixes(person, "certManager.issuerName");
    await takePicture(person.page, PICTURES.quickFix, await areaOfEditors(person.page, 900, 460));
  },

  effectiveValues: ({ person }) =>
    takesEffectiveValues(person, "values-production.yaml", PICTURES.effectiveValues, 488),

  renderedObjects: async ({ person }) => {
    await person.opensFile(RENDERED);
    await seesLenses(person, RENDERED);
    await withoutSideBar(person, async () => {
      await person.readsLanguageStatus("renders the chart with these values");
      await person.goesToEndOf("replicas");
      await person.runsCommand(commandTitle("capOperator.showRenderedObjects"));
      const objects = person.renderedObjects();
      await person.seesText(objects, "replicas: 2");
      await person.returnsTo(RENDERED);
      await person.presses("End", "Backspace");
      await person.types("3");
      await person.seesText(objects, "replicas: 3");
      await objects.locator(".cgmr").first().waitFor();
      await objects.locator(".codelens-decoration").filter({ hasText: "controller.replicas" }).waitFor();
      await takePicture(person.page, PICTURES.renderedObjects, await areaOfEditors(person.page, 1272, 460));
    });
  },

  rejectedObject: async ({ person }) => {
    await person.opensFile(REJECTED);
    await seesLenses(person, REJECTED);
    await withoutSideBar(person, async () => {
      await person.runsCommand(commandTitle("capOperator.showRenderedObjects"));
      await person.seesText(person.renderedObjects(), "team: 5");
      await person.renderedObjects().locator(".squiggly-error").first().waitFor();
      await person.returnsTo(REJECTED);
      await person.seesUnderline("error");
      await takePicture(person.page, PICTURES.rejectedObject, await areaOfEditors(person.page, 1272, 500));
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
    await opensQuickFixes(person, "Gardener");
    await takePicture(person.page, PICTURES.twoWords, await areaOfEditors(person.page, 900, 380));
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
    // The editor puts the target a fifth below its top: at a height of 760, it begins with a whole line.
    await person.page.setViewportSize({ width: 1280, height: 854 });
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
      // Text that is typed before the list is there goes into the file.
      await person.quickPick("cap-operator 0.34.0").first().waitFor();
      await person.types("0.34.0");
      await person.quickPick("cap-operator 0.34.0").filter({ hasNotText: "charts/" }).first().click();
      await person.picks("Remove Ignored Keys...");
      await person.quickPick("Apply").first().waitFor();
      await person.seesChangedLines("modified", 1);
      // The list covers the first lines.
      await person.presses("Escape");
      await person.quickPick("Apply").first().waitFor({ state: "hidden" });
      await takePicture(person.page, PICTURES.upgrade, await areaOfEditors(person.page, 1232, 240));
    });
  },

  valuesInFlux: ({ person }) => takesEffectiveValues(person, IN_FLUX, PICTURES.valuesInFlux, 530),

  valuesInArgo: async ({ person }) => {
    await person.opensFile(IN_ARGO);
    await seesLenses(person, IN_ARGO);
    // The documentation of a key is at the right of the list if there is room.
    await person.resizesWindow(1400);
    await completesController(person);
    await takePicture(person.page, PICTURES.valuesInArgo, await areaOfEditors(person.page, 945, 690));
  },
};

/** Takes a picture of the language status of the active editor, without what only an editor in a browser has in the status bar. */
async function takesStatus(person: Person, says: string, picture: Picture): Promise<void> {
  const { page } = person;
  const layout = page.locator("[id='status.workbench.keyboardLayout']");
  if (await layout.isVisible()) {
    await layout.click({ button: "right" });
    await page.getByRole("menuitem", { name: "Hide 'Keyboard Layout'" }).click();
    await layout.waitFor({ state: "hidden" });
  }
  await person.readsLanguageStatus(says);
  const status = page.locator(".hover-language-status").first();
  const area = await areaOf([status, page.locator("[id='status.languageStatus']")], 24);
  // From the beginning of what is in the status bar there.
  const items = await page
    .locator(".statusbar-item.right")
    .evaluateAll((all) =>
      all.map((item) => item.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
  const x = items.find(({ left, right }) => left < area.x && area.x < right)?.left ?? area.x;
  await takePicture(page, picture, { ...area, x, width: area.x + area.width - x });
}

/** The list of keys below `controller`, with what one of them means. */
async function completesController(person: Person): Promise<void> {
  await person.goesToEndOf("controller");
  await person.presses("Enter");
  await person.suggestions.asksFor();
  await person.suggestions.selects("replicas");
  await person.suggestions.readsAbout("replicas", "whole number");
}

/** A file beside its effective values. */
async function takesEffectiveValues(
  person: Person,
  file: string,
  picture: Picture,
  height: number,
): Promise<void> {
  await person.opensFile(file);
  await seesLenses(person, file);
  await withoutSideBar(person, async () => {
    await showsChangedValues(person);
    await person.seesText(person.effectiveValues(), "priorityClassName: system-cluster-critical");
    await takePicture(person.page, picture, await areaOfEditors(person.page, 1272, height));
  });
}
