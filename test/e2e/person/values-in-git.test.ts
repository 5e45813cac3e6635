import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { patiently } from "../../support/workbench/patience.ts";
import { persist } from "../../support/workbench/persist.ts";
import { type Desk, sitDown } from "./desk.ts";
import { picks } from "./written-files.ts";

const FLUX = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: cop
  namespace: cop-system
spec:
  interval: 10m
  chart:
    spec:
      chart: cap-operator
      version: 0.34.0
      sourceRef:
        kind: HelmRepository
        name: sap
  values:
    subscriptionServer:
      domain: cop.eu10.corp.internal
      dnsTarget: public-ingress.eu10.corp.internal
    controller:
      replicaz: 2
  install:
    crds: Create
`;
const APPLICATION = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: cop
  namespace: argocd
spec:
  source:
    repoURL: ghcr.io/sap/cap-operator-lifecycle/helm
    chart: cap-operator
    targetRevision: 0.34.0
    helm:
      values: |
        subscriptionServer:
          domain: cop.eu10.corp.internal
          dnsTarget: public-ingress.eu10.corp.internal
        controler:
          replicas: 2
  destination:
    namespace: cop-system
`;
const OTHER = FLUX.replaceAll("cap-operator", "redis");

const LINES = `subscriptionServer:
  domain: cop.eu10.corp.internal
  dnsTarget: public-ingress.eu10.corp.internal
controller:
  replicas: 2
`;
const SOURCES = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: cop
  namespace: argocd
spec:
  sources:
    - repoURL: https://git.corp.internal/platform.git
      ref: platform
    - repoURL: ghcr.io/sap/cap-operator-lifecycle/helm
      chart: cap-operator
      targetRevision: 0.34.0
      helm:
VALUES  destination:
    namespace: cop-system
`;
const indented = (columns: number) => LINES.replace(/^/gm, " ".repeat(columns)).trimEnd();
const HELM_RELEASE = FLUX.replace("replicaz", "replicas");
/** The documents before and after their values are moved, and the file with these. */
const MOVING = [
  {
    what: "a HelmRelease",
    folder: "moved-flux",
    place: "spec.values",
    list: "valuesFrom",
    before: HELM_RELEASE,
    after: HELM_RELEASE.replace(
      / {2}values:\n( {4}.*\n)+/,
      "  valuesFrom:\n    - kind: ConfigMap\n      name: cop-values\n",
    ),
    next: "Apply cop-values.yaml together with cop.yaml, so that Flux finds the values.",
    values: `apiVersion: v1
kind: ConfigMap
metadata:
  name: cop-values
  namespace: cop-system
  labels:
    reconcile.fluxcd.io/watch: Enabled
data:
  values.yaml: |
${indented(4)}
`,
  },
  {
    what: "an Application",
    folder: "moved-argo",
    place: "spec.sources[1].helm.valuesObject",
    list: "valueFiles",
    before: SOURCES.replace("VALUES", `        valuesObject:\n${indented(10)}\n`),
    after: SOURCES.replace(
      "VALUES",
      () => "        valueFiles:\n          - $platform/moved-argo/cop-values.yaml\n",
    ),
    next: "Commit cop-values.yaml together with cop.yaml, so that Argo CD finds the values.",
    values: `# +argocd:skip-file-rendering\n${LINES}`,
  },
];

describe("a person whose values are in Git, in documents of other products", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: {
        "flux/release.yaml": FLUX,
        "argo/application.yaml": APPLICATION,
        "flux/redis.yaml": OTHER,
        ...Object.fromEntries(MOVING.map(({ folder, before }) => [`${folder}/cop.yaml`, before])),
      },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees what is wrong in a HelmRelease, fixes it and reads what will run", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("flux/release.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.values");
    await person.seesUnderline("warning");
    await person.readsHoverOf("domain", "subscriptionServer.domain");
    await person.pointsAt("replicaz");
    await person.opensLightbulb();
    await person.keepsPicture("values-in-flux-fix");
    await person.picksAction('Change to "replicas"');
    await person.seesNoUnderline("warning");
    await person.followsLens("Effective values");
    const effective = person.effectiveValues();
    await person.seesText(effective, "release.yaml");
    await person.keepsPicture("values-in-flux");
    await person.saves();
    assert.equal(await onDisk("flux/release.yaml"), FLUX.replace("replicaz", "replicas"));
  });

  it("writes keys at their indentation in an Application, and follows a problem to its fix", async () => {
    const { person, onDisk } = desk;
    await person.opensFile("argo/application.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.source.helm.values");
    await person.pointsAt("controler");
    await person.opensLightbulb();
    await person.picksAction('Change to "controller"');
    await person.seesNoProblem("controler");
    await person.goesToEndOf("replicas");
    await person.presses("Enter");
    await picks("resou", "resources", "Tab")(person);
    await person.keepsPicture("values-in-argo-completion");
    await picks("lim", "limits", "Tab")(person);
    await picks("cp", "cpu", "Tab")(person);
    await person.types("500m");
    await person.saves();
    assert.equal(
      await onDisk("argo/application.yaml"),
      APPLICATION.replace("controler:", "controller:").replace(
        "replicas: 2\n",
        "replicas: 2\n          resources:\n            limits:\n              cpu: 500m\n",
      ),
    );
  });

  for (const { what, folder, place, list, before, after, values, next } of MOVING) {
    it(`moves the values of ${what} to a file of their own, and back`, async () => {
      const { person } = desk;
      const [file, moved] = [`${folder}/cop.yaml`, `${folder}/cop-values.yaml`];
      const onDisk = (name: string) => desk.onDisk(name).catch(() => undefined);
      const has = (name: string, text: string | undefined) =>
        patiently(`${name} as it should be`, async () => (await onDisk(name)) === text);
      // The editor saves what it moved, and what is undone before that has come to its end is saved with it.
      const isMoved = async (document: string, text: string | undefined) => {
        await has(file, document);
        await has(moved, text);
        await person.seesSaved();
      };
      await person.opensFile(file);
      const lines = person.activeEditor().locator(".view-line");
      // Messages to the editor, such as problems, end its request for actions.
      const moves = (title: string, seen: string) =>
        persist(
          () => person.runsCommand(`CAP Operator: ${title}`),
          (timeout) => lines.filter({ hasText: seen }).first().waitFor({ timeout }),
        );
      await person.readsLanguageStatus(`CAP Operator values in ${place}`);
      await person.goesToEndOf("replicas");
      await moves("Extract to a Values File", "cop-values");
      await isMoved(after, values);
      await person.seesText(person.activeEditor(), "cop-values");
      await person.readsNotification(next);
      await person.keepsPicture(`values-moved-out-${folder}`);
      await person.presses("Control+z");
      await has(moved, undefined);
      await person.seesText(person.activeEditor(), "replicas: 2");
      await person.saves();
      await has(file, before);

      await moves("Extract to a Values File", "cop-values");
      await isMoved(after, values);
      await person.goesToEndOf(list);
      await moves("Inline from a Values File", "domain:");
      await isMoved(before, undefined);
      await person.seesLens(person.activeEditor(), "Effective values");
      await person.keepsPicture(`values-moved-in-${folder}`);
      await person.presses("Control+z");
      await has(moved, values);
      await person.seesText(person.activeEditor(), "cop-values");
      await person.saves();
      await has(file, after);
    });
  }

  it("is left alone in the release of another chart", async () => {
    const { person } = desk;
    await person.opensFile("flux/redis.yaml");
    await person.readsLanguageStatus("Not a CAP Operator file");
    await person.seesNoUnderline("error");
    assert.equal(await person.hasLens(person.activeEditor()), false);
  });
});

describe("a person with a release that takes its values from a HelmRelease", () => {
  let desk: Desk;
  before(async () => {
    desk = await sitDown({
      ready: true,
      files: {
        "flux/release.yaml": FLUX.replace(/^ {4}subscriptionServer:\n(?: {6}.*\n)+/m, ""),
        "base.yaml":
          "subscriptionServer:\n  domain: cop.eu10.corp.internal\n  dnsTarget: public-ingress.eu10.corp.internal\n",
        ".cap-operator.yaml":
          "releases:\n  - name: prod\n    values:\n      - base.yaml\n      - flux/release.yaml#spec.valuez\n",
      },
    });
  });
  after(() => desk?.leave());
  afterEach((test) => desk.tidyUp(test));

  it("sees that the place is not there, mends it, and reads what will run", async () => {
    const { person } = desk;
    await person.opensFile(".cap-operator.yaml");
    await person.seesUnderline("error");
    await person.goesToEndOf("valuez");
    await person.presses("Backspace");
    await person.types("s");
    await person.seesNoUnderline("error");
    await person.saves();
    await person.opensFile("flux/release.yaml");
    await person.readsLanguageStatus("CAP Operator values in spec.values");
    await person.seesUnderline("warning");
    await person.followsLens("Effective values");
    await person.seesText(person.effectiveValues(), "base.yaml");
  });
});
